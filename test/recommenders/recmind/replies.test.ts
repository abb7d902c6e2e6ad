/** @file How RecMind's replies are read. */
import { describe, expect, test } from 'vitest';
import type { Task } from '../../../src/core/task.ts';
import { answerFormat, writtenEntries } from '../../../src/recommenders/recmind/answer-format.ts';
import { stepFormat } from '../../../src/recommenders/recmind/replies.ts';

const { parse } = stepFormat(['database', 'end'], (step) => step);

describe('a step', () => {
  test('names its tool and what it is asked; a thought may be absent', () => {
    const step = { tool: 'database', input: 'The mean?' };
    expect(parse(JSON.stringify({ thought: 'First.', ...step }))).toEqual({
      ok: true,
      value: { thought: 'First.', ...step },
    });
    expect(parse(JSON.stringify(step))).toMatchObject({ ok: true, value: { thought: '', ...step } });
  });

  test('that ends planning needs no input; any other does', () => {
    expect(parse('{"thought": "Enough.", "tool": "end"}')).toMatchObject({
      ok: true,
      value: { tool: 'end', input: '' },
    });
    expect(parse('{"thought": "Enough.", "tool": "database"}')).toMatchObject({ ok: false });
  });
});

describe('an answer', () => {
  const candidates = [
    { id: 12, title: 'Heat (1995)' },
    { id: 7, title: 'Saw III (2006)' },
  ];
  const ranking = answerFormat({ type: 'direct-recommendation', candidates } as unknown as Task).parse;

  test.each([
    '[12, 7]',
    '["12", "7"]',
    '["12: Heat (1995)", 7]',
    '["Heat (1995)", "saw iii (2006)"]',
    '[{"id": 12}, 7]',
  ])('ranks candidates: %s', (list) => {
    expect(ranking(`{"ranking": ${list}, "reason": "so"}`)).toMatchObject({
      ok: true,
      value: { recommendation: { type: 'ranking', items: [12, 7] }, reason: 'so' },
    });
  });

  test('leaves out what is no candidate or stands twice, with a note', () => {
    expect(ranking('{"ranking": [12, 99, 12, "Ronin"]}')).toMatchObject({
      ok: true,
      value: { recommendation: { items: [12] } },
      note: expect.stringContaining('3 entries') as string,
    });
    expect(ranking('{"ranking": [99]}')).toMatchObject({ ok: false });
    expect(writtenEntries('{"ranking": [12, 99, 12]}', candidates)).toEqual({ written: 3, invented: 1, repeated: 1 });
  });
});
