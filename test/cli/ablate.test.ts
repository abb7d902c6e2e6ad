import { expect, test } from 'vitest';
import { ablateCommand } from '../../src/cli/ablate-command.ts';
import { parseCommand, type Command } from '../../src/cli/command.ts';

test.each([
  ['films', '1-10', /does\/not\/exist/],
  ['books', '1-5', /takes no --dataset/],
])('ablate %s refuses a dataset that is not there, in place of asking about another', async (of, scale, message) => {
  const command = parseCommand(['ablate', of, '--scale', scale, '--dataset', '/does/not/exist.csv']);
  const asked = ablateCommand(command as Extract<Command, { readonly type: 'ablate' }>, () => undefined);
  await expect(asked).rejects.toThrow(message);
});
