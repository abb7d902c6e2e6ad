import { describe, expect, test } from 'vitest';
import { SESSION_RECOMMENDERS } from '../../../src/lab/sessions/session-recommenders.ts';
import { parseSessionsSpec } from '../../../src/lab/sessions/run-sessions.ts';
import { meanOf, valuesOf, type LivedWorld, type RoundMeasure } from '../../../src/trace/sessions-fold.ts';
import { foldSessions } from '../../trace/fold-sessions.ts';
import { bookSessions, holdBookSessions } from './books.ts';

const worldsOf = async (recommenders: readonly string[], changed = {}): Promise<readonly LivedWorld[]> =>
  foldSessions(await holdBookSessions(bookSessions({ recommenders, ...changed }))).worlds;

describe('sessions of people by rules', () => {
  test('are the same for the same seed, and others for another one', async () => {
    const spec = bookSessions({ recommenders: ['random', 'item-cosine', 'bpr-mf'] });
    const events = await holdBookSessions(spec);
    expect(await holdBookSessions(spec)).toEqual(events);
    expect(await holdBookSessions({ ...spec, seed: 2 })).not.toEqual(events);
  });

  test('hold for every recommender: nobody sees an item twice in a session, and none that they rated again but where it is always the same', async () => {
    const names = SESSION_RECOMMENDERS.map(({ name }) => name);
    for (const { recommender, sessions } of await worldsOf(names)) {
      expect(sessions.length, recommender).toBeGreaterThanOrEqual(8);
      const rated = new Set<string>();
      for (const { user, pages } of sessions) {
        const items = pages.flatMap(({ shown }) => shown.map(({ item }) => item));
        expect(new Set(items).size, recommender).toBe(items.length);
        for (const page of pages) expect(page.shown.length).toBeLessThanOrEqual(4);
        if (recommender !== 'same') expect(items.filter((item) => rated.has(`${user} ${item}`))).toEqual([]);
        for (const { item, rating } of pages.flatMap(({ shown }) => shown)) {
          if (rating === null) continue;
          expect(rated.has(`${user} ${item}`), `${recommender} rates ${item} once`).toBe(false);
          rated.add(`${user} ${item}`);
        }
      }
    }
  });

  test('are longer, and followed by more, with an oracle than by chance, and by chance than with the worst first', async () => {
    const events = await holdBookSessions(
      bookSessions({ recommenders: ['worst', 'random', 'oracle'], rounds: 2, pages: 10 }),
    );
    const last = foldSessions(events).rounds.filter(({ round }) => round === 2);
    const of = (name: string, measure: RoundMeasure): number => {
      const round = last.find(({ recommender }) => recommender === name);
      return (round === undefined ? null : meanOf(valuesOf(round, measure))) ?? 0;
    };
    for (const measure of ['chosen', 'came'] as const) {
      expect(of('oracle', measure)).toBeGreaterThan(of('random', measure));
      expect(of('random', measure)).toBeGreaterThan(of('worst', measure));
    }
    expect(of('oracle', 'depth')).toBeGreaterThan(of('random', 'depth'));
  });
});

test('a spec says which field is wrong', () => {
  expect(() => parseSessionsSpec({ recommenders: ['ease', 'ease'] })).toThrow(/recommenders/);
  expect(() => parseSessionsSpec({ patience: -1 })).toThrow(/patience/);
  const environment = { rater: { name: 'endpoint/some-model', options: {} } };
  expect(() => parseSessionsSpec({ environment })).toThrow(/rater.name: .*choose rules/);
  expect(parseSessionsSpec(parseSessionsSpec({}))).toEqual(parseSessionsSpec({}));
});
