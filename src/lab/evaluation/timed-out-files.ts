/**
 * @file The statements of an evaluation that took too long, as files: `evaluations/<name>/timed-out.<writer>.jsonl`, a line
 * each, durable before the task goes on. Who goes on with the evaluation meets the same statements, and they fail at once.
 */
import * as z from 'zod/mini';
import type { FileStore } from '../../core/file-store.ts';
import type { LineFormat } from '../../core/json-lines.ts';
import { openJsonLines, readJsonLines } from '../../data/store/json-lines-file.ts';
import type { Split } from '../../data/split/leave-last-out.ts';
import { splitWord } from '../run/split-word.ts';
import type { TimedOut } from '../run/timed-out.ts';
import { folderOf } from './record-files.ts';

const LINE = z.object({ split: z.string(), sql: z.string() });
type Line = z.infer<typeof LINE>;

/** How long the lock of a thread that was ended at its statement is waited for, in milliseconds. */
const PATIENCE = 10_000;

/** Each statement counts by itself; one whose line is damaged will take too long once more. */
const TIMED_OUT_LINES: LineFormat<Line> = {
  textOf: (line) => JSON.stringify(line),
  lineProblem: (json) => (LINE.safeParse(json).success ? null : 'it is no statement'),
  standsAlone: true,
};

const keyOf = ({ split, sql }: Line): string => `${split} ${sql}`;

/** What is known of an evaluation, whoever wrote it. @param writer tells apart those who write at the same time */
export async function openTimedOut(
  files: FileStore,
  name: string,
  writer: string,
): Promise<(split: Split) => TimedOut> {
  const known = new Set<string>();
  const begin = `${folderOf(name)}/timed-out.`;
  for (const path of await files.list(folderOf(name))) {
    if (!path.startsWith(begin)) continue;
    for (const line of (await readJsonLines(files, path, TIMED_OUT_LINES))?.entries ?? []) known.add(keyOf(line));
  }
  return ({ heldOut }) => {
    const split = splitWord(heldOut);
    return {
      has: (sql) => known.has(keyOf({ split, sql })),
      async add(sql) {
        known.add(keyOf({ split, sql }));
        const file = await openJsonLines(files, `${begin}${writer}.jsonl`, TIMED_OUT_LINES, {
          until: AbortSignal.timeout(PATIENCE),
        });
        file.add([{ split, sql }]);
        await file.close();
      },
    };
  };
}
