// What the runners share: fields from standard input, one JSON a line, and a draw back for each.
//
// A field is {"size", "seeds", "regions": [one an entrant]}; what comes back is {"seconds", "lines"},
// entrants from 1 in order of the lines, 0 for a bye, or {"error"}.

import { createInterface } from 'node:readline';

export async function answer(draw, ready = async () => undefined) {
  await ready();
  for await (const text of createInterface({ input: process.stdin })) {
    const field = JSON.parse(text);
    const start = performance.now();
    try {
      const lines = await draw(field);
      const seconds = (performance.now() - start) / 1000;
      console.log(JSON.stringify({ seconds, lines: lines() }));
    } catch (error) {
      console.log(JSON.stringify({ error: String(error).slice(0, 300) }));
    }
  }
}
