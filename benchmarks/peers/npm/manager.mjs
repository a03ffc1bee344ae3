// brackets-manager: seeds in their order, byes balanced, no avoidance.

import manager from 'brackets-manager';
import memory from 'brackets-memory-db';
import { answer } from './fields.mjs';

async function draw({ size, regions }) {
  const bracket = new manager.BracketsManager(new memory.InMemoryDatabase());
  const names = regions.map((_, k) => String(k + 1));
  const byes = Array(size - names.length).fill(null);
  await bracket.create.stage({
    tournamentId: 0, name: 'benchmark', type: 'single_elimination', seeding: [...names, ...byes],
    settings: { seedOrdering: ['inner_outer'], balanceByes: false },
  });
  const { match, participant } = await bracket.get.stageData(0);
  return () => {
    const number = new Map(participant.map(({ id, name }) => [id, Number(name)]));
    const first = Math.min(...match.map((m) => m.round_id));
    return match
      .filter((m) => m.round_id === first)
      .toSorted((a, b) => a.number - b.number)
      .flatMap((m) => [m.opponent1, m.opponent2])
      .map((side) => (side ? number.get(side.id) : 0));
  };
}

await answer(draw);
