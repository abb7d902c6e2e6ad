/**
 * @file What the methods of an evaluation recommended or predicted, as other libraries load it: RecBole's atomic files, and the columns of LensKit's
 * item lists. People and items have the ids of the source.
 */
import type { Dataset } from '../../../core/dataset.ts';
import { LabError } from '../../../core/errors.ts';
import type { TaskRecord } from '../../../core/evaluation.ts';
import type { Json } from '../../../core/json.ts';
import type { FileStore } from '../../../core/file-store.ts';
import type { AnswerFrom } from '../../../core/trace.ts';
import type { Evaluation } from '../../evaluation/evaluation-spec.ts';
import { keptTasks } from './evaluation-rows.ts';
import type { Row, RowColumn, Rows } from './row-file.ts';

/** Ids as the source has them: texts where any of them is one. */
interface Ids {
  readonly column: RowColumn['type'];
  readonly of: (id: number) => Json;
}

function idsOf(entries: readonly { readonly id: number; readonly sourceId?: string }[]): Ids {
  const texts = new Map(
    entries.flatMap(({ id, sourceId }) => (sourceId === undefined ? [] : [[id, sourceId] as const])),
  );
  if (texts.size === 0) return { column: 'INT32', of: (id) => id };
  return { column: 'STRING', of: (id) => texts.get(id) ?? String(id) };
}

/** The items of a list with ranks from 1, and scores that fall with them: a list has an order and no scores. A rating is a score without a rank. */
function predictedIn(
  { lists, ratings, task }: TaskRecord,
  answer: AnswerFrom,
): { item: number; rank: number | null; score: number }[] {
  const items = lists?.[answer]?.items;
  if (items !== undefined) return items.map((item, at) => ({ item, rank: at + 1, score: items.length - at }));
  const rating = ratings?.[answer];
  return rating === undefined ? [] : [{ item: Number(task.split(':')[1]), rank: null, score: rating }];
}

/**
 * A row for each item of each list, or for each rating: `method`, `seed`, `user_id`, `item_id`, `rank`, `score`. Failed tasks have none.
 * @throws LabError (while rows are read) `task-impossible` where answers are texts, or were not recorded
 */
export function predictionRows(evaluation: Evaluation, dataset: Dataset, files: FileStore): Rows {
  const [users, items] = [idsOf(dataset.users), idsOf(dataset.items)];
  return {
    columns: [
      { name: 'method', type: 'STRING' },
      { name: 'seed', type: 'INT32' },
      { name: 'user_id', type: users.column },
      { name: 'item_id', type: items.column },
      { name: 'rank', type: 'DOUBLE' },
      { name: 'score', type: 'DOUBLE' },
    ],
    async *rows(): AsyncGenerator<Row, void, undefined> {
      for (const { label, run, answer } of evaluation.rows) {
        const cells = evaluation.cells.filter((cell) => cell.label === run);
        for await (const { cell, record } of keptTasks(evaluation.spec, cells, files)) {
          if (record.error !== null) continue;
          const predicted = predictedIn(record, answer);
          if (predicted.length === 0) throw notRecorded(evaluation.spec.name);
          for (const { item, rank, score } of predicted)
            yield {
              ...{ method: label, seed: cell.spec.seed },
              ...{ user_id: users.of(record.person), item_id: items.of(item), rank, score },
            };
        }
      }
    },
  };
}

const notRecorded = (name: string): LabError =>
  new LabError(
    'task-impossible',
    `${name} has answers that are neither lists nor ratings, or was run by an earlier version that kept none; run it again under another name.`,
    { name },
  );
