import { expect, test } from 'vitest';
import { ablateCommand } from '../../src/cli/ablate-command.ts';
import { runOf } from './command.ts';

test.each([
  ['films', /does\/not\/exist/],
  ['books', /takes no --dataset/],
])('a test of %s refuses a dataset that is not there, in place of asking about another', async (of, message) => {
  const asked = ablateCommand(runOf({ kind: 'rater-test', of }, '--dataset', '/does/not/exist.csv'), () => undefined);
  await expect(asked).rejects.toThrow(message);
});
