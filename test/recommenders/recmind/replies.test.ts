/** @file How RecMind's steps are read. */
import { describe, expect, test } from 'vitest';
import { answerFormat, stepFormat, voteFormat } from '../../../src/recommenders/recmind/replies.ts';
import { DIRECT } from './tasks.ts';

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

describe('replies in the form of the prompts', () => {
  test('a step with a line for each part, or as those before it are told', () => {
    const step = { thought: 'First the mean.', tool: 'database', input: 'What is the mean of item 4?' };
    const note = 'it was written in words, not as JSON';
    const lines = 'Thought: First the mean.\nTool: database\nInput: What is the mean of item 4?';
    expect(parse(lines)).toEqual({ ok: true, value: step, note });
    expect(parse('Thought: First the mean.\nAction: database "What is the mean of item 4?"')).toMatchObject({
      value: step,
    });
    expect(parse('Thought: First the mean.\nAction: oracle "What?"')).toMatchObject({ ok: false });
  });

  test('a choice that names its proposal within the JSON', () => {
    const { parse: read } = voteFormat(2);
    expect(read('{"choice": "Proposal 2"}')).toMatchObject({ ok: true, value: { choice: 2 } });
    expect(read('{"choice": "Proposal 3"}')).toMatchObject({ ok: false });
    expect(read('{"choice": "Proposal 1 or 2"}')).toMatchObject({ ok: false });
  });

  test('a ranking as a numbered list of candidates', () => {
    const { parse: read } = answerFormat(DIRECT);
    const [first, second] = DIRECT.candidates;
    const list = `Here it is:\n1. ${String(second?.id)} – ${second?.title ?? ''}\n2. ${first?.title ?? ''}\n\nReason: both are liked.`;
    expect(read(list)).toMatchObject({ ok: true, value: { recommendation: { items: [second?.id, first?.id] } } });
    expect(read('1. Nothing\n2. Nobody')).toMatchObject({ ok: false });
  });
});
