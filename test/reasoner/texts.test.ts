import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import type { State } from '../../src/core/planner.ts';
import type { ExplanationTask, SummarizationTask } from '../../src/core/task.ts';
import { readState } from '../../src/reasoner/finding.ts';
import { foundIn } from '../../src/core/found.ts';
import { aboutSubject, fill, subjectPlaces } from '../../src/tools/queries/query.ts';
import { textFamily, TEXT_QUERIES } from '../../src/reasoner/text/text-family.ts';
import type { SqlValue } from '../../src/core/database.ts';

const TASK: ExplanationTask = {
  type: 'explanation-generation',
  user: { id: 5, name: 'person 5' },
  item: { id: 12, title: 'Heat (1995)' },
  rating: 4.5,
  scale: { min: 0.5, max: 5, step: 0.5 },
  itemNoun: 'film',
  examples: [],
};
const HEADING: SummarizationTask = {
  type: 'review-summarization',
  user: TASK.user,
  item: TASK.item,
  review: 'I bought it for the trip, and the strap broke. The colour is lovely; a lovely bag all the same.',
  itemNoun: 'product',
  examples: [],
};
const calibrationOf = (type: (ExplanationTask | SummarizationTask)['type'], worths: Record<string, number> = {}) => ({
  rows: 1,
  slips: { users: [9], items: [{ id: 13, title: 'Ronin (1998)' }] },
  evidence: TEXT_QUERIES[type].map(({ name }) => ({ name, worth: worths[name] ?? 0.1 })),
});
const family = textFamily('explanation-generation', calibrationOf('explanation-generation'));
const random = createRandom(1);

/** The state of a question of the table whose statement gave these rows. */
function stateOf(
  type: (ExplanationTask | SummarizationTask)['type'],
  name: string,
  rows: readonly (readonly SqlValue[])[],
): State {
  const query = TEXT_QUERIES[type].find((one) => one.name === name);
  if (query === undefined) throw new TypeError(`no query ${name}`);
  const subject = { user: 5, item: TASK.item, items: [] };
  const input = fill(query.question, subjectPlaces(subject));
  const columns = ['a', 'b', 'c', 'd'];
  return {
    id: name,
    parent: null,
    thought: '',
    action: { tool: 'database', arguments: { question: input } },
    observation: '',
    found: foundIn(name, aboutSubject(subject), { columns, rows }),
    isEnd: false,
  };
}

function textOf(states: readonly State[], task: ExplanationTask | SummarizationTask = TASK): string {
  const own = task.type === TASK.type ? family : textFamily(task.type, calibrationOf(task.type));
  const findings = states.flatMap((state) => readState(state, task, own) ?? []);
  expect(findings).toHaveLength(states.length);
  const { recommendation } = own.believe(task, findings).answer(random);
  return recommendation.type === 'text' ? recommendation.text : '';
}

describe('an explanation', () => {
  const others = stateOf('explanation-generation', 'others-reviews', [
    [1, 'Dull. Very "dull".'],
    [4, 'The heist is a marvel.'],
  ]);
  const like = stateOf('explanation-generation', 'like-items-rated', [
    ['Casino (1995)', 2],
    ['Ronin (1998)', 4.5],
  ]);
  const features = stateOf('explanation-generation', 'liked-features', [
    ['Crime', 4.6, 12, 3.5],
    ['Drama', 3.4, 30, 3.5],
  ]);

  test('quotes those who gave what the person gave, and tells of the person', () => {
    expect(textOf([others, like])).toBe(
      'Somebody who gave it 4 wrote: “The heist is a marvel.” They gave 4.5 to Ronin (1998), which is rated much like it.',
    );
    expect(textOf([features])).toBe('Crime gets 4.6 from them on average (12 ratings), more than their usual 3.5.');
  });

  test('is not made up where nothing was found', () => {
    const nothing = stateOf('explanation-generation', 'others-reviews', []);
    const told = 'person 5 gave it 4.5. Nothing was found that says why.';
    expect(textOf([])).toBe(told);
    expect(textOf([nothing])).toBe(told);
    expect(textOf([], { ...TASK, rating: null })).toBe('Nothing was found that says why.');
  });

  test('takes the person’s own examples for what they wrote of other items, and nobody else’s', () => {
    const example = { item: { id: 7, title: 'Casino (1995)' }, rating: 4, text: 'Long, and none of it wasted.' };
    const own = { ...TASK, examples: [{ ...example, user: TASK.user }] };
    expect(textOf([], own)).toBe('Of Casino (1995) they wrote: “Long, and none of it wasted.”');
    const foreign = { ...TASK, examples: [{ ...example, user: { id: 6, name: 'person 6' } }] };
    expect(textOf([], foreign)).toContain('Nothing was found');
  });
});

describe('a heading', () => {
  test('is a piece of the review alone where nothing was found', () => {
    const words = textOf([], HEADING).toLowerCase();
    expect(words).toBe('the colour is lovely');
    expect(HEADING.review.toLowerCase()).toContain(words);
  });

  test('leans on the words of headings that were found, and is as long as they are', () => {
    const states = [stateOf('review-summarization', 'item-headings', [['Strap broke'], ['Broken strap']])];
    expect(textOf(states, HEADING)).toBe('The strap');
    const longer = [
      stateOf('review-summarization', 'own-headings', [['Good strap for a trip'], ['The strap came off']]),
    ];
    expect(textOf(longer, HEADING)).toBe('The strap broke');
  });
});
