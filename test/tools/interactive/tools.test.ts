/** @file The tools of a conversation on a real catalogue: what they keep, and what they say of what they could not do. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { CandidateBus } from '../../../src/core/candidate-bus.ts';
import type { Json } from '../../../src/core/json.ts';
import { createRandom } from '../../../src/core/random.ts';
import { dialogueToolNamed } from '../../../src/tools/interactive/registry.ts';
import { TitleIndex } from '../../../src/tools/interactive/title-index.ts';
import { datasetOf } from '../../data/dataset.ts';
import { openMadeUp, type Opened } from '../../recommenders/interec/open-made-up.ts';

const { signal } = new AbortController();
let opened: Opened;
beforeAll(async () => {
  opened = await openMadeUp();
});

async function use(
  name: string,
  input: Json,
  bus = new CandidateBus(
    opened.dataset.items.map(({ id }) => id),
    createRandom(1),
  ),
) {
  const tool = dialogueToolNamed(name);
  if (tool === null) throw new Error(`no tool ${name}`);
  return tool.use(input, { catalogue: opened.catalogue, bus, signal });
}
const idsOf = async (name: string, input: Json): Promise<readonly number[]> =>
  (await use(name, input)).kept?.items ?? [];
const items = () => opened.dataset.items;

describe('map', () => {
  const row = (user: number, item: number, rating: number) => ({ user, item, rating, time: item, review: null });
  const among = async (titles: readonly string[], input: Json) => {
    const dataset = datasetOf([row(1, 2, 0.5), row(1, 1, 4), row(2, 1, 4), row(3, 1, 5)], 3, titles.length);
    const named = { ...dataset, items: dataset.items.map((item, at) => ({ ...item, title: titles[at] ?? '' })) };
    const made = await openMadeUp({
      ...named,
      items: named.items.map((item) => ({ ...item, attributes: { ...item.attributes, director: 'A. Maker' } })),
    });
    const bus = new CandidateBus(
      made.dataset.items.map(({ id }) => id),
      createRandom(1),
    );
    const { observation, kept } = await dialogueToolNamed('map')!.use(input, {
      catalogue: made.catalogue,
      bus,
      signal,
    });
    return { observation, items: kept?.items };
  };

  test('says how many candidates are not named, and which were passed over and why', async () => {
    const titles = ['Alien', 'Poor', 'Alien', 'Heat', 'Speed', 'Glory'];
    const { observation, items } = await among(titles, { count: 2 });
    expect(items).toEqual([1, 4]);
    expect(observation).toBe(
      'Alien (1980) | Heat (1983) (not named: 2 more candidates) (other editions, passed over: Alien (1982)) ' +
        '(passed over, since fewer than 3 people rated them, and low: Poor (1981))',
    );
  });
});

describe('filter', () => {
  test('keeps what satisfies all conditions', async () => {
    const kept = await idsOf('filter', {
      conditions: [
        { attribute: 'genre', is: ['comedy'] },
        { attribute: 'genres', not: ['Action'] },
        { attribute: 'year', after: 1985, to: 2000 },
      ],
    });
    const expected = items().filter(({ attributes, year }) => {
      const genres = attributes['genres'] as readonly string[];
      return genres.includes('Comedy') && !genres.includes('Action') && year !== null && year > 1985 && year <= 2000;
    });
    expect([...kept].sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id));
  });

  test('takes titles as long as a catalogue may have them', async () => {
    const title = `A long title ${'and on '.repeat(140)}`.trim();
    expect(title.length).toBeGreaterThan(900);
    const input = { conditions: [{ attribute: 'title', not: [title] }] };
    expect((await use('filter', input)).failed).toBe(false);
    expect((await use('rank', { scheme: 'preference', prefer: [title] })).observation).not.toContain('needs');
  });

  test.each(["'; DROP TABLE items; --", "x' OR '1'='1", '%', '\u0000'])(
    'takes a hostile value %j for what it is',
    async (text) => {
      for (const attribute of ['genre', 'director', 'title', text]) {
        const { kept } = await use('filter', { conditions: [{ attribute, is: [text] }] });
        expect(kept?.items ?? []).toEqual([]);
      }
      expect(opened.catalogue.database.query('SELECT count(*) FROM items').rows).toEqual([[items().length]]);
    },
  );

  test.each(['constructor', 'toString', '__proto__'])('knows no attribute %s', async (attribute) => {
    for (const condition of [
      { attribute, is: ['x'] },
      { attribute, after: 3 },
    ]) {
      const { kept, problems } = await use('filter', { conditions: [condition] });
      expect(kept).toBeNull();
      expect(problems).toMatchObject([{ type: 'attribute-unknown', attribute }]);
    }
  });

  test('says which attribute and which value there is not', async () => {
    expect((await use('filter', { conditions: [{ attribute: 'actor', is: ['X'] }] })).problems).toMatchObject([
      { type: 'attribute-unknown', attribute: 'actor' },
    ]);
    expect((await use('filter', { conditions: [{ attribute: 'genre', is: ['Opera'] }] })).problems).toMatchObject([
      { type: 'value-unknown', value: 'Opera' },
    ]);
  });
});

describe('rank', () => {
  const scored = async (input: Json) => (await use('rank', input)).kept?.items ?? [];

  test('orders a catalogue of 200,000 items by preference', async () => {
    const bus = new CandidateBus(
      Array.from({ length: 200_000 }, (_, at) => at + 1),
      createRandom(1),
    );
    const [unwanted] = items();
    const { kept } = await use('rank', { scheme: 'preference', unwanted: [unwanted?.title ?? ''] }, bus);
    expect(kept?.items.length).toBeGreaterThan(100_000);
  });

  test.each([['runtime'], ['genre'], ['constructor'], ["x' OR '1'='1"]])(
    'says that it cannot order by %s',
    async (attribute) => {
      const { failed, problems } = await use('rank', { scheme: 'most', attribute });
      expect(failed).toBe(true);
      expect(problems).toMatchObject([{ type: 'attribute-unknown', attribute }]);
      expect((await use('rank', { scheme: 'most' })).problems).toMatchObject([{ type: 'input-invalid' }]);
    },
  );

  test('keeps neither preferred nor unwanted items, and lets them matter', async () => {
    const liked = await scored({ scheme: 'preference', prefer: ['Night Ferry'] });
    const both = await scored({ scheme: 'preference', prefer: ['Night Ferry'], unwanted: ['Salt & Iron'] });
    expect(liked).not.toContain(4);
    expect(both).not.toContain(8);
    expect(both.filter((id) => id !== 8)).not.toEqual(liked.filter((id) => id !== 8));
  });
});

test('look-up tells facts, counts, and what there is not; it keeps its hands off the candidates', async () => {
  const told = await use('look-up', { titles: ['night ferry'], facts: ['year', 'director', 'actor'] });
  expect(told.found).toMatchObject([{ title: 'Night Ferry (1983)', facts: { year: '1983', director: 'Director 3' } }]);
  expect(told.problems).toMatchObject([{ type: 'attribute-unknown', attribute: 'actor' }]);
  expect(told.number).toBe(1983);
  expect(told.kept).toBe(null);
  const counted = await use('look-up', { conditions: [{ attribute: 'genre', is: ['Comedy'] }] });
  expect(counted.number).toBe(
    items().filter(({ attributes }) => (attributes['genres'] as readonly string[]).includes('Comedy')).length,
  );
});

test('similar keeps what is nearest, without its seeds', async () => {
  const kept = await idsOf('similar', { titles: ['Granite: The Beginning'] });
  expect(kept).not.toContain(1);
  expect(kept.slice(0, 4)).toContain(2);
});

test('no input, however wrong, throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('filter', 'rank', 'map', 'similar', 'look-up', 'store-candidates'),
      fc.jsonValue(),
      async (name, input) => {
        const result = await use(name, input as Json);
        expect(typeof result.observation).toBe('string');
      },
    ),
    { numRuns: 60 },
  );
});

describe('titles', () => {
  const index = () => new TitleIndex(items(), opened.catalogue.known);
  test.each([
    ['GRANITE iii', 'Granite III (1982)'],
    ['elodies garden', 'Élodie’s Garden (1985)'],
    ['Quiet Orchard, The', 'The Quiet Orchard (1988)'],
    ['Papr Moon Motl', 'Paper Moon Motel'],
    ['Night Ferry (1983)', 'Night Ferry (1983)'],
  ])('"%s" is found', (written, title) => {
    const match = index().match(written);
    expect(match.type === 'found' ? match.item.title : match.type).toBe(title);
  });

  test('that are written otherwise, or may be others, are never taken in silence', () => {
    expect(index().match('Papr Moon Motl')).toMatchObject({ isExact: false });
    expect(index().match('Film number')).not.toMatchObject({ isExact: true });
    expect(index().match('Zorblax').type).toBe('unknown');
  });

  test('that the catalogue has are always found by their own names', () => {
    fc.assert(
      fc.property(fc.nat(39), (at) => {
        const item = items()[at];
        const match = index().match(item?.title ?? '');
        return match.type === 'found' && match.item.id === item?.id;
      }),
    );
  });
});
