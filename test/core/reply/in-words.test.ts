/** @file Replies in words where JSON was asked for: what they say, and where they say nothing, or two things. */
import { describe, expect, test } from 'vitest';
import {
  choiceInWords,
  membersInWords,
  orInWords,
  rankingInWords,
  stepInWords,
  textInWords,
  verdictInWords,
} from '../../../src/core/reply/in-words.ts';
import { readLabelledWords, withoutLabel } from '../../../src/core/reply/labels.ts';
import { readReply } from '../../../src/core/reply/read-reply.ts';

describe('a choice', () => {
  test.each([
    ['Candidate 2', 2],
    ['**Candidate 2**', 2],
    ['2', 2],
    ['**Choice:** 2', 2],
    ['Answer: Candidate 2. It tells the mean.', 2],
  ])('%j', (words, choice) => {
    expect(choiceInWords(words)).toEqual({ choice });
  });

  test.each([
    'Candidate 2 is wrong',
    'Candidate 2 or 1',
    'Candidate 2. Candidate 1 is as good.',
    '1. First the mean',
    '2.5',
    '2/3',
    '-2',
    'None of them.',
  ])('none: %j', (words) => {
    expect(choiceInWords(words)).toBeNull();
  });
});

describe('a verdict', () => {
  test.each([
    ['**Verdict:** keep. It concerns the right user.', 'keep', 'It concerns the right user.'],
    ['Keep', 'keep', ''],
    ['Prune: it is about another film.', 'prune', 'it is about another film.'],
  ])('%j', (words, verdict, reason) => {
    expect(verdictInWords(words)).toEqual({ verdict, reason });
  });

  test.each(['Keep or prune?', 'keep. No, prune.', 'Keep it?', 'Keeping is wrong.', 'It is fine.'])(
    'none: %j',
    (words) => {
      expect(verdictInWords(words)).toBeNull();
    },
  );
});

describe('members behind their names', () => {
  const read = membersInWords(['explore', 'reason']);
  test.each([
    [
      'Explore: false. Reason: the step shows how they write.',
      { explore: 'false.', reason: 'the step shows how they write.' },
    ],
    ['**Explore:** No. **Reason:** it is good.', { explore: 'No.', reason: 'it is good.' }],
    ['explore: true\nreason: "it is about another film"', { explore: 'true', reason: 'it is about another film' }],
  ])('%j', (words, members) => {
    expect(read(words)).toEqual(members);
  });

  test.each(['I would say: Explore: false.', 'Explore: false.\nExplore: true.', 'There is no need.'])(
    'none: %j',
    (words) => {
      expect(read(words)).toBeNull();
    },
  );

  test('a step ends before the observation that nobody has told yet', () => {
    expect(
      stepInWords('Thought: First the mean.\nTool: database\nInput: What is the mean?\nObservation: It is 4.'),
    ).toEqual({
      thought: 'First the mean.',
      tool: 'database',
      input: 'What is the mean?',
    });
    expect(stepInWords('Thought: First the mean.\nAction: database "What is the mean?"')).toEqual({
      thought: 'First the mean.',
      tool: 'database',
      input: 'What is the mean?',
    });
  });
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
    expect(readLabelledWords('The mean is 3.5.')).toEqual({ ok: true, value: 'The mean is 3.5.' });
    expect(readLabelledWords('Answer:')).toEqual({ ok: true, value: 'Answer:' });
  });
});
