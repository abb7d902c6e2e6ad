/**
 * @file The statements of an evaluation that took too long, as files: `evaluations/<name>/timed-out.<writer>.jsonl`, a line
 * each, durable before the task goes on. Who goes on with the evaluation meets the same statements, and they fail at once.
 */
import * as z from 'zod/mini';
import type { FileStore } from '../../core/file-store.ts';
import type { Split } from '../../data/split/leave-last-out.ts';
import { splitWord } from '../split-word.ts';
import type { TimedOut } from '../timed-out.ts';
import { folderOf } from './record-files.ts';

const LINE = z.object({ split: z.string(), sql: z.string() });

const keyOf = (split: string, sql: string): string => `${split} ${sql}`;

function keyIn(line: string): string[] {
  try {
    const { split, sql } = LINE.parse(JSON.parse(line));
    return [keyOf(split, sql)];
  } catch {
    // A line that was cut off: the statement will take too long once more.
    return [];
  }
}

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
    const text = new TextDecoder().decode((await files.read(path)) ?? new Uint8Array());
    for (const key of text.split('\n').flatMap(keyIn)) known.add(key);
  }
  return ({ heldOut }) => {
    const split = splitWord(heldOut);
    return {
      has: (sql) => known.has(keyOf(split, sql)),
      async add(sql) {
        known.add(keyOf(split, sql));
        const appender = await files.appender(`${begin}${writer}.jsonl`);
        try {
          // Begun on a line of its own: the one before may have been cut off.
          await appender.append(new TextEncoder().encode(`\n${JSON.stringify({ split, sql })}\n`));
        } finally {
          await appender.close();
        }
      },
    };
  };
}
