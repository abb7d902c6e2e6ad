/** @file A language model plays the people of sessions: what it is told, and what becomes of what it replies. */
import { describe, expect, test } from 'vitest';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import { generatePeople } from '../../../src/environments/people/generate-people.ts';
import { createRandom } from '../../../src/core/random.ts';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import { createModelVisitor } from '../../../src/environments/sessions/model-visitor.ts';
import { traced } from '../../../src/models/decorate.ts';
import { foldSessions } from '../../../src/trace/sessions-fold.ts';
import { bookSessions, holdBookSessions } from '../../lab/sessions/books.ts';
import { scriptedModel } from '../../models/scripted-model.ts';

const page = (chosen: readonly (readonly [number, number])[], goesOn: boolean): string =>
  JSON.stringify({ chosen: chosen.map(([number, rating]) => ({ number, rating })), goesOn });

const spec = (changed = {}) =>
  bookSessions({
    environment: {
      ...bookSessions().environment,
      people: 2,
      rater: { name: 'test/scripted', options: {} },
    },
    recommenders: ['random'],
    rounds: 1,
    ...changed,
  });

const visitorOf = (model: LanguageModel) =>
  createModelVisitor({
    modelAt: (span) => traced(model, span),
    id: model.id,
    title: model.title,
    scale: writtenScale('1-5'),
  });

const sessionsWith = async (model: LanguageModel, changed = {}) =>
  foldSessions(await holdBookSessions(spec(changed), visitorOf(model))).worlds[0]?.sessions ?? [];

describe('a model that plays people', () => {
  test('chooses, rates and leaves as it replies', async () => {
    const model = scriptedModel({ 'look-at-page': [page([[2, 5]], true), page([], false)] });
    const [first] = await sessionsWith(model);
    expect(first?.pages.map(({ shown }) => shown.map(({ rating }) => rating))).toEqual([
      [null, 5, null, null],
      [null, null, null, null],
    ]);
    expect(first?.end).toMatchObject({ leaving: 'leaves', satisfaction: 0.5 });
  });

  test('is told of the person, the items and nothing that was held back: no drawn tastes, no recommender, no expectation', async () => {
    const model = scriptedModel({ 'look-at-page': page([], false) });
    await holdBookSessions(spec({ recommenders: ['item-cosine'] }), visitorOf(model));
    const [{ person } = { person: null }] = generatePeople(2, 'book', createRandom(1));
    const [asked] = model.requests;
    const prompt = asked?.messages.map(({ content }) => content).join('\n') ?? '';
    expect(prompt).toContain(person?.description ?? '?');
    expect(prompt).not.toMatch(/liked|disliked|cosine|recommender|expected|seed/i);
    expect(asked?.messages).toMatchSnapshot();
  });

  test.each([
    ['no reply', ''],
    ['an item that is not there', page([[9, 3]], true)],
    ['a rating that is not on the scale', page([[1, 7]], true)],
    [
      'an item twice',
      page(
        [
          [1, 3],
          [1, 5],
        ],
        true,
      ),
    ],
  ])('ends the session where %s can be read, with nothing made up', async (_, reply) => {
    const model = scriptedModel({ 'look-at-page': reply });
    const [first] = await sessionsWith(model);
    expect(first?.pages).toHaveLength(1);
    expect(first?.pages[0]?.problem).toBeTruthy();
    expect(first?.end).toMatchObject({ leaving: 'unread', satisfaction: null, comesBack: 0 });
  });
});
