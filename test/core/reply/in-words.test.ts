/** @file Replies in words where JSON was asked for: what they say, and where they say nothing, or two things. */
import { describe, expect, test } from 'vitest';
import {
  choiceInWords,
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
    ['Proposal 2', 2],
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

describe('a step', () => {
  const thought = 'I should see what they wrote.';
  test.each([
    [`Thought: ${thought}\nTool: database\nInput: What did user 281 write?`, 'database', 'What did user 281 write?'],
    [
      `**Thought:** ${thought}\n**Action:** database "What did user 281 write?"`,
      'database',
      'What did user 281 write?',
    ],
    [`Thought: ${thought}\nAction: search "Heat"\nObservation: It is a film.`, 'search', 'Heat'],
    [`Thought: ${thought}\nAction: end ""`, 'end', ''],
  ])('%j', (words, tool, input) => {
    expect(stepInWords(words)).toEqual({ thought, tool, input });
  });

  test.each([
    'I would ask the database.',
    'Thought: I ask.',
    'Action: database "What?"',
    `Thought: one\nAction: database "a"\nAction: search "b"`,
    `Thought: one\nTool: database "a"\nInput: b`,
    `Thought: one\nThen I ask.\nTool: database\nInput: b`,
  ])('none: %j', (words) => {
    expect(stepInWords(words)).toBeNull();
  });
});

describe('a ranking', () => {
  test('is one list that is numbered from 1', () => {
    expect(rankingInWords('Here it is:\n\n1. 2053 – Heat (1995)\n2. Granite\n\nReason: the user likes both.')).toEqual({
      ranking: ['2053 – Heat (1995)', 'Granite'],
      reason: '',
    });
  });

  test.each(['1. Heat', '1. Heat\n2. Granite\nWorse:\n1. Alien\n2. Saw', '2. Heat\n3. Granite', 'Heat, then Granite'])(
    'none: %j',
    (words) => {
      expect(rankingInWords(words)).toBeNull();
    },
  );
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
