/**
 * @file Records what Plan, Compare and Chat open with, from the replies of a language model (datasets/recordings), and mean errors over the
 * people of the board's row, at ten calls each: `node --import tsx datasets/ready-case/make.ts`. Which case it is stands in src/lab/describe.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import type { TraceEvent } from '../../src/core/trace.ts';
import { taskOf } from '../../src/core/node-data.ts';
import { itemOfTask } from '../../src/core/task.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { parseEvaluation } from '../../src/lab/evaluation/evaluation-spec.ts';
import { mean } from '../../src/metrics/statistics.ts';
import { PLANNERS } from '../../src/planners/registry.ts';
import { digestOf } from '../../src/trace/digest.ts';
import { formatTrace } from '../../src/trace/trace-file.ts';
import { readyComparison } from './make/comparison.ts';
import { eventsOf, openFilmClub, openingSpec, spokenEvents } from './make/film-club.ts';
import { measure } from './make/measure.ts';

const at = (name: string): string => path.join(import.meta.dirname, name);
const { dataset, user, model, planners } = describeLab().readyCase;
const row = readFileSync(at('../../docs/board/qwen-coder-1-5b-ratings.evaluation.json'), 'utf8');
const { cells } = parseEvaluation(JSON.parse(row), '');

const pack = (name: string, events: readonly TraceEvent[]): void =>
  writeFileSync(at(`${name}.jsonl.gz`), gzipSync(strToU8(formatTrace(events)), { level: 9, mtime: 0 }));

const club = await openFilmClub();
let item: object | null = null;
const shown: object[] = [];
const errors: object[] = [];
const people = new Set<number>();
for (const name of planners) {
  const events = await eventsOf(club, openingSpec(name, user.id, model));
  pack(name, events);
  const entry = PLANNERS.find((one) => one.name === name);
  shown.push({ name, title: entry?.title, keeps: entry?.keeps, digest: digestOf(events) });
  const task = events.flatMap((event) => (event.type === 'node-start' ? (taskOf(event) ?? []) : []))[0];
  item = task === undefined ? null : itemOfTask(task);
  const cell = cells.find(
    ({ spec: { recommender } }) => recommender.name === 'recmind' && recommender.options.planner === name,
  );
  if (cell === undefined) throw new Error(`The row has no ${name}.`);
  const off = [...(await measure(club, cell.spec)).kept.values()].map(Math.abs);
  people.add(off.length);
  errors.push({ planner: name, value: mean(off) });
}
if (people.size > 1) throw new Error('The planners answered for different people.');
const readyCase = { dataset, user, item, model, planners: shown, average: { people: [...people][0], errors } };
writeFileSync(at('case.json'), `${JSON.stringify(readyCase, null, 2)}\n`);
writeFileSync(at('comparison.json'), `${JSON.stringify(await readyComparison(club))}\n`);
pack('conversation', await spokenEvents(club));
club.close();
