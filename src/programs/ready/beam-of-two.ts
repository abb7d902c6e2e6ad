/** @file Beam search of width two, as a program. */
import type { ReadyProgram } from '../../core/planner-program.ts';

/** Two paths side by side. */
export const beamOfTwoProgram: ReadyProgram = {
  name: 'beam-of-two',
  title: 'Beam of two',
  description: 'Two paths grow side by side; at each step votes choose the best two of what grew from them.',
  source: `// Beam search of width two: the best two paths go on, and the best one is kept.
async function plan(context, { T }) {
  // The path whose last state most voters choose.
  async function best(paths) {
    const chosen = await context.vote([], paths.map((path) => path.at(-1)));
    return paths.find((path) => path.at(-1) === chosen);
  }

  let beam = [[]];
  for (let t = 0; t < T; t += 1) {
    const grown = [];
    for (const path of beam) {
      for (let i = 0; i < 2; i += 1) {
        const s = await context.sample(path, path.at(-1) ?? null);
        if (!s.isEnd) grown.push([...path, s]);
      }
    }
    if (grown.length === 0) break;
    const first = await best(grown);
    const others = grown.filter((path) => path !== first);
    beam = others.length === 0 ? [first] : [first, await best(others)];
  }
  return beam[0];
}
`,
};
