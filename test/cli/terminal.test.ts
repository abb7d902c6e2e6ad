/** Texts of strangers in a real terminal: titles, names of columns and messages that hold escapes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeNotebook } from '../../src/notebook/payload.ts';
import { linkTo } from '../../src/notebook/link.ts';
import { lab, ROOT } from './command.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();

// Rings, changes the title of the window, clears it, and the same by one character of C1; then turns the line around.
const ESCAPES = '\u0007\u001b]0;owned\u0007\u001b[2J\u009b2J\u202ex';
const OBEYED = /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test('the name of a column that holds escapes is shown without them, in one line', async () => {
  const table = file('x.csv', `who,a${ESCAPES}\n1,2\n`);
  const { code, stdout, stderr } = await lab('import', table, '--columns', 'user=who,item=nope');
  expect(code).toBe(2);
  expect(OBEYED.test(stdout + stderr)).toBe(false);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('it has who, a');
  // A program that reads the JSON gets the message alone, which is one line as well.
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'file-invalid' } });
});

test('a title that holds escapes and line ends is shown without them where a notebook is refused', async () => {
  const title = `Two\nlines ${ESCAPES}`;
  const run = { type: 'run', id: 'one', title, run: { planner: { name: title } } };
  const notebook = file('n.json', JSON.stringify({ version: 1, title, cells: [run] }));
  const refused = await lab('link', notebook);
  expect(refused.code).toBe(2);
  expect(OBEYED.test(refused.stdout + refused.stderr)).toBe(false);
  expect(refused.stderr.trim().split('\n')).toHaveLength(1);
  expect(refused.stdout.trim().split('\n')).toHaveLength(1);
});

test('a notebook that is opened keeps its title in the JSON, escaped', async () => {
  const title = `Films ${ESCAPES}`;
  const link = linkTo(
    'https://example.org/',
    encodeNotebook({ version: 1, title, cells: [{ id: 'a', type: 'text', text: title }] }),
  );
  const { stdout, stderr } = await lab('link', link);
  expect(OBEYED.test(stdout + stderr)).toBe(false);
  expect(JSON.parse(stdout)).toMatchObject({ title, cells: [{ text: title }] });
});

test('only one file of the terminal writes to it', () => {
  const files = readdirSync(join(ROOT, 'src/cli'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const writing = files.filter((name) =>
    /process\.std(?:out|err)|console\./.test(readFileSync(join(ROOT, 'src/cli', name), 'utf8')),
  );
  expect(writing).toEqual(['terminal.ts']);
});
