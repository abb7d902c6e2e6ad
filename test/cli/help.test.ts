import { expect, test } from 'vitest';
import { COMMANDS, parseCommand } from '../../src/cli/command.ts';
import { helpOf } from '../../src/cli/help.ts';

test.each(COMMANDS)('%s --help tells of that command alone', (command) => {
  const whole = helpOf(null);
  const own = helpOf(command);
  expect(own).toContain(command);
  expect(own.length).toBeLessThan(whole.length / 2);
  expect(parseCommand([command, '--help'])).toEqual({ type: 'help', about: command });
  expect(parseCommand(['help', command])).toEqual({ type: 'help', about: command });
});

test('--help alone, or of what is no command, tells of all', () => {
  expect(parseCommand(['--help'])).toEqual({ type: 'help', about: null });
  expect(helpOf('nothing')).toBe(helpOf(null));
  expect(helpOf(null)).toContain('The last line of stdout is one JSON object');
  for (const line of helpOf(null).split('\n')) expect(line.length, line).toBeLessThan(150);
});
