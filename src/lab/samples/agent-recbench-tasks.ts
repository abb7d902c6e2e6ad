/** @file Tasks of AgentRecBench and AgentSociety, both tracks: `tasks/task_0.json` with `groundtruth/groundtruth_0.json`. */
import { parsedJson } from '../../core/json.ts';
import * as z from 'zod/mini';
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { chronologies } from '../../data/split/splits.ts';
import type { TaskSample } from '../../data/split/slice.ts';
import { checkRepeats } from './macrec-samples.ts';

export interface TaskFile {
  readonly path: string;
  readonly text: string;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const isTaskFile = (path: string): boolean => /^(?:task|groundtruth)_\d{1,9}\.json$/.test(nameOf(path));

const id = z.string().check(z.minLength(1));
const TASK = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('recommendation'), user_id: id, candidate_list: z.array(id).check(z.minLength(2)) }),
  z.looseObject({ type: z.literal('user_behavior_simulation'), user_id: id, item_id: id }),
]);
const TRUTH = z.looseObject({ 'ground truth': id });

/** Samples in the order of their numbers. Simulated reviews take the dataset's own text. @throws LabError `file-invalid` */
export function samplesOfTaskFiles(files: readonly TaskFile[], dataset: Dataset): TaskSample[] {
  const byName = new Map<string, TaskFile>();
  for (const file of files) {
    const other = byName.get(nameOf(file.path));
    if (other !== undefined)
      throw wrong(
        file.path,
        `${other.path} is another of that name; open the tasks of one track of one dataset at a time`,
      );
    byName.set(nameOf(file.path), file);
  }
  const numbers = [...byName.keys()].flatMap((name) => /^task_(\d{1,9})\.json$/.exec(name)?.[1] ?? []);
  if (numbers.length === 0) throw new LabError('file-invalid', 'There is no task_0.json or the like among the files.');
  const known = knownOf(dataset);
  const { name } = dataset.manifest;
  const samples = numbers
    .sort((a, b) => Number(a) - Number(b))
    .map((number) =>
      sampleOf(byName.get(`task_${number}.json`)!, byName.get(`groundtruth_${number}.json`), known, name),
    );
  checkRepeats(samples);
  return samples;
}

interface Known {
  readonly user: (sourceId: string) => number | undefined;
  readonly item: (sourceId: string) => number | undefined;
  readonly hasReview: (user: number, item: number) => boolean;
}

function knownOf(dataset: Dataset): Known {
  const bySource = (all: Dataset['users'] | Dataset['items']): ReadonlyMap<string, number> =>
    new Map(all.map(({ id: number, sourceId }) => [sourceId ?? String(number), number]));
  const [users, items, histories] = [bySource(dataset.users), bySource(dataset.items), chronologies(dataset)];
  return {
    user: (sourceId) => users.get(sourceId),
    item: (sourceId) => items.get(sourceId),
    hasReview: (user, item) => (histories.get(user) ?? []).some((at) => dataset.interactions.item[at] === item),
  };
}

function sampleOf(file: TaskFile, truth: TaskFile | undefined, known: Known, dataset: string): TaskSample {
  const numberOf = (kind: 'user' | 'item', sourceId: string): number => {
    const found = known[kind](sourceId);
    if (found !== undefined) return found;
    throw wrong(file.path, `${dataset} has no ${kind} ${sourceId}; ${OPEN}`);
  };
  const task = parsed(TASK, file, 'a task of either track');
  const asked = task.type === 'recommendation' ? chosenOf(task.candidate_list, file, truth) : task.item_id;
  const sample = { user: numberOf('user', task.user_id), item: numberOf('item', asked) };
  const candidates =
    task.type === 'recommendation' ? [...new Set(task.candidate_list)].map((one) => numberOf('item', one)) : null;
  if (!known.hasReview(sample.user, sample.item))
    throw wrong(file.path, `${dataset} has no review of ${asked} by ${task.user_id}; ${OPEN}`);
  return candidates === null ? sample : { ...sample, candidates };
}

function chosenOf(candidates: readonly string[], { path }: TaskFile, truth: TaskFile | undefined): string {
  if (truth === undefined) throw wrong(path, `its ${nameOf(path).replace('task', 'groundtruth')} is missing`);
  const chosen = parsed(TRUTH, truth, '{"ground truth": item}')['ground truth'];
  if (candidates.includes(chosen)) return chosen;
  throw wrong(truth.path, `${chosen} is none of the candidates`);
}

const OPEN = 'open the dataset that the tasks are from';

const wrong = (path: string, problem: string): LabError =>
  new LabError('file-invalid', `${path}: ${problem}.`, { file: path });

function parsed<Shape extends z.ZodMiniType>(shape: Shape, { path, text }: TaskFile, what: string): z.output<Shape> {
  const value = parsedJson(text);
  if (value === undefined) throw new LabError('file-invalid', `${path} is not JSON.`, { file: path });
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw wrong(path, `it is not ${what} (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`);
}
