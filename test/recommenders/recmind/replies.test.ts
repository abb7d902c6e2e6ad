/** @file How RecMind's steps are read. */
import { describe, expect, test } from 'vitest';
import type { Task } from '../../../src/core/task.ts';
import { answerFormat } from '../../../src/recommenders/recmind/answer-format.ts';
import { inspireFormat, stepFormat, voteFormat } from '../../../src/recommenders/recmind/replies.ts';

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

describe('what models reply in place of the JSON that was asked for', () => {
  const user = { id: 1, name: 'Farid' };
  const candidates = [
    { id: 2053, title: 'Stranger Than Fiction (2006)' },
    { id: 2353, title: 'The Holiday (2006)' },
  ];
  const ranked = { recommendation: { type: 'ranking', items: [2353, 2053] } };
  const ranking = answerFormat({ type: 'direct-recommendation', user, candidates } as unknown as Task).parse;
  const text = answerFormat({ type: 'explanation-generation', user, item: candidates[0] } as unknown as Task).parse;

  test.each([
    [
      'a labelled step',
      parse('Thought: First.\nTool: database\nInput: The mean?'),
      { tool: 'database', input: 'The mean?' },
    ],
    ['a step as prompts show it', parse('Thought: First.\nAction: database "The mean?"'), { tool: 'database' }],
    ['labelled members', inspireFormat.parse('**Explore:** No. **Reason:** it is good.'), { explore: false }],
    ['a proposal by its heading', voteFormat(2).parse('{"choice": "Proposal 2"}'), { choice: 2 }],
    ['a numbered list', ranking('1. 2353 – The Holiday (2006)\n2. 2053 – Stranger Than Fiction (2006)'), ranked],
    ['items with their ids', ranking('{"ranking": [{"id": 2353, "title": "The Holiday"}, {"id": 2053}]}'), ranked],
    [
      'a text by the name of the problem',
      text('{"title": "Good"}'),
      { recommendation: { type: 'text', text: 'Good' } },
    ],
    ['a text in quotes', text('"Good."'), { recommendation: { type: 'text', text: 'Good.' } }],
  ])('%s', (_, reading, value) => {
    expect(reading).toMatchObject({ ok: true, value });
  });
});
