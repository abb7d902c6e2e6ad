/** @file What Compare opens with: the planners of the board's row of ratings beside the rules and two baselines, on the same people. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EvaluationTable } from '../../../src/core/evaluation.ts';
import { UNNAMED } from '../../../src/core/evaluation-name.ts';
import { jsonList, jsonMembers, jsonText, parsedJson, type JsonObject } from '../../../src/core/json.ts';
import { REASONER_ID } from '../../../src/core/reasoner-name.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { headerOf } from '../../../src/lab/evaluation/evaluation-files.ts';
import { parseEvaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';
import { createTableFold } from '../../../src/lab/evaluation/results.ts';
import { runEvaluation } from '../../../src/lab/evaluation/run-evaluation.ts';
import type { Workbench } from '../../../src/lab/run/workbench.ts';
import { RECORDED_MODELS } from '../../../src/models/recorded.ts';
import { baselineNamed } from '../../../src/recommenders/baselines/registry.ts';

const ROW = path.resolve(import.meta.dirname, '../../../docs/board/qwen-coder-1-5b-ratings.evaluation.json');

/** Of the others the recording has two answers of each tree, and each would be a row. */
const ONE_ANSWER = ['input-output', 'chain-of-thought', 'self-inspiring'];

const baseline = (name: string) => ({ name: `baseline/${name}`, options: {}, label: baselineNamed(name).title });

/** The evaluation, as Compare takes it up. */
function comparison(): JsonObject {
  const row = jsonMembers(parsedJson(readFileSync(ROW, 'utf8')));
  const { model, tasks, ...spec } = jsonMembers(row['spec']);
  const { shots = 0, ...options } = jsonMembers(jsonMembers(tasks)['options']);
  const { name } = jsonMembers(model);
  const label = RECORDED_MODELS.find((one) => one.name === name)?.title ?? '';
  const planners = jsonList(row['recommenders']).flatMap((one) => {
    const { answerFrom: _, ...own } = jsonMembers(jsonMembers(one)['options']);
    return ONE_ANSWER.includes(jsonText(own['planner'])) ? [{ ...jsonMembers(one), options: own }] : [];
  });
  return {
    ...row,
    name: UNNAMED,
    spec: { ...spec, tasks: { ...jsonMembers(tasks), options } },
    recommenders: [...planners, baseline('user-item-bias'), baseline('item-knn-ratings')],
    models: [
      { name: REASONER_ID, options: { preset: 'default' }, label: 'Rules' },
      { ...jsonMembers(model), label },
    ],
    shots: [shots],
    base: `Input–output, ${label}`,
  };
}

/** The evaluation and its table. Times are left out: they are of the machine that makes it. */
export async function readyComparison(club: Workbench): Promise<{ input: JsonObject; table: EvaluationTable }> {
  const input = comparison();
  const evaluation = parseEvaluation(input, club.dataset.manifest.sha256);
  const [cell] = evaluation.cells;
  if (cell === undefined) throw new Error('There is nothing to compare.');
  const session = club.session(cell.spec);
  const fold = createTableFold(evaluation, headerOf(evaluation, session));
  const { outcome } = await runEvaluation(evaluation, {
    ...session,
    files: new MemoryFileStore(),
    now: () => 0,
    signal: new AbortController().signal,
    onRecord: (record) => fold.add(record),
  });
  if (outcome !== 'done') throw new Error(`The comparison has ${outcome}.`);
  const table = await fold.table();
  return {
    input,
    table: {
      ...table,
      name: 'ready-comparison',
      rows: table.rows.map((one) => ({ ...one, cost: { ...one.cost, seconds: null } })),
    },
  };
}
