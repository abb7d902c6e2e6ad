/** @file MACRec as a RunSpec has it. docs/macrec.md describes the options and the files. */
import type { Json } from '../../core/json.ts';
import type { Task, AgentRequest } from '../../core/task.ts';
import { LabError } from '../../core/errors.ts';
import { HELPERS, type SystemTask } from '../../recommenders/macrec/read-files.ts';
import { readSystem, type MacRecSystem } from '../../recommenders/macrec/read-system.ts';
import { z } from '../../tools/schema.ts';
import { count, inOneOrder, MODEL, SEARCH_OPTIONS } from './tool-spec.ts';

const path = z.string().check(z.minLength(1), z.maxLength(300));

const OPTIONS = z.strictObject({
  system: z._default(path, 'analyst'),
  /** Configuration files in MACRec's shape, by path. */
  files: z.exactOptional(inOneOrder(z.record(path, z.json() as z.ZodMiniType<Json>))),
  /** Agents of the system that are left out. */
  without: z.exactOptional(z.array(z.enum(HELPERS))),
  rounds: z._default(count(1, 10), 2),
  history: z._default(count(0, 100), 10),
  /** What the analyst's look-ups show: what was before the sample, as in MACRec (where not given), or all training interactions. */
  lookUps: z.exactOptional(z.enum(['before', 'all'])),
  /** Of all agents' actions; each agent's own `json_mode` where null. */
  form: z._default(z.nullable(z.enum(['text', 'json'])), null),
  tokenLimit: z._default(z.nullable(count(1, 1e9)), null),
  /** Seconds. */
  patience: z._default(z.number().check(z.gt(0), z.lte(86_400)), 600),
  /** What the names of models in the files stand for; the run's model where they are not here. */
  models: z.exactOptional(z.record(z.string(), MODEL)),
  search: z.prefault(SEARCH_OPTIONS, {}),
});

export const MACREC = z.strictObject({ name: z.literal('macrec'), options: z.prefault(OPTIONS, {}) });

export type MacRecSpec = z.infer<typeof MACREC>['options'];

/** MACRec's name of each kind of task; those that it does not do are left out. */
export const SYSTEM_TASK: Partial<Readonly<Record<Task['type'], SystemTask>>> = {
  'rating-prediction': 'rp',
  'direct-recommendation': 'sr',
  'sequential-recommendation': 'sr',
  'explanation-generation': 'gen',
};

/** Reads and checks the system of a spec. @throws LabError `spec-invalid` naming the file, `task-impossible` */
export function systemOf(
  { system, files = {}, without = [], form, tokenLimit }: MacRecSpec,
  task: Task['type'] | AgentRequest['type'],
  dataset: string,
): MacRecSystem {
  const named = task === 'conversation' ? 'chat' : SYSTEM_TASK[task];
  if (named === undefined) throw new LabError('task-impossible', `tasks.name: MACRec does not do ${task}.`, { task });
  return readSystem({ system, files, task: named, dataset, without, form, tokenLimit });
}
