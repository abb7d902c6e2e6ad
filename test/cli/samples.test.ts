/** @file Samples put into a spec in the terminal. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
