/** @file Self-Inspiring (RecMind, Algorithm 1) as a program. */
import type { ReadyProgram } from '../../core/planner-program.ts';

/** Nothing that was explored is dropped. */
export const keepEverythingProgram: ReadyProgram = {
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
};
