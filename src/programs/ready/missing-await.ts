/** @file A program that is broken on purpose, in the way that most are at first. */
import type { ReadyProgram } from '../../core/planner-program.ts';

/** It takes a promise for a state. */
export const missingAwaitProgram: ReadyProgram = {
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
};
