/** @file Evaluations in real processes: the documented example, its file, exit codes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EvaluationTable } from '../../src/core/evaluation.ts';
import { parseEvaluation } from '../../src/lab/evaluation/evaluation-spec.ts';
import { lab, ROOT } from './command.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const EXAMPLE = 'docs/examples/planners-and-baselines.evaluation.json';
const example = JSON.parse(readFileSync(join(ROOT, EXAMPLE), 'utf8')) as {
  spec: { tasks: { name: string; options: object } };
  recommenders: readonly object[];
};

const folder = temporaryFolder();

const evaluated = (...args: readonly string[]) => lab('run', ...args, '--files', join(folder, 'files'));

const NAME = 'planners-and-baselines';
const rowsIn = (out: string) => {
  const { rows } = JSON.parse(readFileSync(join(out, 'experiments', NAME, 'table.json'), 'utf8')) as EvaluationTable;
  return rows.map((row) => ({ ...row, cost: { ...row.cost, seconds: null } }));
};

test('the example of docs/evaluation.md is right', () => {
  expect(readFileSync(join(ROOT, 'docs/evaluation.md'), 'utf8')).toContain(
    'examples/planners-and-baselines.evaluation.json',
  );
  expect(parseEvaluation(example, '').cells).toHaveLength(18);
});

test('it runs on three tasks, whole and in parts, to the same table', async () => {
  const few = join(folder, 'few.json');
  const { tasks } = example.spec;
  const spec = { ...example.spec, tasks: { ...tasks, options: { ...tasks.options, count: 3 } } };
  writeFileSync(few, JSON.stringify({ ...example, spec, seeds: [1] }));
  const out = join(folder, 'whole');
  const whole = await evaluated(few, '--out', out);
  expect(whole).toMatchObject({ code: 0, json: { outcome: 'done', tasks: 18, missing: 0, failed: 0 } });
  const parts = ['1/2', '2/2'].map((part) => join(folder, part.replace('/', '-')));
  for (const [at, part] of parts.entries()) {
    const ended = await evaluated(few, '--out', part, '--part', `${String(at + 1)}/2`);
    expect(ended).toMatchObject({ code: 0, json: { outcome: 'incomplete', missing: 9 } });
  }
  const all = join(folder, 'all');
  const joined = await lab('run', ...parts.flatMap((part) => ['--join', part]), '--out', all);
  expect(joined).toMatchObject({ code: 0, json: { outcome: 'done', tasks: 18, missing: 0 } });
  expect(rowsIn(all)).toEqual(rowsIn(out));
}, 240_000);

test('never takes the place of another one: the same name continues, and other runs are refused', async () => {
  const file = join(folder, 'one.json');
  const { tasks } = example.spec;
  const few = { ...tasks, options: { ...tasks.options, count: 1 } };
  const recommenders = example.recommenders.slice(0, 2);
  const write = (seeds: readonly number[], more: object = {}) =>
    writeFileSync(
      file,
      JSON.stringify({ ...example, spec: { ...example.spec, tasks: few }, recommenders, seeds, ...more }),
    );
  const out = join(folder, 'kept');
  const kept = () => readFileSync(join(out, 'experiments', NAME, 'spec.json'), 'utf8');
  write([1]);
  expect(await evaluated(file, '--out', out)).toMatchObject({ code: 0, json: { tasks: 2 } });
  const before = kept();
  write([2]);
  const refused = await evaluated(file, '--out', out);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`has an evaluation "${NAME}" already, with 2 runs that this one does not ask for`);
  expect(kept()).toBe(before);
  write([1, 2]);
  expect(await evaluated(file, '--out', out)).toMatchObject({ code: 0, json: { tasks: 4 } });
  write([3], { name: 'another' });
  expect(await evaluated(file, '--out', out)).toMatchObject({ code: 0, json: { name: 'another', tasks: 2 } });
}, 240_000);

test.each([
  ['no spec', [], 'run needs a SPEC.json'],
  ['a part that is none', [EXAMPLE, '--part', '3/2'], '--part must be I/N'],
  ['a spec that is not there', ['nowhere.json'], 'nowhere.json: the file cannot be read'],
] as const)(
  '%s: exit 2, one line that says so',
  async (_, args, message) => {
    const ended = await evaluated(...args);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(message);
  },
  60_000,
);
