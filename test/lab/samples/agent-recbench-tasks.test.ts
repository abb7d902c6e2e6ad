/** @file AgentRecBench's tasks and their ground truth as samples. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { samplesOfTaskFiles } from '../../../src/lab/samples/agent-recbench-tasks.ts';
import { importSources, madeSource } from '../../data/import/sources.ts';

const ITEMS = ['534180', '827260', '1998313', '6203342'];
const item = (item_id: string) => ({ item_id, title: `Book ${item_id}`, source: 'goodreads', type: 'book' });
const review = (user_id: string, item_id: string, stars: number, day: string) => ({
  ...{ review_id: `${user_id} ${item_id}`, user_id, item_id, stars, text: 'A book.', n_votes: 0 },
  ...{ date_added: `Fri Aug ${day} 13:55:02 -0700 2017`, source: 'goodreads', type: 'book' },
});
let dataset: Dataset;
beforeAll(async () => {
  dataset = await importSources([
    madeSource('item.json', ITEMS.map(item)),
    madeSource('review.json', [
      ...[review('ann', '534180', 4, '01'), review('ann', '827260', 5, '02'), review('ann', '1998313', 2, '03')],
      ...[review('ben', '534180', 3, '01'), review('ben', '6203342', 4, '02')],
    ]),
  ]);
});

const recommendation = (user_id: string, candidate_list: readonly string[]) => ({
  ...{ type: 'recommendation', user_id, candidate_category: 'book', candidate_list, loc: [-1, -1] },
});
const file = (path: string, value: unknown) => ({ path, text: JSON.stringify(value) });
const TASK = file('task_0.json', recommendation('ann', ITEMS));
const TRUTH = file('groundtruth_0.json', { 'ground truth': '827260' });

describe('the track of recommendations', () => {
  test('who chose which of the candidates, in the order of the tasks', () => {
    const files = [
      ...[file('task_10.json', recommendation('ben', ['6203342', '827260'])), TRUTH, TASK],
      file('groundtruth_10.json', { 'ground truth': '6203342' }),
    ];
    expect(samplesOfTaskFiles(files, dataset)).toEqual([
      { user: 1, item: 2, candidates: [1, 2, 3, 4] },
      { user: 2, item: 4, candidates: [4, 2] },
    ]);
  });
});

test('the track of simulated behaviour: whose review of what', () => {
  const simulated = { type: 'user_behavior_simulation', user_id: 'ben', item_id: '6203342' };
  const files = [file('task_3.json', simulated), file('groundtruth_3.json', { stars: 4, review: 'Reworded.' })];
  expect(samplesOfTaskFiles(files, dataset)).toEqual([{ user: 2, item: 4 }]);
});

describe('is refused by the name of its file', () => {
  test.each([
    ['a task without its truth', [TASK], 'task_0.json: its groundtruth_0.json is missing.'],
    [
      'somebody of another dataset',
      [file('task_0.json', recommendation('cid', ITEMS)), TRUTH],
      'task_0.json: agent-recbench has no user cid; open',
    ],
    [
      'what is no task',
      [file('task_0.json', { type: 'recommendation', user_id: 'ann' }), TRUTH],
      'task_0.json: it is not a task of either track (candidate_list',
    ],
    [
      'a choice that nobody reviewed',
      [file('task_0.json', recommendation('ben', ITEMS)), TRUTH],
      'task_0.json: agent-recbench has no review of 827260 by ben; open',
    ],
    ['a folder without tasks', [TRUTH], 'There is no task_0.json'],
  ])('%s', (_, files, message) => {
    expect(() => samplesOfTaskFiles(files, dataset)).toThrow(message);
    expect(() => samplesOfTaskFiles(files, dataset)).toThrow(expect.objectContaining({ code: 'file-invalid' }));
  });
});
