"""Knockouts in play: winners and losers forward, byes and walkovers, corrections, places."""

from __future__ import annotations

import random

import pytest

from live.lives import Life, knockout, score
from scheduler.errors import FileError, NoAnswer, UsageError
from scheduler.event import Bracket, Feed, Stage
from scheduler.live.dump import dump
from scheduler.live.filling import contradictions
from scheduler.live.fold import fold
from scheduler.live.plays import play_of
from scheduler.live.state import LiveMatch, LiveStage, Score


def naive(stage: LiveStage, feed: Feed) -> int:
    """Whom a feed brings, by the plainest recursion: an id, 0 for nobody, -1 for not known yet.

    Only for brackets without a second final or first losers.
    """
    assert stage.tree is not None
    if feed.kind == "line":
        return stage.tree.lines[feed.of - 1]
    match = stage.tree.bracket.match(feed.of)
    home, away = naive(stage, match.home), naive(stage, match.away)
    if 0 in (home, away):
        return (home or away) if feed.kind == "winner" else 0
    if -1 in (home, away):
        return -1
    live = next(m for m in stage.matches() if m.number == feed.of)
    if live.result is None or {live.home, live.away} != {home, away}:
        return -1
    if live.result.kind == "double-walkover":
        return 0
    won = live.home if live.result.home_for > live.result.away_for else live.away
    if live.result.kind != "played":
        won = live.home if live.result.kind == "home-walkover" else live.away
    return won if feed.kind == "winner" else live.home + live.away - won


def holds_naively(life: Life) -> None:
    """Every match without a result has the sides of the plain recursion."""
    stage = life.at()
    assert stage.tree is not None
    for match in stage.matches():
        if match.result is None:
            made = stage.tree.bracket.match(match.number)
            due = [naive(stage, made.home), naive(stage, made.away)]
            assert [match.home, match.away] == [max(0, who) for who in due], match
            assert (match.way == "waiting") == (-1 in due and 0 not in due), match


@pytest.mark.parametrize("n", range(3, 18))
def test_double_elimination_with_byes_is_played_to_its_last_final(n: int) -> None:
    """2n - 2 matches where the unbeaten wins the final, one more where not; places 1 to 4 are one each."""
    for seed in ("a", "b", "c"):
        life = Life(n, Stage("double-elimination", "plain-draw", options={"seeds": 0}), seed=seed)
        life.open()
        life.play()
        played = [m for m in life.at().matches() if m.result is not None]
        *_, last = life.at().matches()
        assert len(played) == 2 * n - 2 + (last.result is not None)
        assert (last.way == "not-needed") == (last.result is None)
        assert [p[:2] for p in life.places()][:3] == [(1, 1), (2, 2), (3, 3)]
        losses = dict.fromkeys(life.at().playing, 0)
        for match in played:
            assert match.result is not None
            losses[match.away if match.result.winner > 0 else match.home] += 1
        champion = life.places()[0][2]
        assert losses.pop(champion) <= 1
        assert set(losses.values()) == {2}
        assert life.replays()


@pytest.mark.parametrize("kind", ["single", "consolation", "compact", "double"])
def test_every_kind_of_bracket_ends_with_a_place_for_everybody(kind: str) -> None:
    """Places are those of the bracket, everybody has one, and low to high cover them without gaps."""
    for n in (4, 7, 8, 11):
        more = {"third-place": True} if kind == "single" else {}
        life = Life(n, knockout(kind=kind, **more))
        life.open()
        life.play()
        places = life.places()
        assert sorted(id for _, _, id in places) == list(range(1, n + 1))
        if kind != "consolation":
            assert [low <= k <= high for k, (low, high, _) in enumerate(places, start=1)] == [True] * n
        assert life.replays()


def test_d4_a_loser_sent_elsewhere_goes_there_in_an_event_too() -> None:
    """8, double, the loser of match 1 sent to match 8: he plays there, and the log is read again."""
    life = Life(8, knockout(kind="double", losers={"1": "8-home"}))
    life.open()
    life.play()
    there = {m.number: m for m in life.at().matches()}
    assert there[1].result is not None
    loser = there[1].away if there[1].result.winner > 0 else there[1].home
    assert there[8].home == loser
    assert life.replays()


def test_two_bronzes_share_place_three_unless_it_is_played_for() -> None:
    """Losing semi-finalists share 3 to 4, or play for it."""
    for third, wanted in ((False, [(3, 4), (3, 4)]), (True, [(3, 3), (4, 4)])):
        life = Life(8, knockout(**{"third-place": third}))
        life.open()
        life.play()
        assert [p[:2] for p in life.places()[2:4]] == wanted


def test_walkovers_and_double_walkovers_go_through_as_a_plain_recursion_says() -> None:
    """40 random brackets with every kind of result: the sides of each match, at each moment."""
    kinds = ["played"] * 5 + ["home-walkover", "away-walkover", "double-walkover"]
    for trial in range(40):
        rng = random.Random(trial)
        n = rng.randint(2, 13)
        life = Life(n, knockout(places=list(range(3, 1 << (n - 1).bit_length()))), seed=str(trial))
        life.open()

        def say(match: LiveMatch, rng: random.Random = rng) -> Score:
            return score(rng.randint(-20, 20) or 3, rng.choice(kinds))

        while not life.over():
            life.round(say=say)
            holds_naively(life)
        assert sorted(id for _, _, id in life.places()) == list(range(1, n + 1))
        assert not contradictions(life.at())
        assert life.replays()


def test_a_double_walkover_leaves_nobody_and_the_next_match_is_a_walkover() -> None:
    """Both of match 1 stay away: the winner of match 2 is in the final of this half without playing."""
    life = Life(8, knockout())
    life.open()
    life.publish()
    first = life.at().rounds[1].matches
    life.result(first[0], score(0, "double-walkover"))
    for match in first[1:]:
        life.result(match, score(5))
    semi = life.at().rounds[2].matches[0]
    assert (semi.way, semi.home, semi.away) == ("bye", 0, first[1].home)
    final = life.at().rounds[3].matches[0]
    assert (final.home, final.away) == (first[1].home, 0)
    assert {p[:2] for p in life.places() if p[2] in (first[0].home, first[0].away)} == {(5, 8)}


def test_a_side_that_is_not_known_is_named_by_what_it_waits_for() -> None:
    """Round 2 of 8 says the winners of matches 1 and 2."""
    life = Life(8, knockout())
    life.open()
    life.publish()
    semi = life.at().rounds[2].matches[0]
    assert (semi.home, semi.away, semi.way) == (0, 0, "waiting")
    assert semi.feeds == (Feed("winner", 1), Feed("winner", 2))
    assert not life.at().rounds[2].finished


def test_a_corrected_result_refills_what_was_not_played() -> None:
    """The other one goes on, and the match of those beaten has the other loser."""
    life = Life(4, knockout(**{"third-place": True}))
    life.open()
    life.round(say=lambda m: score(7))
    match = life.at().rounds[1].matches[0]
    assert life.at().rounds[2].matches[0].home == match.home
    life.result(match, score(-7))
    assert life.at().rounds[2].matches[0].home == match.away
    assert life.at().rounds[2].matches[1].home == match.home
    assert not contradictions(life.at())


def test_a_correction_keeps_later_matches_as_they_were_played_and_tells_it() -> None:
    """The final was played by another than the correction sends there: kept, told; taken back, refilled."""
    life = Life(4, knockout())
    life.open()
    life.play(say=lambda m: score(7))
    semi, final = life.at().rounds[1].matches[0], life.at().rounds[2].matches[0]
    played = (final.home, final.away)
    life.result(semi, score(-7))
    (told,) = contradictions(life.at())
    assert (told.kind, told.number, told.played, told.due) == (
        "sides", 3, played, (semi.away, final.away))
    final = life.at().rounds[2].matches[0]
    assert (final.home, final.away) == played
    assert final.result is not None
    assert life.replays()
    life.result(final, None)
    final = life.at().rounds[2].matches[0]
    assert (final.home, final.away) == (semi.away, played[1])
    assert not contradictions(life.at())


def test_random_corrections_keep_results_and_fold_to_the_same_state() -> None:
    """Whatever is corrected, taken back or entered: records stand, the rest is due, undo restores."""
    for trial in range(12):
        rng = random.Random(trial)
        life = Life(rng.randint(4, 9), knockout(), seed=str(trial))
        life.open()
        life.draft()
        for number in sorted(life.at().rounds):
            life.do("published", {"stage": 1, "round": number})
        for _ in range(30):
            match = rng.choice([m for m in life.at().matches() if m.known])
            before = dump(life.event)
            sides = {m.id: (m.home, m.away) for m in life.at().matches() if m.result}
            life.result(match, rng.choice([None, score(rng.choice([-3, 4])), score(0, "double-walkover")]))
            after = dump(life.event)
            for m in life.at().matches():
                if m.result and m.id in sides and m.id != match.id:
                    assert (m.home, m.away) == sides[m.id]
            holds_naively(life)
            life.undo()
            assert dump(life.event) == before
            life.do("redo", {"of": life.event.undone[-1]})
            assert dump(life.event) == after
        assert life.replays()


def test_a_result_without_its_sides_is_read_at_its_place_in_the_log() -> None:
    """Logs of another hand may leave the sides out: folding them at once gives the same as one by one."""
    life = Life(8, knockout())
    life.open()
    while not life.over():
        number = life.publish()
        for match in list(life.at().rounds[number].open):
            life.do("result", {"stage": 1, "match": match.id, "score": score(3).as_json()})
    assert life.replays()
    assert life.places()[0][:2] == (1, 1)


def test_a_tie_is_refused_and_moves_nobody_on() -> None:
    """The format says why; and were it in the log, the next match would wait and the tie be told."""
    life = Life(4, knockout())
    life.open()
    life.publish()
    match = life.at().rounds[1].matches[0]
    play = play_of(life.at())
    assert "must be decided" in play.refuses(life.event, life.at(), match, score(0))
    assert play.refuses(life.event, life.at(), match, score(1)) == ""
    assert play.refuses(life.event, life.at(), match, score(0, "home-walkover")) == ""
    assert play.refuses(life.event, life.at(), match, score(0, "double-walkover")) == ""
    waiting = life.at().rounds[2].matches[0]
    assert "not known yet" in play.refuses(life.event, life.at(), waiting, score(1))
    life.result(match, score(0))
    assert [c.kind for c in contradictions(life.at())] == ["drawn"]
    assert life.at().rounds[2].matches[0].way == "waiting"


def test_the_same_seed_draws_the_same_and_another_one_another_until_it_is_published() -> None:
    """A draft replaces the one before it; where nothing has changed, nothing is decided again."""
    life = Life(16, knockout())
    life.open()
    first = life.draft().payload["lines"]
    assert life.draft().kind == ""
    assert life.draft(seed="other").payload["lines"] != first
    assert life.draft().payload["lines"] == first
    life.do("edited", {"id": 3, "changes": {"region": "N"}})
    assert life.draft().kind == "drawn"
    life.draft(seed="other")
    tree = life.at().tree
    assert tree is not None
    assert list(tree.lines) != first
    life.do("published", {"stage": 1, "round": 1})
    assert life.draft(seed="third").kind == ""


def test_a_draw_that_is_brought_along_is_checked_and_kept() -> None:
    """Round 1 as given; nobody twice, everybody there, and the rulebook holds."""
    life = Life(4, knockout())
    life.open()
    draft = life.draft(given=((4, 1), (2, 3)))
    assert draft.payload["lines"] == [4, 1, 2, 3]
    assert [(m["home"], m["away"]) for m in draft.said["matches"]] == [(4, 1), (2, 3)]
    with pytest.raises(UsageError, match="name 3 of 4"):
        life.draft(given=((4, 1), (2, 2)))
    with pytest.raises(UsageError, match="number 9"):
        life.draft(given=((4, 1), (2, 9)))
    seeded = Life(4, Stage("knockout", "plain-draw", options={"seeds": 2}))
    seeded.open()
    with pytest.raises(NoAnswer, match="breaks the rulebook"):
        seeded.draft(given=((1, 2), (3, 4)))


def test_the_verifier_reads_a_draw_again_from_the_log() -> None:
    """The report of the draft is the report of the check; a forged draw is found out."""
    clubs = ["x", "y"] * 4
    life = Life(8, Stage("knockout", "cba-knockout", options={"seeds": 2}), clubs=clubs)
    life.open()
    draft = life.draft()
    assert draft.proven
    report = play_of(life.at()).check(life.event, life.at(), 1)
    assert report == draft.report
    lines = list(draft.payload["lines"])
    one, two = lines.index(1), lines.index(2)
    other = one ^ 1
    lines[other], lines[two] = lines[two], lines[other]
    life.do("drawn", {**draft.payload, "lines": lines})
    assert play_of(life.at()).check(life.event, life.at(), 1).hard


def test_a_bracket_is_read_as_it_was_written() -> None:
    """What JSON says is what there was, for every kind; what is none is refused by the fold."""
    for kind in ("single", "double", "compact", "consolation"):
        life = Life(6, knockout(kind=kind))
        life.open()
        payload = life.draft().payload
        assert Bracket.from_json(payload["bracket"]).as_json() == payload["bracket"]
    for broken in (
        {"size": 8}, {**payload["bracket"], "size": 2}, {**payload["bracket"], "ends": [{"places": [1, 1]}]},
    ):
        with pytest.raises(FileError, match="drawn"):
            fold([*life.log[:2], type(life.log[0])(3, "drawn", {**payload, "bracket": broken})])
