"""From one stage to the next: who goes on, with what, and several stages side by side."""

from __future__ import annotations

from typing import Any

import pytest

from live.lives import Life, score
from repair.live.live_repairs import after, told
from scheduler.errors import RulebookError, UsageError
from scheduler.event import Stage
from scheduler.live.dump import dump
from scheduler.live.placing import final_places
from scheduler.live.plays import Asked, play_of
from scheduler.live.plays.knockout import choose, turn_of
from scheduler.live.scoring import standings_of
from scheduler.live.stages import late_notes, propose_next, qualified_otherwise
from scheduler.live.state import LiveMatch, Score

ROBIN = Stage("round-robin", "plain-round-robin")


def strong(match: LiveMatch) -> Score:
    """The lower id wins by what lies between them, so that the ranking is 1, 2, 3 ..."""
    return score(match.away - match.home)


def cut(life_n: int, **options: Any) -> Life:
    """A round robin played by strength, before a knockout with these options."""
    life = Life(life_n, ROBIN, Stage("knockout", "plain-draw", options=options))
    life.open()
    life.play(say=strong)
    return life


def test_sixty_teams_swiss_then_sixteen_choose_their_opponents_and_the_rest_play_groups() -> None:
    """Two stages run side by side from one; the better placed begin a tenth of an IMP ahead; then places."""
    life = Life(
        60, Stage("swiss", "cba-swiss", options={"rounds": 5}),
        Stage("knockout", "cba-knockout", options={
            "take": 16, "carry": "rank", "placing": "chosen", "third-place": True}),
        Stage("groups", "cba-groups", options={"from": 1, "places": "17-60", "groups": 11, "carry": "half"}))
    life.open()
    life.play()
    life.next()
    life.next()
    assert [s.index for s in life.event.running] == [2, 3]
    with pytest.raises(UsageError, match="several stages are running"):
        life.event.at()
    ranked = [p[2] for p in life.places(1)]
    assert sorted((*life.at(2).playing, *life.at(3).playing)) == sorted(ranked)
    assert life.event.stage_with(life.at(3).playing[0]) is life.at(3)
    with pytest.raises(UsageError, match="has yet to choose an opponent"):
        life.draft(2)
    picked = chosen_last(life)
    assert len(picked) == 7
    opponents = life.draft(2)
    assert play_of(life.at(2)).check(life.event, life.at(2), 1) == opponents.report
    life.round(2, lambda m: score(0))
    first = life.at(2).rounds[1].matches
    assert {frozenset(p) for p in picked} <= {frozenset((m.home, m.away)) for m in first}
    assert {m.home if m.ahead > 0 else m.away for m in first} == set(life.at(2).playing[:8])
    assert {m.home for m in life.at(2).rounds[2].matches} <= set(life.at(2).playing[:8])
    life.play(2)
    assert [p[:2] for p in life.places(2)][:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    life.play(3)
    assert [p[:2] for p in life.places(3)][:11] == [(1, 11)] * 11
    final = final_places(life.event)
    assert [p[2] for p in final[:16]] == [p[2] for p in life.places(2)]
    assert [(low, high) for low, high, _ in final[16:27]] == [(17, 27)] * 11
    assert [p[2] for p in final[16:]] == [p[2] for p in life.places(3)]
    half = standings_of(life.event, life.at(1))
    who = life.at(3).playing[0]
    assert life.at(3).carried[who] == (half.row_of(who).total + 1) // 2
    assert life.replays()


def chosen_last(life: Life) -> list[tuple[int, int]]:
    """Everybody whose turn it is takes the last of those who are open, after trying himself."""
    picked: list[tuple[int, int]] = []
    while (turn := turn_of(life.event, life.at(2))) is not None:
        assert turn.who == life.at(2).playing[len(picked)]
        with pytest.raises(UsageError, match="cannot choose"):
            choose(life.event, life.at(2), turn.who)
        picked.append((turn.who, turn.among[-1]))
        life.do("chosen", choose(life.event, life.at(2), turn.among[-1]))
    return picked


def test_four_groups_lead_to_a_knockout_of_eight_with_group_mates_in_different_halves() -> None:
    """Winners meet seconds, and who was in one group can meet in the final only."""
    life = Life(
        16, Stage("groups", "groups-from-pots", options={"groups": 4}),
        Stage("knockout", "cba-knockout", options={"take": "2 per group", "apart": "group"}))
    life.open()
    life.play()
    life.next()
    groups, playing = life.at(1).groups, life.at(2).playing
    assert sorted(groups[id] for id in playing[:4]) == sorted(groups[id] for id in playing[4:]) == [*"ABCD"]
    draft = life.draft()
    assert draft.proven
    lines = draft.payload["lines"]
    for name in "ABCD":
        one, two = (k for k, id in enumerate(lines) if groups[id] == name)
        assert one // 4 != two // 4
    life.play()
    assert play_of(life.at()).check(life.event, life.at(), 1) == draft.report
    assert life.replays()


def test_the_best_thirds_go_on_by_points_per_match() -> None:
    """Three groups of 4, 4 and 3: two of each and the two best thirds; the notes say how they compare."""
    life = Life(
        11, Stage("groups", "cba-groups", options={"groups": 3, "placing": "snake"}),
        Stage("knockout", "plain-draw", options={"take": "2 per group", "best": 2}))
    life.open()
    life.play(say=strong)
    draft = life.next()
    rows = {r.entrant: r for r in standings_of(life.event, life.at(1)).rows}
    thirds = [id for id, place in thirds_of(life).items() if place == 3]
    through = life.at(2).playing
    per_match = {id: rows[id].total / (rows[id].wins + rows[id].losses + rows[id].draws) for id in thirds}
    assert len(through) == 8
    assert set(through[6:]) == set(sorted(thirds, key=lambda id: -per_match[id])[:2])
    assert any("points per match" in note for note in draft.notes)


def thirds_of(life: Life) -> dict[int, int]:
    """Everybody's place in his group."""
    return {
        row.entrant: row.place for name in ("A", "B", "C")
        for row in standings_of(life.event, life.at(1), group=name).rows}


def test_whoever_has_withdrawn_is_passed_over_and_the_next_moves_up() -> None:
    """Second of the table leaves: 1, 3, 4 and 5 go on, and the notes say so. Guests are passed over too."""
    life = cut(8, take=4)
    life.do("withdrawn", {"id": 2, "reason": "left"})
    life.do("edited", {"id": 4, "competing": False})
    draft = life.next()
    assert life.at().playing == (1, 3, 5, 6)
    assert "2 Team 2 has withdrawn and is passed over" in draft.notes


def test_shared_places_are_ordered_by_lots_that_anybody_can_draw_again() -> None:
    """All drawn: lots from the seed decide, another seed decides otherwise, and the notes say it mattered."""
    orders = set()
    for seed in ("1", "1", "2", "3"):
        life = Life(8, ROBIN, Stage("knockout", "plain-draw", options={"take": 4}), seed=seed)
        life.open()
        life.play(say=lambda m: score(0))
        draft = life.next()
        orders.add((seed, life.at().playing))
        assert any("decided who goes on" in note for note in draft.notes)
    assert len(orders) == 3


def test_points_are_carried_as_the_stage_says() -> None:
    """none, all, half, against others who go on, or a table of shares."""
    for carry, wanted in (
        ("none", {}), ("all", None), ("qualified", None), ("half", None),
        ({"kind": "share", "share": "1/4", "among": "all"}, None),
    ):
        life = Life(6, ROBIN, Stage("round-robin", "plain-round-robin", options={"take": 3, "carry": carry}))
        life.open()
        life.play(say=strong)
        life.next()
        totals = {r.entrant: r.total for r in standings_of(life.event, life.at(1)).rows}
        inside = {1: 0, 2: 0, 3: 0}
        for m in life.at(1).matches():
            if m.result and {m.home, m.away} <= {1, 2, 3}:
                inside[m.home] += m.result.home_points
                inside[m.away] += m.result.away_points
        told = {
            "all": {id: totals[id] for id in inside}, "half": {id: (totals[id] + 1) // 2 for id in inside},
            "qualified": inside,
        }
        if wanted is None:
            wanted = told[carry] if isinstance(carry, str) else {
                id: (2 * totals[id] + 4) // 8 for id in inside}
        assert life.at().carried == wanted
        life.play()
        rows = standings_of(life.event, life.at(2)).rows
        assert {r.entrant: r.carried for r in rows} == {id: wanted.get(id, 0) for id in inside}


def test_imps_of_an_earlier_match_are_a_head_start_in_a_knockout() -> None:
    """Half of them, 16 at most; a match lost by less than that is won; pairs that never met have the edge."""
    life = cut(4, take=2, carry={"kind": "imps", "share": "1/2", "cap": 16})
    life.next()
    life.publish()
    match = life.at().rounds[1].matches[0]
    ahead = 50 if match.home == 1 else -50
    assert match.ahead == ahead
    play = play_of(life.at())
    assert play.refuses(life.event, life.at(), match, score(0)) == ""
    life.result(match, score(0))
    assert life.places(2) == [(1, 1, 1), (2, 2, 2)]


@pytest.mark.parametrize(("options", "error"), [
    ({"take": 9}, "9 are to go on"), ({"take": 1}, '"take" is a number'), ({"take": "2 a group"}, '"take"'),
    ({"take": "2 per group"}, "has no groups"), ({"places": "9-"}, "are none of"),
    ({"places": "8-"}, "1 of stage 1 would go on"), ({"places": "x"}, '"places" says'),
    ({"take": 4, "places": "1-4"}, "two ways"), ({"from": 2}, '"from"'), ({"from": "1"}, '"from"'),
    ({"seeding": "fold"}, '"seeding"'), ({"apart": "region"}, '"apart"'), ({"apart": "group"}, "nobody was"),
    ({"carry": "all"}, "is for other stages"), ({"carry": "most"}, "none of the ways"),
    ({"carry": {"kind": "imps", "share": "2"}}, "makes no sense"),
    ({"carry": {"kind": "imps", "edge": 0.001}}, "makes no sense"),
    ({"carry": {"kind": "everything"}}, '"kind"'),
])
def test_options_that_make_no_sense_are_told(options: dict[str, Any], error: str) -> None:
    """Each with what is wrong; nothing is decided."""
    life = cut(8, **options)
    before = dump(life.event)
    with pytest.raises((UsageError, RulebookError), match=error):
        life.next()
    assert dump(life.event) == before


def test_nobody_goes_on_before_the_stage_is_over_unless_it_is_wanted() -> None:
    """A round is missing: refused, and done when asked for early."""
    life = Life(4, ROBIN, Stage("knockout", "plain-draw", options={"take": 2}))
    life.open()
    life.round()
    with pytest.raises(UsageError, match="round 2 is not finished"):
        propose_next(life.event)
    draft = propose_next(life.event, 0, Asked(early=True))
    assert len(draft.payload["playing"]) == 2
    life.do(draft.kind, draft.payload)
    with pytest.raises(UsageError, match="no further stage"):
        propose_next(life.event)


def test_a_stage_can_be_opened_again_until_something_of_it_is_published() -> None:
    """A withdrawal after the opening: opened again, the draw is gone; published, it stands."""
    life = cut(8, take=4)
    life.next()
    life.draft()
    assert life.at().tree is not None
    life.do("withdrawn", {"id": 1, "reason": "left"})
    life.next(2)
    assert life.at().playing == (2, 3, 4, 5)
    assert life.at().tree is None
    life.publish()
    with pytest.raises(UsageError, match="has begun"):
        life.next(2)


def test_undo_through_a_stage_leads_back_to_the_same_state() -> None:
    """Every decision of an event of two stages undone: each state is the one that was there."""
    life = Life(5, ROBIN, Stage("knockout", "plain-draw", options={"take": 4, "carry": "rank"}))
    states = [dump(life.event)]

    def note(kind: str, payload: dict[str, Any]) -> None:
        plain(kind, payload)
        states.append(dump(life.event))

    plain = life.do
    life.do = note  # type: ignore[method-assign]
    life.open()
    life.play()
    life.next()
    life.play()
    life.do = plain  # type: ignore[method-assign]
    for state in states[-2::-1]:
        life.undo()
        assert dump(life.event) == state
    assert life.replays()


def overturned(life: Life) -> None:
    """The last of four who went on loses every match in hindsight, by rulings: the fifth takes its place."""
    for match in [m for m in life.at(1).matches() if m.has(4)]:
        life.result(match, score(-30 if match.home == 4 else 30), 1)


def test_who_would_have_qualified_by_a_late_ruling_is_named_with_what_can_be_done() -> None:
    """6 teams, 4 go on; then the 4th has lost all its matches: it was to be the 5th."""
    life = cut(6, take=4)
    life.next()
    assert qualified_otherwise(life.event, life.at(2)) == ([], [])
    assert late_notes(life.event, life.at(2), 1)[0] == f"the same go on to {life.at(2).name}"
    overturned(life)
    assert qualified_otherwise(life.event, life.at(2)) == ([5], [4])
    said = late_notes(life.event, life.at(2), 1)
    assert said[0] == f"5 Team 5 would have gone on to {life.at(2).name} instead of 4 Team 4"
    assert "event stage next 2" in said[1]
    assert life.next(2).said["playing"][-1] == 5, "opened again, the fifth is in"
    assert qualified_otherwise(life.event, life.at(2)) == ([], [])


def test_a_late_ruling_after_the_draw_of_the_next_stage_lets_the_next_in_rank_come_in_until_it_has_begun(
) -> None:
    life = cut(6, take=4)
    life.next()
    life.publish(2)
    overturned(life)
    assert "--stage 2 --withdraw 4" in late_notes(life.event, life.at(2), 1)[1]
    case = told(life, {"fact": "withdrawal", "id": 4, "when": "before"}, stage=2)
    moved = next(p for p in case.proposals if p.kind == "substitute")
    assert 5 in after(life, moved).stages[1].playing
    life.result(life.at(2).rounds[1].open[0], score(3), 2)
    assert "has begun, and who plays there stands" in late_notes(life.event, life.at(2), 1)[1]


def test_who_withdrew_since_the_next_stage_began_is_not_taken_for_one_who_would_not_have_qualified() -> None:
    life = cut(6, take=4)
    life.next()
    life.do("withdrawn", {"id": 2, "last": 0})
    assert qualified_otherwise(life.event, life.at(2)) == ([], [])
    assert late_notes(life.event, life.at(1), 1) == []
