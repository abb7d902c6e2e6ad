/**
 * @file Tasks of AgentRecBench and the AgentSociety Challenge: `tasks/task_0.json` with `groundtruth/groundtruth_0.json`, and so on. Both tracks are
 * read: recommendation (candidates and which of them was chosen) and simulated behaviour (whose review of what).
 */
import * as z from 'zod/mini';
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { TaskSample } from '../../data/split/samples.ts';
import { checkRepeats } from '../run/export/macrec-samples.ts';

/** A file of a task or of what is true of one, by its name without folders. */
export interface TaskFile {
  readonly name: string;
  readonly text: string;
}

const id = z.string().check(z.minLength(1));
const TASK = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('recommendation'), user_id: id, candidate_list: z.array(id).check(z.minLength(2)) }),
  z.looseObject({ type: z.literal('user_behavior_simulation'), user_id: id, item_id: id }),
]);
const TRUTH = z.looseObject({ 'ground truth': id });

/**
 * The samples of such files in the order of their numbers, for `tasks.options.samples`. Of simulated behaviour the truth is the dataset's own review:
 * the file's is reworded.
 * @throws LabError `file-invalid` naming the file: what is no such task, lacks its truth, or is about somebody or something that the dataset does
 * not have
 */
export function samplesOfTaskFiles(files: readonly TaskFile[], dataset: Dataset): TaskSample[] {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const numbers = files.flatMap(({ name }) => /^task_(\d{1,9})\.json$/.exec(name)?.[1] ?? []);
  if (numbers.length === 0) throw new LabError('file-invalid', 'There is no task_0.json or the like among the tasks.');
  const users = new Map(dataset.users.map((user) => [user.sourceId ?? String(user.id), user.id]));
  const items = new Map(dataset.items.map((item) => [item.sourceId ?? String(item.id), item.id]));
  const samples = numbers
    .sort((a, b) => Number(a) - Number(b))
    .map((number): TaskSample => {
      const file = `task_${number}.json`;
      const numberOf = (known: ReadonlyMap<string, number>, kind: string, sourceId: string): number => {
        const found = known.get(sourceId);
        if (found !== undefined) return found;
        throw wrong(
          file,
          `${dataset.manifest.name} has no ${kind} ${sourceId}; open the dataset that the tasks are from`,
        );
      };
      const task = parsed(TASK, file, texts.get(file) ?? '', 'a task of either track');
      const user = numberOf(users, 'user', task.user_id);
      if (task.type === 'user_behavior_simulation') return { user, item: numberOf(items, 'item', task.item_id) };
      const truth = `groundtruth_${number}.json`;
      const text = texts.get(truth);
      if (text === undefined) throw wrong(file, `its ${truth} is missing`);
      const chosen = parsed(TRUTH, truth, text, '{"ground truth": item}')['ground truth'];
      if (!task.candidate_list.includes(chosen)) throw wrong(truth, `${chosen} is none of the candidates`);
      const candidates = [...new Set(task.candidate_list)].map((one) => numberOf(items, 'item', one));
      return { user, item: numberOf(items, 'item', chosen), candidates };
    });
  checkRepeats(samples);
  return samples;
}

const wrong = (file: string, problem: string): LabError =>
  new LabError('file-invalid', `${file}: ${problem}.`, { file });

function parsed<Shape extends z.ZodMiniType>(shape: Shape, file: string, text: string, what: string): z.output<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new LabError('file-invalid', `${file} is not JSON.`, { file }, { cause: thrown });
  }
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw wrong(file, `it is not ${what} (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`);
}
