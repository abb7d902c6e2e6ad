/** @file `chat`: lines in, lines out, and bad lines named. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseTurns } from '../../src/cli/chat-thread.ts';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { LabError } from '../../src/core/errors.ts';
import type { Message } from '../../src/core/language-model.ts';
import { startDouble } from '../models/endpoint/double.ts';
import { COMMAND, specFile } from './command.ts';

function refused(text: string): LabError {
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
    const error = refused('{"id": "a", "turns": ["x"]}\n{"id": "b"}\nnonsense\n\n{"id": "c", "turns": [3]}');
    expect(error.code).toBe('file-invalid');
    expect(error.details).toMatchObject({ lines: [2, 3, 5] });
    expect(error.message).toContain('bad lines (2, 3, 5)');
  });
});

describe('the command', () => {
  test.each([
    ['dynamic', 3],
    ['fixed', 3],
    ['zero', 0],
  ])(
    'shows a language model its demonstrations: %s',
    async (mode, shown) => {
      const asked: string[] = [];
      const endpoint = await startDouble({
        reply: ({ messages }) => {
          asked.push((messages as readonly Message[]).map(({ content }) => content).join('\n'));
          return ['{"intent": "talk", "steps": [], "reply": "Hello."}'];
        },
      });
      const folder = mkdtempSync(join(tmpdir(), 'chat-'));
      try {
        const file = join(folder, 'turns.jsonl');
        writeFileSync(file, '{"id": "a", "turns": ["Something sad from the nineties, please."]}');
        const place = ['--endpoint', endpoint.baseUrl, '--files', folder];
        const planned = { planning: 'plan-first', demonstrations: mode };
        const spec = { kind: 'conversation', turns: file, model: 'endpoint/tiny', ...planned };
        const events = join(folder, 'events');
        const args = [...COMMAND, 'run', specFile(spec), ...place, '--events', events];
        const ran = await promisify(execFile)(process.execPath, args, { cwd: folder });
        const counted = JSON.parse(ran.stderr.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
        const kept = parseTrace(readFileSync(join(events, '1.jsonl'), 'utf8'));
        const checks = kept.filter(({ type }) => type === 'reply-check').length;
        expect(counted).toMatchObject({ conversations: 1, turns: 1 });
        expect(Object.values(counted['replies'] as object).reduce((sum: number, one: number) => sum + one, 0)).toBe(
          checks,
        );
        const plan = asked.find((text) => text.includes('store-candidates')) ?? '';
        expect(plan).toContain('Something sad from the nineties');
        expect(plan.match(/^Request: .*\nPlan: /gm) ?? []).toHaveLength(shown);
      } finally {
        await endpoint.close();
        rmSync(folder, { recursive: true });
      }
    },
    120_000,
  );
});
