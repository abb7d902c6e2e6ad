import type { RatedLine } from '../../src/core/rater.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rateFile } from '../../src/cli/rate-command.ts';
import { startDouble } from '../models/endpoint/double.ts';
import { lab, runOf, specFile } from './command.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
const quiet = () => undefined;

const LINES = [
  {
    id: 'a',
    user: { name: 'Eva', description: 'She loves horror.' },
    item: { title: 'X', genres: ['Horror'], vote_average: 6 },
  },
  {
    id: 'b',
    user: { name: 'Eva', description: 'She can’t stand horror.' },
    item: { title: 'X', genres: ['Horror'], vote_average: 6 },
  },
].map((line) => JSON.stringify(line));

async function rate(
  lines: readonly string[],
  spec: object = {},
  ...args: readonly string[]
): Promise<{ readonly lines: RatedLine[]; readonly summary: unknown }> {
  const file = join(folder, 'questions.jsonl');
  writeFileSync(file, lines.join('\n'));
  const command = runOf({ kind: 'ratings', file, ...spec }, ...args);
  const answers: RatedLine[] = [];
  const summary = await rateFile(command, (line) => answers.push(line), quiet);
  return { lines: answers, summary };
}

test('every line is answered in its order, bad ones by name', async () => {
  const { lines, summary } = await rate([LINES[0]!, 'nonsense', LINES[1]!, '{"id": 9}']);
  expect(lines.map(({ id }) => id)).toEqual(['a', null, 'b', 9]);
  expect(lines[0]!.rating).toBeGreaterThanOrEqual(8);
  expect(lines[1]).toEqual({
    id: null,
    rating: null,
    confidence: null,
    reason: 'line 2: the line is not JSON',
    line: 2,
  });
  expect(lines[2]!.rating).toBeLessThanOrEqual(5);
  expect(lines[3]!.reason).toContain('line 4: item is missing');
  expect(summary).toEqual({ rater: 'rules', rated: 2, withoutRating: 0, badLines: 2 });
});

test('replies of a model are counted as they were read', async () => {
  const replies = ['7', '**Rating:** 6', 'banana', '5', 'banana', 'banana'];
  const endpoint = await startDouble({
    // What the server can do is found out by other questions.
    reply: ({ messages }) => [JSON.stringify(messages).includes('How does Eva rate') ? (replies.shift() ?? '') : 'yes'],
  });
  try {
    const lines = [...LINES, LINES[0]!.replace('"a"', '"c"'), LINES[0]!.replace('"a"', '"d"')];
    const args = ['--endpoint', endpoint.baseUrl];
    const spec = { rater: 'endpoint/tiny' };
    const { summary } = await rate(lines, spec, ...args);
    expect(summary).toMatchObject({ rated: 3, withoutRating: 1, replies: { mended: 1, repaired: 1, failed: 3 } });
  } finally {
    await endpoint.close();
  }
});

test('bad options and files are refused by name', async () => {
  await expect(rate(LINES, { scale: '1-7' })).rejects.toThrow(/scale: unknown value "1-7"; one of 0-9/);
  await expect(rate([])).rejects.toMatchObject({ code: 'file-empty' });
  const missing = runOf({ kind: 'ratings', file: join(folder, 'none') });
  await expect(rateFile(missing, quiet, quiet)).rejects.toMatchObject({ code: 'file-invalid' });
  const nobody = runOf({ kind: 'ratings', file: 'x', rater: 'nobody' });
  await expect(rateFile(nobody, quiet, quiet)).rejects.toMatchObject({ code: 'name-unknown' });
});

test.each(['rater-genres', 'rater-habits', 'rater-collections'])('the rules do %s of the lab’s films', async (name) => {
  const spec = { dataset: { name: 'synthetic-films' }, tasks: { name, options: { count: 8, share: 0.3 } } };
  const { json } = await lab('run', specFile({ ...spec, recommender: { name: 'rater' } }));
  expect((json['metrics'] as { Accuracy: number }).Accuracy).toBeGreaterThanOrEqual(0.82);
});
