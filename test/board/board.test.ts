/** @file The board: rows play again without a model, a digest that differs is told, and adding a model is what its page says. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startDouble } from '../models/endpoint/double.ts';
import { boardTable } from './board-table.ts';
import { differencesOf, digestsIn, playRow, recordRow, rowsIn, writeDigests } from './board.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BOARD = join(ROOT, 'docs/board');
const folder = temporaryFolder();

test('every row has digests, and its page has a line for each of its methods', () => {
  const page = readFileSync(join(ROOT, 'docs/experiments/board.md'), 'utf8');
  const held = digestsIn(BOARD);
  expect(Object.keys(held).sort()).toEqual(rowsIn(BOARD));
  for (const [name, digests] of Object.entries(held))
    for (const digest of Object.values(digests)) expect(page, name).toContain(`\`${digest.slice(0, 8)}\``);
});

test('the rules play again as they are held, and a digest that differs is told', async () => {
  const row = await playRow(BOARD, 'rules-default');
  const held = digestsIn(BOARD)['rules-default'];
  expect(differencesOf(row, held)).toEqual([]);
  expect(differencesOf(row, { ...held, 'Chain-of-Thought (seed 1)': 'another' })).toHaveLength(1);
  expect(differencesOf(row, undefined)[0]).toContain('--write rules-default');
  const lines = boardTable([row]).split('\n').slice(2);
  const page = readFileSync(join(ROOT, 'docs/experiments/board.md'), 'utf8');
  for (const line of lines) expect(page).toContain(line);
}, 120_000);

/** A row of two tasks of a model behind an endpoint. */
function writeSmallRow(name: string): void {
  const copied = JSON.parse(readFileSync(join(BOARD, 'rules-default.evaluation.json'), 'utf8')) as {
    spec: { tasks: { options: object } };
  };
  const tasks = { ...copied.spec.tasks, options: { ...copied.spec.tasks.options, count: 2 } };
  const model = { name: 'endpoint/small', options: {} };
  const row = { ...copied, name, spec: { ...copied.spec, tasks, model } };
  writeFileSync(join(folder, `${name}.evaluation.json`), JSON.stringify(row));
}

const placesOf = (endpoint: string) => ({ models: null, endpoint, endpointOptions: {}, searched: [] });
const REPLY = '{"ranking": [1, 2, 3], "reason": "so"}';

test('a recording that breaks off goes on where it stood, and comes out as if it had not', async () => {
  for (const name of ['broken', 'whole']) writeSmallRow(name);
  const whole = await startDouble({ schema: 'ignored', reply: [REPLY] });
  await recordRow(folder, 'whole', placesOf(whole.baseUrl));
  await whole.close();
  const all = whole.chats().length;

  const behaviour: Parameters<typeof startDouble>[0] & { refuse?: { status: number; body: string } } = {
    schema: 'ignored',
    reply: () => {
      if (broken.chats().length > all / 2)
        behaviour.refuse = { status: 404, body: '{"error": {"message": "model small not found"}}' };
      return [REPLY];
    },
  };
  const broken = await startDouble(behaviour);
  await expect(recordRow(folder, 'broken', placesOf(broken.baseUrl))).rejects.toMatchObject({ code: 'model-missing' });
  await broken.close();

  const rest = await startDouble({ schema: 'ignored', reply: [REPLY] });
  await recordRow(folder, 'broken', placesOf(rest.baseUrl));
  await rest.close();
  expect(rest.chats().length).toBeGreaterThan(0);
  expect(rest.chats().length).toBeLessThan(all / 2 + 1);
  expect(existsSync(join(folder, 'broken.unfinished'))).toBe(false);
  const replies = (name: string): string[] =>
    readFileSync(join(folder, `${name}.recording.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"key"'));
  expect(replies('broken')).toEqual(replies('whole'));
  await playRow(folder, 'broken');
}, 120_000);

test('a model is added by asking it once; afterwards nobody is asked, and a reply that was changed is noticed', async () => {
  writeSmallRow('small');
  const double = await startDouble({ schema: 'ignored', reply: [REPLY] });
  try {
    const told: string[] = [];
    await recordRow(folder, 'small', placesOf(double.baseUrl), (...task) => void told.push(task.join(' ')));
    expect(told).toContain('Chain-of-Thought 2 2');
  } finally {
    await double.close();
  }
  expect(double.chats().length).toBeGreaterThan(0);
  const played = await playRow(folder, 'small');
  expect(played.model).toBe('endpoint/small');
  writeDigests(folder, [played]);
  expect(differencesOf(await playRow(folder, 'small'), digestsIn(folder)['small'])).toEqual([]);
  const path = join(folder, 'small.recording.jsonl');
  cpSync(path, `${path}.kept`);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('[1, 2, 3]', '[3, 2, 1]'));
  expect(differencesOf(await playRow(folder, 'small'), digestsIn(folder)['small'])).not.toEqual([]);
  rmSync(path);
  await expect(playRow(folder, 'small')).rejects.toMatchObject({ code: 'reply-not-recorded' });
}, 120_000);
