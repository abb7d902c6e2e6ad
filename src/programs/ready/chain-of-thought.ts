/** @file Chain-of-Thought (RecMind, section 3) as a program: what most people begin with. */
import type { ReadyProgram } from '../../core/planner-program.ts';

/** One path. */
export const chainOfThoughtProgram: ReadyProgram = {
  name: 'chain-of-thought',
  title: 'My Chain-of-Thought',
  description: 'One path, each state sampled given all before it: the built-in planner, line by line.',
  source: `// Chain-of-Thought: one path, S = {s_1, …, s_t}.
async function plan(context, { T }) {
  const S = [];
  for (let t = 0; t < T; t += 1) {
    // s_{t+1} ~ p(· | x, s_1, …, s_t)
    const s = await context.sample(S, S.at(-1) ?? null);
    if (s.isEnd) break;
    S.push(s);
  }
  return S; // the answer is conditioned on these states
}
`,
};
