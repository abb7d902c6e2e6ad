import { expect, test } from 'vitest';
import { runFileNames } from '../../src/ui/pages/plan/saving-runs.svelte.ts';

test('every run has a name of its own, so that none is lost in the zip', () => {
  expect(runFileNames(['chain-of-thought', 'self-inspiring'])).toEqual(['chain-of-thought', 'self-inspiring']);
  expect(runFileNames(['chain-of-thought', 'chain-of-thought', 'chain-of-thought'])).toEqual([
    'chain-of-thought',
    'chain-of-thought-fork',
    'chain-of-thought-fork-2',
  ]);
  expect(runFileNames(['self-inspiring', '', ''])).toEqual(['self-inspiring', 'run', 'run-2']);
});
