import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeSentence } from '../../src/reasoner/translate.ts';
import { idsInSql } from '../../src/tools/statements.ts';
import {
  aboutSubject,
  entitiesOf,
  fill,
  subjectPlaces,
  type Query,
  type Subject,
} from '../../src/tools/queries/query.ts';
import { RANKING_QUERIES } from '../../src/tools/queries/ranking.ts';
import { RATING_QUERIES } from '../../src/tools/queries/rating.ts';
import { resolveQuestion } from '../../src/tools/queries/texts.ts';

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

describe.each(TABLES)('the questions of %s queries', (_, queries) => {
  test.each(asked(queries).map((query) => [query.name, query] as const))(
    '%s is resolved as it was meant',
    (_name, query) => {
      fc.assert(
        fc.property(subject, (any) => {
          const meant = subjectFor(query, any);
          const text = fill(query.question, subjectPlaces(meant));
          expect(resolveQuestion(text)).toEqual({ query, subject: meant });
          // What the tool says the statement is about is what was asked.
          const { users, items } = aboutSubject(meant);
          const about = idsInSql(query.sql(meant));
          expect(new Set(about.items)).toEqual(new Set(items));
          expect(new Set(about.users)).toEqual(new Set(users));
        }),
        { numRuns: 20 },
      );
    },
  );

  test('where nothing is on record, the sentence says so', () => {
    for (const query of asked(queries).filter(({ question }) => !question.includes('{items}'))) {
      const meant = subjectFor(query, { user: 599, item: { id: 6, title: 'Heat (1995)' }, items: [7] });
      const rows = [[null, 0]].slice(query.kind === 'retrieval' ? 1 : 0);
      expect(writeSentence({ query, subject: meant }, ['value', 'support'], rows)).toMatch(/^Nothing is on record/);
    }
  });
});

test('a question in other words is no prepared one', () => {
  expect(resolveQuestion('What is the meaning of life?')).toBeNull();
});
