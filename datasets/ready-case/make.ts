/**
 * @file Records the case that Plan opens with, from the replies of a language model (datasets/recordings), and its mean errors over all
 * people whom the model was asked about: `node --import tsx datasets/ready-case/make.ts`. Which case it is stands in src/lab/describe.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import { taskOf } from '../../src/core/node-data.ts';
import { itemOfTask } from '../../src/core/task.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { PLANNERS } from '../../src/planners/registry.ts';
import { digestOf } from '../../src/trace/digest.ts';
import { formatTrace } from '../../src/trace/trace-file.ts';
import { eventsOf, openFilmClub, openingSpec } from './make/film-club.ts';
import { measure } from './make/measure.ts';

const at = (name: string): string => path.join(import.meta.dirname, name);
const { dataset, user, model, planners } = describeLab().readyCase;
const row = JSON.parse(readFileSync(at('../../docs/board/qwen-coder-1-5b-ratings.evaluation.json'), 'utf8')) as {
  readonly spec: { readonly tasks: { readonly options: { readonly users: readonly number[] } } };
};
const people = row.spec.tasks.options.users;

const club = await openFilmClub();
let item: object | null = null;
const shown: object[] = [];
const errors: object[] = [];
const answered: number[] = [];
for (const name of planners) {
  const events = await eventsOf(club, openingSpec(name, user.id, model));
  writeFileSync(at(`${name}.jsonl.gz`), gzipSync(strToU8(formatTrace(events)), { level: 9, mtime: 0 }));
  const entry = PLANNERS.find((one) => one.name === name);
  shown.push({ name, title: entry?.title, keeps: entry?.keeps, digest: digestOf(events) });
  const task = events.flatMap((event) => (event.type === 'node-start' ? (taskOf(event) ?? []) : []))[0];
  item = task === undefined ? null : itemOfTask(task);
  const off: number[] = [];
  for (const one of people) {
    // The rules are no part of a model's average.
    const spec = { ...openingSpec(name, one, model), model: { name: model, options: {} } };
    off.push(...(await measure(club, spec)).kept.values());
  }
  answered.push(off.length);
  errors.push({ planner: name, value: off.reduce((sum, error) => sum + Math.abs(error), 0) / off.length });
}
const SIZES = new Set(answered);
if (SIZES.size > 1 && process.env['PART'] === undefined)
  throw new Error(`The planners answered for ${answered.join(', ')} people.`);
const readyCase = { dataset, user, item, model, planners: shown, average: { people: answered[0], errors } };
writeFileSync(at('case.json'), `${JSON.stringify(readyCase, null, 2)}\n`);
club.close();
