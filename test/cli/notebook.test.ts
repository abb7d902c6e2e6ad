/** @file Notebooks in the terminal as people use them: real processes, files and links. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { lab, ROOT } from './command.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const EXAMPLES = readdirSync(join(ROOT, 'docs/examples'))
  .filter((name) => name.endsWith('.notebook.json'))
  .map((name) => `docs/examples/${name}`);
const GOLDEN = readFileSync(join(ROOT, 'test/notebook/golden-link.txt'), 'utf8').trim();
const LONG = 180_000;

const folder = temporaryFolder();

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const read = (path: string): Notebook =>
  parseNotebook(readFileSync(resolve(ROOT, path), 'utf8'), { parseRun: parseRunSpec });

describe('link and open', () => {
  test.each(EXAMPLES)(
    '%s goes into a link and comes out of it',
    async (path) => {
      const linked = await lab('link', path, '--base', 'https://example.org/lab/');
      expect(linked.code).toBe(0);
      const { link, characters } = linked.json as { readonly link: string; readonly characters: number };
      expect(linked.json).toEqual({ link, characters: link.length });
      expect(link).toMatch(/^https:\/\/example\.org\/lab\/#nb=[\w-]+$/);
      expect(characters).toBeLessThan(1200);
      expect(await lab('link', link)).toMatchObject({ code: 0, json: read(path) });
    },
    60_000,
  );

  test.each<readonly [string, () => readonly string[], string, string]>([
    ['a damaged link', () => ['link', GOLDEN.slice(0, -9)], 'file-damaged', 'The link is damaged'],
    [
      'a notebook that is not JSON',
      () => ['link', file('broken.json', '{')],
      'file-damaged',
      'broken.json: The notebook',
    ],
    ['a base that is none', () => ['link', EXAMPLES[0] ?? '', '--base', 'here'], 'spec-invalid', '--base: "here"'],
    [
      'a wrong member',
      () => ['link', file('wrong.json', '{"version":1,"title":"","cells":[{"id":"a","type":"text"}]}')],
      'spec-invalid',
      'wrong.json: cells.0.text: is missing',
    ],
  ])(
    '%s: exit 2, one line that says what is wrong',
    async (_, args, code, message) => {
      const ended = await lab(...args());
      expect(ended.code).toBe(2);
      expect(ended.json).toMatchObject({ error: { code } });
      expect(ended.stderr.trimEnd().split('\n').at(-1)).toContain(message);
    },
    60_000,
  );
});

describe('reproduce', () => {
  const stamped = (): string => join(folder, 'stamped.espalier.json');
  const traces = (): string => join(folder, 'traces');
  const files = (): readonly string[] => ['--files', join(folder, 'files')];

  test(
    'what was stamped comes out identical, from the file and from its link',
    async () => {
      const [example = ''] = EXAMPLES;
      const stamp = await lab('reproduce', example, ...files(), '--stamp', stamped(), '--events', traces());
      expect(stamp).toMatchObject({ code: 0, json: { outcome: 'stamped', file: stamped() } });
      expect(read(stamped()).expected?.['five']?.runs).toHaveLength(5);
      const again = await lab('reproduce', stamped(), ...files(), '--events', traces());
      expect(again).toMatchObject({ code: 0, json: { outcome: 'identical' } });
      expect(again.json['runs']).toHaveLength(6);
      const { link } = (await lab('link', stamped())).json;
      expect(await lab('reproduce', String(link), ...files())).toMatchObject({
        code: 0,
        json: { outcome: 'identical' },
      });
    },
    LONG,
  );

  test(
    'other results are told with both digests, and with the first event where the trace was kept',
    async () => {
      const notebook = JSON.parse(readFileSync(stamped(), 'utf8')) as {
        expected: Record<string, { runs: Record<string, string>[] }>;
      };
      const only = notebook.expected['one'];
      if (only === undefined) throw new Error('The cell "one" was not stamped.');
      const other = { ...only, runs: only.runs.map((run) => ({ ...run, results: '0'.repeat(24) })) };
      const path = file('other.json', JSON.stringify({ ...notebook, expected: { one: other } }));
      const digests = await lab('reproduce', path, ...files());
      expect(digests).toMatchObject({
        code: 1,
        json: {
          outcome: 'different',
          runs: [{ cell: 'one', part: 'results', expected: '0'.repeat(24), measured: only.runs[0]?.['results'] }],
          notCompared: ['five'],
        },
      });
      expect(digests.stderr).toContain('one, self-inspiring: The models were asked the same and the events differ');
      const trace = join(traces(), 'one.0.jsonl');
      const kept = readFileSync(trace, 'utf8').split('\n');
      kept[1] = (kept[1] ?? '').replace(/"label":"[^"]*"/, '"label":"another"');
      writeFileSync(trace, kept.join('\n'));
      const events = await lab('reproduce', path, ...files(), '--events', traces());
      expect(events).toMatchObject({
        code: 1,
        json: { runs: [{ difference: { seq: 1, member: 'label', expected: { label: 'another' } } }] },
      });
    },
    LONG,
  );

  test(
    'recordings travel in the notebook, and replay without those of this machine',
    async () => {
      const spec = {
        dataset: { name: 'synthetic-films' },
        tasks: { name: 'rating-prediction', options: { users: [1] } },
        recommender: { options: { planner: 'input-output' } },
      };
      const record = {
        ...spec,
        recommender: { name: 'recmind', ...spec.recommender },
        replies: { mode: 'record', recording: 'one' },
      };
      expect((await lab('run', file('record.json', JSON.stringify(record)), ...files())).code).toBe(0);
      const cell = { id: 'a', type: 'run', spec: { ...spec, replies: { mode: 'replay', recording: 'one' } } };
      const path = file('replay.json', JSON.stringify({ version: 1, title: '', cells: [cell] }));
      const out = join(folder, 'replay.espalier.json');
      expect((await lab('reproduce', path, ...files(), '--stamp', out)).code).toBe(0);
      rmSync(join(folder, 'files', 'recordings'), { recursive: true });
      expect(await lab('reproduce', out, ...files())).toMatchObject({ code: 0, json: { outcome: 'identical' } });
      const { link } = (await lab('link', out)).json;
      expect(await lab('reproduce', String(link), ...files())).toMatchObject({
        code: 0,
        json: { outcome: 'identical' },
      });
    },
    LONG,
  );
});
