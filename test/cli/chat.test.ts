/** @file `chat`: lines in, lines out, and bad lines named. */
import { describe, expect, test } from 'vitest';
import { parseTurns } from '../../src/cli/chat/turns-file.ts';
import { parseCommand } from '../../src/cli/command.ts';
import { LabError } from '../../src/core/errors.ts';

function problemOf(text: string): LabError {
  try {
    parseTurns(text, 'turns.jsonl');
  } catch (thrown) {
    if (thrown instanceof LabError) return thrown;
  }
  throw new Error('Nothing was refused.');
}

describe('a file of turns', () => {
  test('gives its conversations', () => {
    const text = '\uFEFF{"id": "a", "turns": ["hello"]}\r\n\n{"id": 2, "turns": ["x", "y"], "note": "more"}\n';
    expect(parseTurns(text, 'f')).toEqual([
      { id: 'a', turns: ['hello'] },
      { id: 2, turns: ['x', 'y'] },
    ]);
  });

  test('names every bad line by its number', () => {
    const error = problemOf('{"id": "a", "turns": ["x"]}\n{"id": "b"}\nnonsense\n\n{"id": "c", "turns": [3]}');
    expect(error.code).toBe('file-invalid');
    expect(error.details).toMatchObject({ lines: [2, 3, 5] });
    expect(error.message).toContain('line 2');
    expect(error.message).toContain('line 3: not JSON');
  });

  test('is refused where it is empty', () => {
    expect(problemOf('\n').code).toBe('file-empty');
  });
});

describe('the command', () => {
  test('takes the default dataset and the reasoner where nothing else is said', () => {
    expect(parseCommand(['chat', 'turns.jsonl'])).toMatchObject({
      type: 'chat',
      turns: 'turns.jsonl',
      dataset: null,
      model: 'built-in/reasoner',
    });
  });

  test('refuses options of other commands', () => {
    expect(() => parseCommand(['chat', 'turns.jsonl', '--seeds', '3'])).toThrow('chat has no option --seeds');
  });
});
