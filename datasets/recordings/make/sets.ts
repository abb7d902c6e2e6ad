/** @file What a model is recorded at: the rows of the board (`docs/board`) that name it, person by person, and what Plan opens with. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset } from '../../../src/core/dataset.ts';
import { createRandom, shuffled } from '../../../src/core/random.ts';
import { describeLab } from '../../../src/lab/describe.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { parseEvaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';
import { isBaseline } from '../../../src/lab/run/baseline-spec.ts';
import { parseRunSpec, type CompleteRunSpec } from '../../../src/lab/run/run-spec.ts';
import { PLANNERS } from '../../../src/planners/registry.ts';
import { openingSpec } from '../../ready-case/make/film-club.ts';

/** A run of one task. */
export interface RecordedTask {
  readonly name: string;
  readonly spec: CompleteRunSpec;
}

const SEED = 7;

/** People of 30 ratings or more whose last film has 8 or more, drawn by a seed. */
export function drawnPeople(dataset: Dataset, most: number): readonly number[] {
  const { user, item } = dataset.interactions;
  const [ofUser, ofItem] = [counts(user), counts(item)];
  const held = [...leaveLastOut(dataset).heldOut].filter(
    (at) => (ofUser.get(user[at] ?? -1) ?? 0) >= 30 && (ofItem.get(item[at] ?? -1) ?? 0) >= 8,
  );
  return shuffled(held, createRandom(SEED))
    .slice(0, most)
    .map((at) => user[at] ?? -1);
}

function counts(ids: ArrayLike<number>): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let at = 0; at < ids.length; at += 1) found.set(ids[at] ?? -1, (found.get(ids[at] ?? -1) ?? 0) + 1);
  return found;
}

const ROW = '.evaluation.json';

/** The tasks of a model, all methods of one person before the next person's. */
export function recordedTasks(folder: string, model: string): readonly RecordedTask[] {
  const { readyCase } = describeLab();
  const rows = readdirSync(folder).filter((name) => name.endsWith(ROW));
  return rows
    .sort()
    .reverse()
    .flatMap((row) => {
      const evaluation = parseEvaluation(JSON.parse(readFileSync(join(folder, row), 'utf8')), '');
      const cells = evaluation.cells.filter(({ spec }) => !isBaseline(spec.recommender) && spec.model.name === model);
      const people = cells[0]?.spec.tasks.options.users ?? [null];
      return people.flatMap((user) => [
        ...cells.map(({ label, spec }) => ({
          name: `${row.replace(ROW, '')} ${String(user ?? 'everybody')} ${label}`,
          spec:
            user === null
              ? spec
              : { ...spec, tasks: { ...spec.tasks, options: { ...spec.tasks.options, users: [user] } } },
        })),
        ...(user === readyCase.user.id && model === readyCase.model ? onPlan(user, model) : []),
      ]);
    });
}

/** What Plan asks about the person whom it opens with, without a limit of calls. */
function onPlan(user: number, model: string): readonly RecordedTask[] {
  return PLANNERS.map(({ name }) => ({
    name: `plan ${String(user)} ${name}`,
    spec: parseRunSpec({ ...openingSpec(name, user, model), model: { name: model, options: {} } }),
  }));
}
