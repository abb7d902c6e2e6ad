/** @file S³-Rec's and P5's published candidates, on made-up files of their format and on the real ones. */
import { describe, expect, test } from 'vitest';
import { areNegatives, samplesOfNegatives } from '../../../src/lab/samples/samples.ts';
import { testWithShared } from '../../shared.ts';
import { importShared, importSources, madeSource } from '../../data/import/sources.ts';

const SEQUENCES = '1 10 20 30\n2 20 40\n5 10 30 40 20 50\n';
const NEGATIVES = '1 40 50\n2 10 30\n5 60 70\n';
const sequential = madeSource('sequential_data.txt', `${SEQUENCES}6 60 70 80\n`);
const maps = madeSource(
  'datamaps.json',
  JSON.stringify({ user2id: { A1: '1' }, item2id: { B10: '10' }, id2user: { 1: 'A1' }, id2item: { 10: 'B10' } }),
);

const dataset = await importSources(sequential);

describe('published candidates', () => {
  test('are each person’s, with the last item of the sequence among them', () => {
    expect(areNegatives(NEGATIVES)).toBe(true);
    expect(areNegatives('user_id,item_id\n1,2\n')).toBe(false);
    const samples = samplesOfNegatives(NEGATIVES, dataset, null);
    expect(samples.map(({ user, item }) => [user, item])).toEqual([
      [1, 30],
      [2, 40],
      [5, 50],
    ]);
    expect(samples.map(({ candidates }) => [...(candidates ?? [])].sort((a, b) => a - b))).toEqual([
      [30, 40, 50],
      [10, 30, 40],
      [50, 60, 70],
    ]);
    expect(samplesOfNegatives(NEGATIVES, dataset, null)).toEqual(samples);
    expect(samplesOfNegatives(NEGATIVES, dataset, 2)).toHaveLength(2);
  });

  test.each([
    ['1 40\nx 2\n', /Line 2: it is not/],
    ['9 40 50\n', /Line 1: person 9 has no two/],
    ['1 40\n1 50\n', /Line 2: person 1 has a line/],
    ['1 20 40\n', /item 20/],
    ['1 40 40\n', /item 40/],
    ['1 999\n', /item 999/],
  ])('%j is refused by its line', (text, problem) => {
    expect(() => samplesOfNegatives(text, dataset, null)).toThrow(problem);
  });

  test('beside sequences are no interactions, in any order of dropping; P5’s map is one', async () => {
    const negatives = madeSource('negative_samples.txt', NEGATIVES);
    for (const sources of [
      [negatives, sequential, maps],
      [maps, sequential, negatives],
    ]) {
      const read = await importSources(sources);
      expect(read.manifest.counts).toMatchObject({ users: 4, interactions: 13 });
      expect(read.users[0]).toMatchObject({ sourceId: 'A1' });
    }
  });

  testWithShared(
    'the real Beauty has a last item for everybody',
    ['data/amazon-beauty-2014-sequences/Beauty.txt.gz'],
    async () => {
      const beauty = await importShared('amazon-beauty-2014-sequences/Beauty.txt.gz');
      const known = beauty.items.map(({ id }) => id);
      const lines = beauty.users.slice(0, 50).map(({ id }) => {
        const own = new Set([...beauty.interactions.item].filter((_, at) => beauty.interactions.user[at] === id));
        return [id, ...known.filter((item) => !own.has(item)).slice(0, 99)].join(' ');
      });
      const samples = samplesOfNegatives(lines.join('\n'), beauty, null);
      expect(samples.every(({ candidates }) => candidates?.length === 100)).toBe(true);
      // S³-Rec's first person: `1 1 2 3 4 5`.
      expect(samples[0]).toMatchObject({ user: 1, item: 5 });
    },
  );
});
