/** @file Answers in words where Finish is the only action that can be taken. */
import { describe, expect, test } from 'vitest';
import type { Task } from '../../../../src/core/task.ts';
import { ANALYSE } from '../../../../src/recommenders/macrec/agents/analyst.ts';
import { parseAction } from '../../../../src/recommenders/macrec/agents/read-action.ts';
import { finishKind } from '../../../../src/recommenders/macrec/finish.ts';

const rating = finishKind({ type: 'rating-prediction', scale: { min: 1, max: 5, step: 1 } } as unknown as Task);
const candidates = [2814, 429, 1632].map((id) => ({ id, title: `Film ${id}` }));
const ranking = finishKind({ type: 'sequential-recommendation', candidates } as unknown as Task);

describe('a rating', () => {
  const told = "Based on the user's history of period films, here is my answer:\n\n**Rating:** 3 out of 5";

  test.each([told, `${told}\n**Reason:** the user likes 4 of 6 of them.`, 'Here you go.\n\nFinish: 3'])(
    'behind its label in one line: %s',
    (text) => {
      for (const form of ['json', 'text'] as const)
        expect(parseAction(text, [rating], form)).toMatchObject({ ok: true, value: { type: 'Finish', content: 3 } });
    },
  );

  test.each([
    `${told}\n\nRating: 4`,
    `${told}\n\nOn second thought: 4`,
    `I would rate it 4.\n\n**Rating:** 3`,
    told.replace('5', '10'),
    told.replace('3 out of 5', '3 or 4'),
  ])('none where another may be meant: %s', (text) => {
    expect(parseAction(text, [rating], 'json').ok).toBe(false);
  });

  test('none where another action can be taken', () => {
    expect(parseAction(told, [ANALYSE, rating], 'json').ok).toBe(false);
  });
});

describe('a ranking', () => {
  test.each([
    'My ranking, the likeliest first:\n\n```json\n[2814, 429, 1632]\n```',
    'My ranking:\n\n1. 2814: Film 2814\n2. Film 429\n3. Film 1632\n\nIt follows the means.',
  ])('is the one list of candidates: %s', (text) => {
    expect(parseAction(text, [ranking], 'json')).toMatchObject({ ok: true, value: { content: [2814, 429, 1632] } });
  });

  test.each(['They gave [4, 5, 3].', '[2814, 429, 1632] or [429, 2814, 1632]', 'My ranking: [2814, 429,'])(
    'is no other list, and none of two: %s',
    (text) => {
      expect(parseAction(text, [ranking], 'json').ok).toBe(false);
    },
  );

  test('none where another action can be taken', () => {
    expect(parseAction('[2814, 429, 1632]', [ANALYSE, ranking], 'json').ok).toBe(false);
  });

  test('is a list of all candidates that is called one, whatever else can be done', () => {
    const list = '1. Film 2814 (ID: 2814)\n2. Film 429 (ID: 429)\n3. Film 1632 (ID: 1632)';
    const told = `Here is the ranking of the candidates for user 9, from most to least likely:\n\n${list}`;
    expect(parseAction(told, [ANALYSE, ranking], 'json')).toMatchObject({
      ok: true,
      value: { type: 'Finish', content: [2814, 429, 1632] },
    });
    expect(parseAction(`I would look at these:\n\n${list}`, [ANALYSE, ranking], 'json').ok).toBe(false);
    expect(parseAction(told.replace(/\n3.*$/u, ''), [ANALYSE, ranking], 'json').ok).toBe(false);
  });
});

describe('a final answer', () => {
  test.each([
    'I now know the final answer.\nFinal Answer: 3',
    'Final Answer: 3',
    '**Final:** 3',
    'Two of like taste gave it 3.\nSo, my final answer is: 3',
  ])('is Finish, as agents of LangChain end: %s', (told) => {
    expect(parseAction(told, [ANALYSE, rating], 'json')).toMatchObject({
      ok: true,
      value: { type: 'Finish', content: 3 },
    });
  });

  test.each([
    'Final Answer: 3\nAction: Analyse[user, 4]',
    'The final answer is not known yet.',
    'Final Answer: the user is fond of it',
    'Final Answer: 3\nFinal Answer: 4',
    'Action: Analyse[user, 4]\nObservation: 3.5\nFinal Answer: 3',
  ])('none where another action follows, or nothing of its kind: %s', (text) => {
    const reading = parseAction(text, [ANALYSE, rating], 'json');
    expect(reading.ok && reading.value.type === 'Finish').toBe(false);
  });
});
