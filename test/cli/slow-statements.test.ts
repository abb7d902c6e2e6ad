/**
 * @file A model that writes a statement that takes too long, in real processes: that tool call fails, is counted, and the
 * evaluation comes to its end.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EvaluationTable } from '../../src/core/evaluation.ts';
import { timedOutStatements } from '../../src/core/costs.ts';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { startDouble, type Asked, type EndpointDouble } from '../models/endpoint/double.ts';
import { SLOW_STATEMENT } from '../slow-statement.ts';
import { COMMAND } from './command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TASKS = 6;
/** The planner asks the same twice. */
const ASKED = 2;
const SPEC = {
  dataset: { name: 'synthetic-films' },
  tasks: { name: 'rating-prediction', options: { users: [1, 2, 3, 4, 5, 6] } },
  recommender: { name: 'recmind', options: { planner: 'chain-of-thought', steps: 2, actions: 'free' } },
  model: { name: 'endpoint/tiny' },
};

let folder: string;
let endpoint: EndpointDouble;
/** The one whose statement takes too long: the third that is asked about. */
let unlucky: string | null;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-slow-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  unlucky = null;
  endpoint = await startDouble({ reply });
});
afterEach(() => endpoint.close());

/** Asks the database once for each person, and rates. */
function reply(body: Asked['body']): readonly string[] {
  const messages = body['messages'] as readonly { readonly content: string }[];
  const text = messages.map(({ content }) => content).join('\n');
  const schema = JSON.stringify(body['response_format'] ?? {});
  if (schema.includes('"sql"')) {
    const person = /give person (\d+)/u.exec(text)?.[1] ?? '';
    if (text.includes('took longer')) return [JSON.stringify({ sql: 'SELECT 3.5' })];
    return [JSON.stringify({ sql: person === unlucky ? SLOW_STATEMENT : 'SELECT avg(rating) FROM interactions' })];
  }
  if (schema.includes('"rating"')) return ['{"rating": 3.5, "reason": "so it is"}'];
  if (!schema.includes('"tool"')) return ['It is 3.5.'];
  const person = /How will user (\d+)/u.exec(text)?.[1] ?? '';
  return [JSON.stringify({ thought: 'Ask.', tool: 'database', input: `What would one give person ${person}?` })];
}

const argumentsOf = (...more: readonly string[]): string[] => [
  ...COMMAND,
  ...more,
  ...['--files', join(folder, 'files'), '--endpoint', endpoint.baseUrl],
];

function lab(...more: readonly string[]): Promise<{ code: number; json: Record<string, unknown>; stderr: string }> {
  return new Promise((done) => {
    execFile(process.execPath, argumentsOf(...more), { cwd: ROOT }, (error, stdout, stderr) => {
      const json = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
      done({ code: error === null ? 0 : Number(error.code), json, stderr });
    });
  });
}

function writeEvaluation(name: string): string {
  const { recommender, ...spec } = SPEC;
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ name, spec, recommenders: [recommender], seeds: [1] }));
  return path;
}

const tableOf = (out: string, name: string): EvaluationTable =>
  JSON.parse(readFileSync(join(out, 'experiments', name, 'table.json'), 'utf8')) as EvaluationTable;

test('an evaluation comes to its end, and counts the statement', async () => {
  unlucky = '3';
  const spec = writeEvaluation('slow');
  const out = join(folder, 'out');
  const first = await lab('run', spec, '--out', out);
  expect(first).toMatchObject({ code: 0, json: { outcome: 'done', tasks: TASKS, missing: 0, failed: 0 } });
  const table = tableOf(out, 'slow');
  expect(table.rows.map(({ tasks, timedOutStatements: count }) => [tasks, count])).toEqual([[TASKS, ASKED]]);
}, 240_000);

test('a run goes on, and its trace has the statement', async () => {
  unlucky = '1';
  const path = join(folder, 'run.json');
  writeFileSync(path, JSON.stringify({ ...SPEC, tasks: { ...SPEC.tasks, options: { users: [1] } } }));
  const events = join(folder, 'run.jsonl');
  const ran = await lab('run', path, '--events', events);
  expect(ran).toMatchObject({ code: 0, json: { outcome: 'done', timedOutStatements: ASKED } });
  const trace = parseTrace(readFileSync(events, 'utf8'));
  expect(trace.flatMap(timedOutStatements)).toEqual([SLOW_STATEMENT, SLOW_STATEMENT]);
}, 240_000);
