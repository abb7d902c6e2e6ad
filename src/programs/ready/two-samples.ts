/** @file Two samples a step and a vote, as a program: the smallest Tree-of-Thoughts. */
import type { ReadyProgram } from '../../core/planner-program.ts';

/** Greedy: the better of two, and never back. */
export const twoSamplesProgram: ReadyProgram = {
  name: 'two-samples',
  title: 'Two samples, one vote',
  description: 'Greedy: draws two next states at each step and goes on from the one that wins a vote.',
  source: `// Greedy with two samples: the voters choose the next state, and there is no way back.
async function plan(context, { T }) {
  const S = [];
  for (let t = 0; t < T; t += 1) {
    const parent = S.at(-1) ?? null;
    const candidates = [];
    for (let i = 0; i < 2; i += 1) {
      const s = await context.sample(S, parent);
      if (!s.isEnd) candidates.push(s);
    }
    if (candidates.length === 0) break;
    S.push(await context.vote(S, candidates));
  }
  return S;
}
`,
};
