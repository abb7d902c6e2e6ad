import { describe, expect, test } from 'vitest';
import { parseSessionsSpec, SESSION_RECOMMENDERS } from '../../../src/lab/sessions/run-sessions.ts';
import { SessionsFold } from '../../../src/trace/sessions-fold.ts';
import { bookSessions, holdBookSessions } from './books.ts';

async function held(recommender: string, changed = {}): Promise<SessionsFold> {
  const fold = new SessionsFold();
  for (const event of await holdBookSessions(bookSessions({ recommender, ...changed }))) fold.add(event);
  return fold;
}

describe('sessions of people by rules', () => {
  test('are the same for the same seed, and others for another one', async () => {
    const spec = bookSessions({ recommender: 'bpr-mf' });
    const events = await holdBookSessions(spec);
    expect(await holdBookSessions(spec)).toEqual(events);
    expect(await holdBookSessions({ ...spec, seed: 2 })).not.toEqual(events);
  });

  test('hold for every recommender: nobody sees an item twice in a session, and none that they rated again', async () => {
    for (const { name } of SESSION_RECOMMENDERS) {
      const { sessions } = await held(name);
      expect(sessions.length, name).toBeGreaterThanOrEqual(8);
      const rated = new Set<string>();
      for (const { user, pages } of sessions) {
        const shown = pages.flatMap((page) => page.shown);
        const items = shown.map(({ item }) => item);
        expect(new Set(items).size, name).toBe(items.length);
        for (const page of pages) expect(page.shown.length).toBeLessThanOrEqual(4);
        expect(items.filter((item) => rated.has(`${user} ${item}`))).toEqual([]);
        for (const { item, rating } of shown) if (rating !== null) rated.add(`${user} ${item}`);
      }
    }
  });

  test('are longer, and followed by more, with an oracle than by chance', async () => {
    const [oracle, random] = await Promise.all(
      ['oracle', 'random'].map(async (name) => (await held(name, { rounds: 2, pages: 10 })).rounds[1]!),
    );
    for (const measure of ['chosen', 'came', 'depth'] as const)
      expect(oracle![measure]).toBeGreaterThan(random![measure] ?? NaN);
  });
});

test('a spec says which field is wrong', () => {
  expect(() => parseSessionsSpec({ recommender: 'nobody' })).toThrow(/recommender/);
  expect(() => parseSessionsSpec({ patience: -1 })).toThrow(/patience/);
  const environment = { rater: { name: 'endpoint/some-model', options: {} } };
  expect(() => parseSessionsSpec({ environment })).toThrow(/rater.name: .*choose rules/);
  expect(parseSessionsSpec(parseSessionsSpec({}))).toEqual(parseSessionsSpec({}));
});
