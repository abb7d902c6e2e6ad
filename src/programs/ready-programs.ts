/** @file The programs to start from, from the plainest on; the broken one comes last. */
import type { ReadyProgram } from '../core/planner-program.ts';

export const READY_PROGRAMS: readonly ReadyProgram[] = [
  {
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
  },
  {
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
  },
  // Self-Inspiring: RecMind, Algorithm 1.
  {
    name: 'keep-everything',
    title: 'Keep what was explored',
    description: 'Like Self-Inspiring: asks itself whether to explore an alternative, and keeps every state.',
    source: `// After Self-Inspiring (RecMind, Algorithm 1): every state of every path stays in S.
async function plan(context, { T }) {
  const S = [];
  let last = null; // the newest state of the path that goes on
  for (let t = 0; t < T; t += 1) {
    const s = await context.sample(S, last);
    if (s.isEnd) break;
    S.push(s);
    let next = s;
    if (await context.inspire(S)) {
      // A sibling of s: it grows from the same state, and sees s.
      const alternative = await context.sample(S, last, { alternative: true });
      if (!alternative.isEnd) {
        S.push(alternative);
        next = alternative;
      }
    }
    last = next;
  }
  return S;
}
`,
  },
  {
    name: 'missing-await',
    title: 'Broken on purpose',
    description: 'A word is missing. Run it, read the error, and mend it.',
    source: `// Broken on purpose. Run it and read what comes back:
//
//   The planner’s program failed at line 11, column 29: sample: parent must be a state;
//   it is a promise: put await before the call that gave it.
//
// All four calls give promises: they ask a model, and that takes time.
async function plan(context, { T }) {
  const S = [];
  for (let t = 0; t < T; t += 1) {
    // Line 11 is where it is noticed. Which line is wrong?
    const s = context.sample(S, S.at(-1) ?? null);
    if (s.isEnd) break;
    S.push(s);
  }
  return S;
}
`,
  },
];
