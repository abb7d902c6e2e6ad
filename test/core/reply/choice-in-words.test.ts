/** @file Proposals that words choose: which one, and where they choose none, or two. */
import { describe, expect, test } from 'vitest';
import { choiceInWords } from '../../../src/core/reply/choice-in-words.ts';

describe('a choice', () => {
  test.each([
    ['Candidate 2', 2],
    ['**Candidate 2**', 2],
    ['2', 2],
    ['**Choice:** 2', 2],
    ['Answer: Candidate 2. It tells the mean.', 2],
    ['Proposal 2 tells the mean of 3.5, which proposal 2 alone does.\n\n2', 2],
    ['Proposal 2 is about the person.\n**Choice:** 2', 2],
    ['They rated 12 films, as it says.\n2', 2],
    ['I would choose proposal 2 because it tells the mean.', 2],
    ['Option 2', 2],
    ['My answer is 2.', 2],
    ['Proposal 2 helps most, since it tells the mean.', 2],
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
    'Proposal 2 tells the mean.\n1',
    'Proposal 2 helps most, after proposal 1.',
    'I would not choose proposal 2.',
  ])('none: %j', (words) => {
    expect(choiceInWords(words)).toBeNull();
  });
});

test('a proposal is chosen over others in one sentence that says nothing else', () => {
  expect(choiceInWords('I would choose Proposal 2, since Proposal 1 found nothing.')).toEqual({ choice: 2 });
  expect(choiceInWords('I would choose Proposal 2 over Proposal 1')).toEqual({ choice: 2 });
  expect(choiceInWords('I would choose Proposal 2, but Proposal 1 is better.')).toBeNull();
  expect(choiceInWords('I would choose Proposal 2, since it is short. No: Proposal 1.')).toBeNull();
});

describe('a proposal that is the subject of the first words', () => {
  test.each([
    "**Proposal 1** helps most: it shows this user's own taste over 45 ratings, whereas Proposal 2 rests on only 3 ratings by other people.",
    'Proposal 1 is best; its mean of 3.5 is of this user, and Proposal 2 has none.',
    '**Proposal 1 is more useful**: proposal 2 found nothing.',
    'Proposal 1 is better, as it tells the taste, whereas Proposal 2 does not.',
    '**Proposal 1**, because Proposal 2 found nothing.',
  ])('is chosen over those that its reason names: %s', (words) => {
    expect(choiceInWords(words)).toEqual({ choice: 1 });
  });

  test.each([
    '**Proposal 1** looks up the mean, whereas **Proposal 2** reads reviews.',
    '**Proposal 1**: it is about another user, whereas Proposal 2 is about this one.',
    'Proposal 1 helps most: it tells the taste. Proposal 2 is about the film.',
    'Proposal 1 is better than Proposal 2.',
    'Proposal 1 helps most: it tells the taste, while Proposal 2 is best for the film.',
    'Proposal 1 helps most, as well as Proposal 2.',
  ])('is not where another may be meant: %s', (words) => {
    expect(choiceInWords(words)).toBeNull();
  });
});

describe('a label at the beginning of a line', () => {
  test.each([
    '**Choice:** Proposal 1\n\nIt shows the taste, which says more than the two reviews in Proposal 2.',
    'Answer: 1\nProposal 2 found nothing.',
    'Choice: 1, since Proposal 2 found nothing.',
    'Proposal 1 tells the mean, Proposal 2 reads reviews.\n\n**My choice: Proposal 1**',
    'Vote: 1. Proposal 1 is better than Proposal 2.',
  ])('wins over what sentences name: %j', (words) => {
    expect(choiceInWords(words)).toEqual({ choice: 1 });
  });

  test.each([
    'Choice: 1\nChoice: 2',
    'Choice: 1\n\nFinal answer: Proposal 2',
    'Choice: 1 or 2',
    'Choice: 1\n\nActually, Proposal 2.',
    'Choice: 1\n\nProposal 2 helps most.',
    'First choice: 1, proposal 2 behind it.',
  ])('says nothing where another may be meant: %j', (words) => {
    expect(choiceInWords(words)).toBeNull();
  });
});
