/** @file The choices of the Plan page: a program is called its reader's once they have written in it. */
import { expect, test } from 'vitest';
import { CUSTOM_PLANNER } from '../../src/core/planner-program.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { SetUp } from '../../src/ui/pages/plan/set-up.svelte.ts';

test('a program that comes with the lab is nobody’s own before it is changed', () => {
  const setUp = new SetUp(describeLab(), () => ({}));
  const keeps = (): string | undefined => setUp.available.find(({ name }) => name === CUSTOM_PLANNER)?.keeps;
  expect([setUp.hasWritten, keeps()]).toEqual([false, expect.stringContaining('to change')]);
  setUp.program = { ...setUp.program, source: `${setUp.program.source}\n// Mine.` };
  expect([setUp.hasWritten, keeps()]).toEqual([true, expect.stringContaining('you wrote')]);
});
