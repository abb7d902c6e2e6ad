/** @file The course kit: its notebooks open, its sheets speak of cells that are there, and what a student has to change stands in each of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNotebook } from '../src/cli/notebook/link.ts';
import { isRunning } from '../src/notebook/runs-of.ts';
import { encodeNotebook } from '../src/notebook/payload.ts';
import { linkTo } from '../src/notebook/link.ts';

const FOLDER = resolve(import.meta.dirname, '../docs/course');
const LABS = readdirSync(FOLDER).filter((name) => name.endsWith('.espalier.json'));

test('there are four labs, a sheet for each, and answers', () => {
  expect(LABS).toHaveLength(4);
  const sheets = LABS.map((name) => name.replace('.espalier.json', '.md'));
  expect(readdirSync(FOLDER)).toEqual(expect.arrayContaining([...sheets, 'README.md', 'answers.md']));
});

describe.each(LABS)('%s', (name) => {
  const sheet = readFileSync(join(FOLDER, name.replace('.espalier.json', '.md')), 'utf8');

  test('asks for guesses before anything runs, and names every cell that a student sets and runs', async () => {
    const { cells, expected } = await readNotebook(join(FOLDER, name));
    const running = cells.filter(isRunning);
    expect(running.length).toBeGreaterThan(1);
    expect(expected).toBeUndefined();
    expect(cells.findIndex(({ id }) => id === 'guess')).toBeLessThan(cells.findIndex(isRunning));
    const handIn = cells.find(({ id }) => id === 'hand-in');
    for (const { id } of running) {
      expect(sheet).toContain(`\`${id}\``);
      expect(handIn).toMatchObject({ text: expect.stringContaining(`\`${id}\``) as string });
    }
    const charts = cells.filter(({ type }) => type === 'chart') as unknown as { source: string }[];
    for (const { source } of charts) expect(running.map(({ id }) => id)).toContain(source);
  });

  test('fits into a link that mail does not cut by much', async () => {
    const link = linkTo('https://example.org/lab/', encodeNotebook(await readNotebook(join(FOLDER, name))));
    expect(link.length).toBeLessThan(2600);
  });
});
