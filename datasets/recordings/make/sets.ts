/** @file What a model is recorded at: the rows of the board (`docs/board`) that name it, person by person, and what Plan opens with. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentSpec } from '../../../src/core/run.ts';
import { describeLab } from '../../../src/lab/describe.ts';
import { parseEvaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';
import { isBaseline } from '../../../src/lab/run/baseline-spec.ts';
import { parseRunSpec, type CompleteRunSpec } from '../../../src/lab/run/run-spec.ts';
import type { ConversationSpec } from '../../../src/notebook/notebook.ts';
import { PLANNERS } from '../../../src/planners/registry.ts';
import { openingSpec } from '../../ready-case/make/film-club.ts';

/** A run of one task, or a conversation. */
export interface RecordedTask {
  readonly name: string;
  readonly spec: CompleteRunSpec | ConversationSpec;
}

const ROW = '.evaluation.json';
/** A conversation as a notebook's cell has it. */
const SPOKEN = '.conversation.json';

/** The tasks of a model, all methods of one person before the next person's. */
export function recordedTasks(folder: string, model: string): readonly RecordedTask[] {
  const { readyCase } = describeLab();
  return readdirSync(folder)
    .sort()
    .reverse()
    .flatMap((row): readonly RecordedTask[] => {
      if (row.endsWith(SPOKEN)) {
        const spec = JSON.parse(readFileSync(join(folder, row), 'utf8')) as ConversationSpec;
        return spec.model.name === model ? [{ name: row.replace(SPOKEN, ''), spec }] : [];
      }
      if (!row.endsWith(ROW)) return [];
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

/** Teams that a small model is asked as on Plan; each may take as long as it takes. */
const TEAMS = ['manager', 'analyst', 'analyst-reflector'];

/** What Plan asks about the person whom it opens with, without a limit of calls. */
function onPlan(user: number, model: string): readonly RecordedTask[] {
  const asked = (name: string, recommender?: ComponentSpec): RecordedTask => {
    const spec = { ...openingSpec(name, user, model), model: { name: model, options: {} } };
    return {
      name: `plan ${String(user)} ${name}`,
      spec: parseRunSpec({ ...spec, ...(recommender && { recommender }) }),
    };
  };
  return [
    ...PLANNERS.map(({ name }) => asked(name)),
    ...TEAMS.map((system) => asked(`team ${system}`, { name: 'macrec', options: { system, patience: 86_400 } })),
  ];
}
