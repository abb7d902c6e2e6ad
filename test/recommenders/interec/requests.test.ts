/** @file Forty requests and more on the default dataset and on ml-latest-small: the plan, and every stated condition, checked on the items themselves. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../../src/core/clock.ts';
import type { Dataset, Item } from '../../../src/core/dataset.ts';
import { importDataset } from '../../../src/data/import/import-dataset.ts';
import { loadPackagedDataset } from '../../../src/data/import/packaged-dataset.ts';
import { sourceFromBlob } from '../../../src/data/import/source.ts';
import type { Turn } from '../../../src/core/turn.ts';
import { conversationOptions } from '../../../src/lab/chat/chat-options.ts';
import { chatReasoner } from '../../../src/lab/chat/chat-reasoner.ts';
import { openChat } from '../../../src/lab/chat/open-chat.ts';
import type { Catalogue } from '../../../src/tools/interactive/catalogue.ts';
import { describeWithShared, sharedFile } from '../../shared.ts';
import { openMadeUp } from './open-made-up.ts';

interface Expected {
  readonly id: string;
  readonly on: readonly ('films' | 'ml')[];
  readonly turns: readonly string[];
  /** Tools of the last turn. */
  readonly plan: readonly string[];
  readonly says?: readonly string[];
  readonly count?: number;
  /** All of these, none of these, at least one of these. */
  readonly genres?: readonly string[];
  readonly notGenres?: readonly string[];
  readonly anyGenre?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly notFrom?: readonly [number, number];
  readonly without?: readonly string[];
  readonly within?: readonly string[];
  readonly first?: string;
  readonly director?: string;
  readonly notDirector?: string;
  readonly titlesStart?: string;
  /** In the order of their mean ratings. */
  readonly byMean?: boolean;
  readonly minutesBelow?: number;
  readonly meanFrom?: number;
  /** No item of an earlier turn. */
  readonly notShown?: boolean;
  readonly newerThanFirst?: boolean;
}

const REQUESTS = readFileSync(join(import.meta.dirname, 'requests.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Expected);

const MOVIELENS = 'data/ml-latest-small.zip';
const PACKAGED = resolve(import.meta.dirname, '../../../datasets/synthetic-films');
const { signal } = new AbortController();

interface Opened {
  readonly dataset: Dataset;
  readonly catalogue: Catalogue;
}

const open = openMadeUp;

async function talk({ catalogue, dataset }: Opened, turns: readonly string[]): Promise<Turn[]> {
  const chat = openChat({
    catalogue,
    manifest: dataset.manifest,
    model: chatReasoner(),
    options: conversationOptions({}),
    seed: 1,
    spec: null,
    now,
    write: () => undefined,
  });
  const said: Turn[] = [];
  for (const text of turns) said.push(await chat.say(text, signal));
  return said;
}

const NAMES: Readonly<Record<string, readonly string[]>> = { 'sci-fi': ['sci-fi', 'science fiction'] };
const genresOf = ({ attributes }: Item): string[] =>
  (attributes['genres'] as readonly string[]).map((genre) => genre.toLowerCase());
const hasGenre = (item: Item, genre: string): boolean =>
  genresOf(item).some((own) => (NAMES[genre] ?? [genre]).includes(own));

/** The mean of an item's training ratings, computed from the dataset alone. */
function meanOf({ interactions }: Dataset, id: number): number {
  const ratings = [...interactions.item.keys()].filter((at) => interactions.item[at] === id);
  return ratings.reduce((sum, at) => sum + (interactions.rating[at] ?? 0), 0) / ratings.length;
}

/** What is wrong with an item, by the request's words. */
function faults(item: Item, want: Expected, dataset: Dataset, said: readonly Turn[]): string[] {
  const wrong: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && wrong.push(`${item.title}: ${what}`));
  for (const genre of want.genres ?? []) say(!hasGenre(item, genre), `no ${genre}`);
  for (const genre of want.notGenres ?? []) say(hasGenre(item, genre), genre);
  if (want.anyGenre !== undefined) say(!want.anyGenre.some((genre) => hasGenre(item, genre)), 'no wanted genre');
  const year = item.year ?? NaN;
  if (want.from !== undefined) say(!(year >= want.from), `of ${year}`);
  if (want.to !== undefined) say(!(year <= want.to), `of ${year}`);
  if (want.notFrom !== undefined) say(year >= want.notFrom[0] && year <= want.notFrom[1], `of ${year}`);
  if (want.without !== undefined) say(want.without.includes(item.title), 'was to be left out');
  if (want.within !== undefined) say(!want.within.includes(item.title), 'was not listed');
  if (want.director !== undefined) say(item.attributes['director'] !== want.director, 'of another director');
  if (want.notDirector !== undefined) say(item.attributes['director'] === want.notDirector, 'of that director');
  if (want.titlesStart !== undefined) say(!item.title.startsWith(want.titlesStart), 'is called otherwise');
  if (want.minutesBelow !== undefined) say(!(Number(item.attributes['running_time']) < want.minutesBelow), 'too long');
  if (want.meanFrom !== undefined) say(!(meanOf(dataset, item.id) >= want.meanFrom), 'rated too low');
  const earlier = said.slice(0, -1).flatMap(({ items }) => items);
  if (want.notShown === true)
    say(
      earlier.some(({ id }) => id === item.id),
      'was shown before',
    );
  if (want.newerThanFirst === true) {
    const first = dataset.items.find(({ id }) => id === said[0]?.items[0]?.id);
    say(!(year > (first?.year ?? Infinity)), `of ${year}`);
  }
  return wrong;
}

function checked(name: 'films' | 'ml', opened: () => Opened): void {
  const own = REQUESTS.filter(({ on }) => on.includes(name));
  test('there are forty requests or more', () => {
    expect(own.length).toBeGreaterThanOrEqual(40);
  });
  test.each(own.map((want) => [want.id, want] as const))('%s', async (_id, want) => {
    const { dataset } = opened();
    const said = await talk(opened(), want.turns);
    const [last] = said.slice(-1);
    if (last === undefined) throw new Error('nothing was said');
    expect(last.plan.steps.map(({ tool }) => tool)).toEqual(want.plan);
    for (const words of want.says ?? []) expect(last.reply).toContain(words);
    if (want.count === undefined) expect(last.items.length).toBeGreaterThan(0);
    else expect(last.items).toHaveLength(want.count);
    const items = last.items.map(({ id }) => dataset.items.find((item) => item.id === id) as Item);
    expect(items.flatMap((item) => faults(item, want, dataset, said))).toEqual([]);
    if (want.byMean === true) {
      const means = items.map(({ id }) => Math.round(100 * meanOf(dataset, id)));
      expect(means).toEqual([...means].sort((a, b) => b - a));
    }
    if (want.first !== undefined) expect(items[0]?.title).toBe(want.first);
    // Each item that is recommended is named in the reply, with its year.
    for (const { title } of last.items) expect(last.reply).toContain(title);
  });
}

describe('on the default dataset', () => {
  let opened: Opened;
  beforeAll(async () => {
    const read = (file: string): Promise<Uint8Array> =>
      Promise.resolve(new Uint8Array(readFileSync(join(PACKAGED, file))));
    opened = await open(await loadPackagedDataset(read, signal));
  }, 120_000);
  checked('films', () => opened);
});

describeWithShared('on ml-latest-small', [MOVIELENS], () => {
  let opened: Opened;
  beforeAll(async () => {
    const blob = new Blob([new Uint8Array(readFileSync(sharedFile(MOVIELENS)))]);
    opened = await open(await importDataset(sourceFromBlob('ml-latest-small.zip', blob), { signal }));
  }, 120_000);
  checked('ml', () => opened);
});
