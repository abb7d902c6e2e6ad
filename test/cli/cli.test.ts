/** @file The terminal as people use it: real processes, real files, exit codes. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { folderFileStore } from '../../src/cli/folder-file-store.ts';
import { loadPackaged } from '../../src/cli/datasets.ts';
import { startPrograms } from '../../src/cli/start-thread.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { run } from '../../src/lab/run/run.ts';
import { openSession, type Session } from '../../src/lab/run/session.ts';
import { testEngine } from '../data/engine.ts';
import { COMMAND, lab, ROOT } from './command.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const EXAMPLES = join(ROOT, 'docs/examples');

const folder = temporaryFolder();

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe('the examples of the documentation', () => {
  const all = readdirSync(EXAMPLES).filter((name) => !/\.(notebook|evaluation)\.json$|\.jsonl$/.test(name));
  // Notebooks, evaluations and other kinds have tests of their own.
  const names = all.filter((name) => !readFileSync(join(EXAMPLES, name), 'utf8').includes('"kind"'));
  let session: Session;
  const digests = new Map<string, string>();
  beforeAll(async () => {
    session = openSession(await testEngine(), await loadPackaged('synthetic-films', new AbortController().signal), {
      files: folderFileStore(join(folder, 'files')),
      startPrograms,
    });
  });

  test('are those that its pages name', () => {
    const pages = ['docs/run-spec.md', 'docs/macrec.md'].map((page) => readFileSync(join(ROOT, page), 'utf8')).join('');
    const named = new Set([...pages.matchAll(/examples\/([\w-]+\.json)/g)].map(([, name]) => name));
    expect([...named].sort()).toEqual(all.toSorted());
  });

  test.each(names)(
    '%s runs',
    async (name) => {
      const spec = parseRunSpec(JSON.parse(readFileSync(join(EXAMPLES, name), 'utf8')));
      const summary = await run(spec, {
        ...session,
        now: () => 0,
        write: () => {},
        signal: new AbortController().signal,
      });
      expect(summary).toMatchObject({ outcome: 'done', failures: {} });
      for (const value of Object.values(summary.metrics)) expect(value).not.toBeNull();
      digests.set(name, summary.digest);
    },
    120_000,
  );

  test('the terminal prints one line with the same digest and writes a whole trace', async () => {
    const events = join(folder, 'events.jsonl');
    const ended = await lab(
      'run',
      'docs/examples/one-rating.json',
      '--events',
      events,
      '--files',
      join(folder, 'files'),
    );
    expect(ended.code).toBe(0);
    expect(ended.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(ended.json).toMatchObject({
      outcome: 'done',
      tasks: 1,
      failures: {},
      digest: digests.get('one-rating.json'),
    });
    expect(parseTrace(readFileSync(events, 'utf8')).at(-1)).toMatchObject({ type: 'run-end', summary: ended.json });
    expect(ended.stderr).toMatch(/Task 1: done\. What would .*\? Answer: .*gave it/);
    const cut = file('cut.jsonl', readFileSync(events, 'utf8').slice(0, -9));
    expect((await lab('export', 'run', cut, join(folder, 'cut.csv'))).stderr).toMatch(
      /cut\.jsonl: line \d+ is cut off/,
    );
    expect((await lab('export', 'run', events, join(folder, 'run.docx'))).code).toBe(2);
  }, 120_000);

  test('a full disk takes no part of a trace, and the summary is still told', () => {
    const events = join(folder, 'full.jsonl');
    const args = ['run', 'docs/examples/one-rating.json', '--events', events, '--files', join(folder, 'files')];
    const shell = ['-c', `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`, process.execPath, ...COMMAND];
    const { stdout } = spawnSync('bash', [...shell, ...args], { cwd: ROOT, encoding: 'utf8' });
    const error = { code: 'storage-full', details: { path: events } };
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'done', tasks: 1, error });
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([]);
  }, 60_000);

  test('an interrupt stops the run and leaves a readable trace', async () => {
    const spec = file(
      'many.json',
      JSON.stringify({ dataset: { name: 'synthetic-films' }, tasks: { name: 'rating-prediction' } }),
    );
    const events = join(folder, 'stopped.jsonl');
    const args = [...COMMAND, 'run', spec, '--events', events, '--files', join(folder, 'files')];
    const child = spawn(process.execPath, args, { cwd: ROOT });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Task 1: done')) child.kill('SIGINT');
    });
    const code = await new Promise((done) => child.on('close', done));
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'aborted' });
    expect(parseTrace(readFileSync(events, 'utf8')).at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted' });
  }, 120_000);
});

describe('bad input', () => {
  const spec = (content: object): string => file(`${JSON.stringify(content).length}.json`, JSON.stringify(content));
  const base = { dataset: { name: 'synthetic-films' }, tasks: { name: 'rating-prediction' } };

  test.each<readonly [string, () => readonly string[], string, string]>([
    ['an unknown command', () => ['walk'], 'spec-invalid', 'Unknown command "walk"'],
    [
      'a spec that is not there',
      () => ['run', 'nowhere.json'],
      'spec-invalid',
      'nowhere.json: the file cannot be read',
    ],
    [
      'an unknown planner',
      () => ['run', spec({ ...base, recommender: { name: 'recmind', options: { planner: 'x' } } })],
      'name-unknown',
      'recommender.options.planner: unknown planner "x"',
    ],
    [
      'an unknown dataset',
      () => ['run', spec({ ...base, dataset: { name: 'x' } })],
      'name-unknown',
      'unknown dataset "x"; one of synthetic-films',
    ],
    [
      'a port that is none',
      () => ['serve', '--port', '99999'],
      'spec-invalid',
      '--port must be a whole number from 0 to',
    ],
    [
      'an unknown option',
      () => ['run', 'x', '--evnts', 'y'],
      'spec-invalid',
      'no option --evnts; the nearest is --events.',
    ],
    ['an empty file', () => ['import', file('empty.zip', '')], 'file-empty', 'empty.zip'],
    ['a file that is not there', () => ['import', 'nowhere.zip'], 'file-invalid', 'nowhere.zip'],
  ])('%s: exit 2, one line that names it', async (_, args, code, message) => {
    const ended = await lab(...args());
    expect(ended.code).toBe(2);
    expect(ended.json).toMatchObject({ error: { code } });
    expect(ended.stderr.trimEnd().split('\n').at(-1)).toContain(message);
  });
});
