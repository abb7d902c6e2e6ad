/** @file Replies in words where JSON was asked for: what they say, and where they say nothing, or two things. */
import { describe, expect, test } from 'vitest';
import { choiceInWords } from '../../../src/core/reply/choice-in-words.ts';
import {
  orInWords,
  quotedBehind,
  rankingInWords,
  ratingInWords,
  stepInWords,
  textInWords,
  verdictInWords,
} from '../../../src/core/reply/in-words.ts';
import { readLabelledWords, withoutLabel } from '../../../src/core/reply/labels.ts';
import { readReply } from '../../../src/core/reply/read-reply.ts';

describe('a verdict', () => {
  test.each([
    ['**Verdict:** keep. It concerns the right user.', 'keep', 'It concerns the right user.'],
    ['Keep', 'keep', ''],
    ['Prune: it is about another film.', 'prune', 'it is about another film.'],
    ['**Verdict: Keep**\n\nNothing here has to be pruned.', 'keep', 'Nothing here has to be pruned.'],
    [
      'It is about her.\n\nAnswer: Prune, since she did not ask to keep it.',
      'prune',
      'since she did not ask to keep it.',
    ],
  ])('%j', (words, verdict, reason) => {
    expect(verdictInWords(words)).toEqual({ verdict, reason });
  });

  test.each([
    'Verdict: keep\nVerdict: prune',
    'Verdict: keep\n\nActually, prune it.',
    'Verdict: keep or prune',
    'Keep or prune?',
    'keep. No, prune.',
    'Keep it?',
    'Keeping is wrong.',
    'It is fine.',
  ])('none: %j', (words) => {
    expect(verdictInWords(words)).toBeNull();
  });
});

test('the one paragraph in quotes behind a colon is the text', () => {
  const told = 'Here is it, as Ines would write it:\n\n"A fine film."\n\nI kept it short.';
  expect(textInWords(told)).toEqual({ text: 'A fine film.' });
  expect(textInWords(`${told}\n\nOr:\n\n"A good film."`)).toBeNull();
  const dressed = `Sure! Here's a 5-star explanation in Wendell's voice:\n\n**"It takes my breath away."**\n\nLet me know if you'd like another length!`;
  expect(textInWords(dressed)).toEqual({ text: 'It takes my breath away.' });
  expect(textInWords(dressed.replace('**"It', '*"It').replace('."**', '."*'))).toEqual({
    text: 'It takes my breath away.',
  });
  expect(textInWords(dressed.replace('voice:', 'voice.'))).toBeNull();
});

describe('members behind their names', () => {
  const EXPLORE = {
    type: 'object',
    properties: { explore: { type: 'boolean' }, reason: { type: 'string', default: '' } },
    required: ['explore'],
  };
  test.each([
    ['Explore: false. Reason: the step shows how they write.', false, 'the step shows how they write.'],
    ['**Explore:** No. **Reason:** it is good.', false, 'it is good.'],
    ['explore: true\nreason: "it is about another film"', true, 'it is about another film'],
    ['Explore: no, the step is good.', false, 'the step is good.'],
    ['**Explore alternative:** 0', false, ''],
  ])('%j', (words, explore, reason) => {
    expect(readReply(words, EXPLORE)).toMatchObject({ ok: true, value: { explore, reason } });
  });

  test.each([
    'I would say: Explore: false.',
    'Explore: false.\nExplore: true.',
    'Explore: no, or yes',
    'There is no need.',
  ])('none: %j', (words) => {
    expect(readReply(words, EXPLORE).ok).toBe(false);
  });
});

describe('a step', () => {
  const STEP = { thought: 'First the mean.', tool: 'database', input: 'What is the mean?' };
  test.each([
    'Thought: First the mean.\nTool: database\nInput: What is the mean?\nObservation: It is 4.',
    'Thought: First the mean.\nAction: database "What is the mean?"',
    'Step 1\nThought: First the mean.\nAction: database "What is the mean?"\nObservation: It is 4.\nStep 2\nThought: Next.',
    '**Step 1, at the start**\n**Thought:** First the mean.\n**Action:** database("What is the mean?")\n\n**Step 2**\n**Thought:** Next.\n**Action:** end',
    'Thought: First the mean.\nAction: database\nAction Input: "What is the mean?"',
    'First the mean.\nAction: database["What is the mean?"]',
    'Thought: First the mean.\nAction: database\nInput: The question is "What is the mean?"',
    'Thought: First the mean.\nAction: database\nAction Input: What is the mean?\nThought: Then more.\nAction: search\nAction Input: Heat',
  ])('%j', (words) => {
    expect(stepInWords(words)).toEqual(STEP);
  });

  test('as Llama and function calls name it', () => {
    expect(stepInWords('<function=database>{"question": "What is the mean?"}</function>')).toEqual({
      thought: '',
      tool: 'database',
      input: { question: 'What is the mean?' },
    });
    expect(stepInWords('Action: database.query("What is the mean?")')).toMatchObject({
      tool: 'database.query',
      input: 'What is the mean?',
    });
  });

  test('has its input as JSON too, but not where that is cut off', () => {
    const before = 'Thought: First the mean.\nAction: database\nAction Input: ';
    expect(stepInWords(`${before}{"question": "What is the mean?"}`)).toEqual({
      ...STEP,
      input: { question: 'What is the mean?' },
    });
    expect(stepInWords(`${before}{"question": "What is`)).toMatchObject({ input: '' });
  });

  test('as a call that is all that was written', () => {
    for (const words of ['database("What is the mean?")', '<|python_tag|>database(question="What is the mean?")'])
      expect(stepInWords(words)).toEqual({ thought: '', tool: 'database', input: 'What is the mean?' });
  });

  test.each(['Thought: First the mean.', 'I would ask the database.', 'Action: database\nAction: search'])(
    'none: %j',
    (words) => {
      expect(stepInWords(words)).toBeNull();
    },
  );
});

describe('a rating', () => {
  test.each([
    ['4.5', '4.5'],
    ['**4/5**', '4/5'],
    ['4.5 out of 5', '4.5 out of 5'],
    ['I would rate it 4.', '4'],
    ['The predicted rating is 3.5.', '3.5'],
    ['I predict a rating of 4.', '4'],
    ['4 (out of 5)', '4 out of 5'],
    ['★★★★☆', '★★★★☆'],
  ])('%j', (words, rating) => {
    expect(ratingInWords(words)).toEqual({ rating });
  });

  test('stands behind its reason on the last line', () => {
    expect(ratingInWords('They rated 12 films.\n\n**4**')).toEqual({ rating: '4', reason: 'They rated 12 films.' });
  });

  test.each(['4 or 5', '3.5-4', 'four', 'They rated 12 films.', 'The rating is not 4'])('none: %j', (words) => {
    expect(ratingInWords(words)).toBeNull();
  });
});

test('a text in quotes behind words', () => {
  expect(quotedBehind('The query is "films like Heat"')).toBe('films like Heat');
  expect(quotedBehind('Here is a title:\n\n“A fine gift”')).toBe('A fine gift');
  expect(quotedBehind('The "best" title is "A fine gift"')).toBeNull();
  expect(quotedBehind('They said "no"')).toBeNull();
});

describe('a ranking', () => {
  test('is a list that is numbered from one', () => {
    expect(
      rankingInWords('Here it is:\n\n1. 2053 – Stranger Than Fiction (2006)\n2. **The Holiday**\n\nReason: comedies.'),
    ).toEqual({
      ranking: ['2053 – Stranger Than Fiction (2006)', 'The Holiday'],
      reason: 'comedies.',
    });
  });

  test.each(['1. The Holiday', '2. The Holiday\n3. Heat', '1. Heat\n1. The Holiday', 'Heat'])('none: %j', (words) => {
    expect(rankingInWords(words)).toBeNull();
  });
});

describe('a text', () => {
  test.each([
    ['**Title:** "Gift card, what can I say"', 'Gift card, what can I say'],
    ['Heading: A fine gift', 'A fine gift'],
    ['The title is "A fine gift".', 'A fine gift'],
    ['Here is the explanation:\n\nA fine film.', 'A fine film.'],
    ['"A good thriller: the reveal is handled with care."', 'A good thriller: the reveal is handled with care.'],
  ])('%j', (words, text) => {
    expect(textInWords(words)).toEqual({ text });
  });

  test.each(['I cannot do that.', 'Title:', 'Title: A gift\n\nIs that fine?'])('none: %j', (words) => {
    expect(textInWords(words)).toBeNull();
  });
});

test('words are read with a note, JSON is not read twice, and what the words do not say stays a problem', () => {
  const schema = {
    type: 'object',
    properties: { choice: { type: 'integer', minimum: 1, maximum: 3 } },
    required: ['choice'],
  };
  const parse = orInWords((text) => readReply(text, schema), choiceInWords);
  const note = 'it was written in words, not as JSON';
  expect(parse('<think>1 or 2?</think>Candidate 2')).toEqual({ ok: true, value: { choice: 2 }, note });
  expect(parse('{"choice": 3}')).toEqual({ ok: true, value: { choice: 3 } });
  expect(parse('Draft: Candidate 1. Final answer: Candidate 2')).toMatchObject({ ok: true, value: { choice: 2 } });
  expect(parse('<answer>Candidate 2</answer>')).toMatchObject({ ok: true, value: { choice: 2 } });
  expect(parse('Candidate 4')).toEqual({ ok: false, problem: 'it holds no JSON object' });
  expect(parse('Candidate 2 {"choice": ')).toMatchObject({ ok: false });
});

describe('a label', () => {
  test.each([
    ['**Thought 2:** The mean is known.', 'The mean is known.'],
    ['**Thought 2**: The mean is known.', 'The mean is known.'],
    ['Thought: The **mean** is known.', 'The **mean** is known.'],
    ['**Thought 2: The mean is known.**', 'The mean is known.'],
    ['The thought: it is known.', 'The thought: it is known.'],
  ])('%j', (written, text) => {
    expect(withoutLabel(written, ['thought']).text).toBe(text);
  });

  test('before words goes with a note', () => {
    const note = 'a label before the words was overlooked';
    expect(readLabelledWords('**Answer:** The mean is 3.5.')).toEqual({ ok: true, value: 'The mean is 3.5.', note });
    expect(readLabelledWords('<answer>The mean is 3.5.</answer>')).toMatchObject({ value: 'The mean is 3.5.' });
    expect(readLabelledWords('Recommender: See Heat.', ['recommender'])).toMatchObject({ value: 'See Heat.' });
    expect(readLabelledWords('The mean is 3.5.')).toEqual({ ok: true, value: 'The mean is 3.5.' });
    expect(readLabelledWords('Answer:')).toEqual({ ok: true, value: 'Answer:' });
  });
});
