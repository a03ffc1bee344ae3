// tournament-pairings: everybody in the order of the list, no seeds apart from it, no avoidance.
//
// It tells matches, not lines: the bracket is followed back from the final.

import { SingleElimination } from 'tournament-pairings';
import { answer } from './fields.mjs';

function linesOf(matches, size) {
  const key = (round, match) => `${round} ${match}`;
  const feeders = new Map();
  for (const m of matches) {
    if (!m.win) continue;
    const into = key(m.win.round, m.win.match);
    feeders.set(into, [...(feeders.get(into) ?? []), m]);
  }
  const filled = (match, room) => {
    const held = [match.player1, match.player2].filter((p) => p !== null).map(Number);
    const from = [...(feeders.get(key(match.round, match.match)) ?? [])];
    // Who is named in a match has no earlier one there: his line, and byes as far as it goes.
    const sides = [
      ...held.map((who) => [who, ...Array(room / 2 - 1).fill(0)]),
      ...from.map((m) => filled(m, room / 2)),
    ];
    return sides.flat();
  };
  const final = matches.find((m) => !m.win);
  return filled(final, size);
}

async function draw({ size, regions }) {
  const matches = SingleElimination(regions.map((_, k) => String(k + 1)), 1, false, true);
  return () => linesOf(matches, size);
}

await answer(draw);
