import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { createPhrasebook, writeSentence } from '../../src/reasoner/phrasebook.ts';
import { fill, subjectPlaces, type Subject } from '../../src/trace/phrases/template.ts';
import { entitiesOf, type Query } from '../../src/reasoner/query.ts';
import { RANKING_QUERIES } from '../../src/reasoner/ranking-queries.ts';
import { RATING_QUERIES } from '../../src/reasoner/rating-queries.ts';
import { summarize, tell, translate } from '../../src/reasoner/translate.ts';

const TABLES = [
  ['rating', RATING_QUERIES],
  ['ranking', RANKING_QUERIES],
] as const;
const asked = (queries: readonly Query[]): Query[] => queries.filter(({ tool }) => tool === 'database');

const subject = fc.record({
  user: fc.integer({ min: -5, max: 1e6 }),
  item: fc.record({ id: fc.integer({ min: 0, max: 1e6 }), title: fc.string({ unit: 'binary', maxLength: 40 }) }),
  items: fc.uniqueArray(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 100 }),
});

function subjectFor(
  query: Query,
  { user, item, items }: { user: number; item: { id: number; title: string }; items: number[] },
): Subject {
  const entities = entitiesOf(query);
  return {
    user: entities.includes('user') ? user : null,
    item: entities.includes('item') ? { id: item.id, title: item.title.replaceAll(/\s+/g, ' ').trim() } : null,
    items: query.question.includes('{items}') ? items : [],
  };
}

describe.each(TABLES)('the words of %s queries', (_, queries) => {
  const book = createPhrasebook(queries);

  test.each(asked(queries).map((query) => [query.name, query] as const))(
    '%s: a question is read back as it was meant',
    (_name, query) => {
      fc.assert(
        fc.property(subject, (any) => {
          const meant = subjectFor(query, any);
          const text = fill(query.question, subjectPlaces(meant));
          expect(book.readQuestion(text)).toEqual({ query, subject: meant });
          if (meant.items.length > 0)
            expect(query.sql(meant)).toContain(meant.items.toSorted((a, b) => a - b).join(', '));
          else
            expect(JSON.parse(translate({ type: 'sql', question: text, schema: '', failed: null }))).toEqual({
              sql: query.sql(meant),
            });
        }),
        { numRuns: 50 },
      );
    },
  );

  test.each(asked(queries).map((query) => [query.name, query] as const))(
    '%s: a sentence is read back with its numbers',
    (_name, query) => {
      if (query.kind === 'retrieval') return;
      const meant = subjectFor(query, { user: 599, item: { id: 6, title: 'Heat (1995)' }, items: [7, 3, 9] });
      const isList = meant.items.length > 0;
      const columns = isList ? ['item_id', 'value', 'support'] : ['value', 'support'];
      const rows = isList
        ? [
            [9, 1.25, 12],
            [7, -0.5, 12],
          ]
        : [[-0.12345, 12.5]];
      const sentence = writeSentence({ query, subject: meant }, columns, rows);
      const answer = book.readSentence({ query, subject: meant }, sentence);
      if (isList) {
        const none = query.missing === undefined ? [[3, 0] as const] : [];
        expect(answer?.values).toEqual(new Map<number, number>([[7, -0.5], ...none, [9, 1.25]]));
      } else {
        expect(answer).toMatchObject({ value: -0.1235, support: 12.5 });
      }
      for (const entity of entitiesOf({ ...query, thought: '', question: query.sentence })) {
        expect(answer?.subject[entity], sentence).toEqual(meant[entity]);
      }
    },
  );

  test('where nothing is on record, the sentence says so and the support is 0', () => {
    // In a list, what has no row counts as none.
    const alone = asked(queries).filter(({ question }) => !question.includes('{items}'));
    for (const query of alone) {
      const meant = subjectFor(query, { user: 599, item: { id: 6, title: 'Heat (1995)' }, items: [7] });
      const sentence = writeSentence(
        { query, subject: meant },
        ['value', 'support'],
        [[null, 0]].slice(query.kind === 'retrieval' ? 1 : 0),
      );
      expect(sentence).toMatch(/^Nothing is on record/);
      expect(book.readSentence({ query, subject: meant }, sentence)).toMatchObject({ value: null, support: 0 });
    }
  });

  test('what no template wrote is not read', () => {
    const [query] = asked(queries);
    expect(book.readQuestion('What is the meaning of life?')).toBeNull();
    if (query === undefined) throw new TypeError('no query');
    const meant = subjectFor(query, { user: 1, item: { id: 1, title: 'x' }, items: [1] });
    expect(book.readSentence({ query, subject: meant }, 'The query failed: no such table.')).toBeNull();
  });
});

describe('requests of tools', () => {
  test('a question without a rule gets a reply that holds no SQL', () => {
    const reply = translate({ type: 'sql', question: 'Who is best?', schema: '', failed: null });
    expect(reply).not.toContain('{');
    expect(reply).not.toMatch(/^\s*(select|with)/i);
  });

  test('a statement that failed is not tried again', () => {
    const question = 'What is the average rating given by user 5?';
    const { sql } = JSON.parse(translate({ type: 'sql', question, schema: '', failed: null })) as { sql: string };
    expect(translate({ type: 'sql', question, schema: '', failed: { sql, error: 'no' } })).not.toContain('SELECT');
  });

  test('rows of a question without a rule are told as they stand', () => {
    const purpose = { type: 'sentence', question: 'Who?', columns: ['name', 'n'], truncated: false } as const;
    expect(tell({ ...purpose, rows: [['Ann', 2]] }, 240, createRandom(1))).toBe('Found: name Ann, n 2.');
    expect(tell({ ...purpose, rows: [] }, 240, createRandom(1))).toBe('Nothing was found.');
  });

  test('a summary is made of sentences of the texts', () => {
    const texts = [
      'The pacing drags. Great actors carry great scenes.',
      'Great scenes, great actors. My bus was late.',
    ];
    const summary = summarize({ type: 'summarize', title: 'Heat', texts });
    expect(summary).toContain('Great actors carry great scenes.');
    expect(summary).not.toContain('bus was late');
    expect(summarize({ type: 'summarize', title: 'Heat', texts: [] })).toBe('Nobody wrote about Heat.');
  });
});
