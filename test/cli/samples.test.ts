/** @file Samples put into a spec in the terminal. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplesCommand } from '../../src/cli/samples-command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-samples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filled(options: object, csv: string) {
  const [spec, from, to] = ['spec.json', 'samples.csv', 'filled.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const dataset = { name: 'synthetic-films' };
  writeFileSync(spec, JSON.stringify({ dataset, tasks: { name: 'rating-prediction', options } }));
  writeFileSync(from, csv);
  const written = samplesCommand({ spec, from, to, dataset: null, files: folder }, () => undefined);
  return written.then((summary) => ({ summary, spec: JSON.parse(readFileSync(to, 'utf8')) as unknown }));
}

const CSV = 'user_id,item_id\n1,2\n3,4\n5,6\n';
const SAMPLES = [
  { user: 1, item: 2 },
  { user: 3, item: 4 },
  { user: 5, item: 6 },
];

test.each([
  ['count', { count: 1 }],
  ['users', { users: [1] }],
])('all of them are asked about, whatever the %s of the spec', async (_, options) => {
  const { summary, spec } = await filled({ ...options, shots: 1 }, CSV);
  expect(summary).toMatchObject({ samples: 3 });
  expect(spec).toMatchObject({ tasks: { name: 'rating-prediction' } });
  expect((spec as { tasks: { options: object } }).tasks.options).toEqual({ shots: 1, samples: SAMPLES });
});

test('a row that is there twice is refused by name, and nothing is written', async () => {
  const repeating = filled({}, `${CSV}1,2\n`);
  await expect(repeating).rejects.toMatchObject({ code: 'file-invalid' });
  await expect(repeating).rejects.toThrow('samples.csv: Sample 4 repeats sample 1');
});

test('tasks of AgentRecBench are read from their folders, with the dataset that they belong to', async () => {
  const at = (...path: readonly string[]) => join(folder, 'bench', ...path);
  for (const name of ['data', 'tasks', 'groundtruth']) mkdirSync(at(name), { recursive: true });
  const row = {
    user_id: 'ann',
    source: 'goodreads',
    type: 'book',
    stars: 4,
    date_added: 'Fri Aug 25 13:55:02 -0700 2017',
  };
  const rows = ['1', '2'].map((item_id) => JSON.stringify({ ...row, review_id: item_id, item_id }));
  writeFileSync(at('data', 'review.json'), rows.join('\n'));
  const task = {
    type: 'recommendation',
    user_id: 'ann',
    candidate_category: 'book',
    candidate_list: ['2', '1'],
    loc: [-1, -1],
  };
  writeFileSync(at('tasks', 'task_0.json'), JSON.stringify(task));
  writeFileSync(at('groundtruth', 'groundtruth_0.json'), '{"ground truth": "2"}');
  writeFileSync(
    at('spec.json'),
    JSON.stringify({ dataset: { name: 'agent-recbench' }, tasks: { name: 'direct-recommendation' } }),
  );
  const options = { spec: at('spec.json'), from: at(), to: at('filled.json'), files: folder };
  await expect(samplesCommand({ ...options, dataset: null }, () => undefined)).rejects.toThrow(
    'give its file with --dataset',
  );
  await samplesCommand({ ...options, dataset: at('data') }, () => undefined);
  expect(JSON.parse(readFileSync(at('filled.json'), 'utf8'))).toMatchObject({
    tasks: { options: { samples: [{ user: 1, item: 2, candidates: [2, 1] }] } },
  });
});
