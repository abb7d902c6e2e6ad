/** @file How RecMind's steps are read. */
import { describe, expect, test } from 'vitest';
import { stepFormat } from '../../../src/recommenders/recmind/replies.ts';

const { parse } = stepFormat(['database', 'end'], (step) => step);

describe('the end of planning', () => {
  test('is read without its tool, with a note', () => {
    expect(parse('{"thought": "End of planning."}')).toEqual({
      ok: true,
      value: { thought: 'End of planning.', tool: 'end', input: '' },
      note: 'the end of planning was told without its tool',
    });
  });

  test.each([
    ['where planning may not end', stepFormat(['database'], (step) => step).parse, '{"thought": "End of Planning"}'],
    ['where the thought says something else', parse, '{"thought": "First the mean."}'],
    ['where another tool is named', parse, '{"thought": "End of Planning", "tool": "oracle"}'],
  ])('is not taken for one %s', (_, read, reply) => {
    expect(read(reply)).toMatchObject({ ok: false, problem: expect.stringContaining('tool') as string });
  });
});
