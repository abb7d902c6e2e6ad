/** @file Records the runs of a case and says what they tell. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import { formatTrace } from '../../../src/trace/trace-file.ts';
import type { Workbench } from '../../../src/lab/run/workbench.ts';
import { PLANNERS } from '../../../src/planners/registry.ts';
import { digestOf } from '../../../src/trace/digest.ts';
import { SHOWN } from './choose.ts';
import { DATASET, eventsOf, specOf } from './film-club.ts';

/** A person and a seed. */
export interface Chosen {
  readonly user: number;
  readonly seed: number;
}

/** Writes a trace for each planner into a folder. @returns what `case.json` says of the case */
export async function recordCase(club: Workbench, { user, seed }: Chosen, folder: string): Promise<object> {
  let named: object = {};
  const planners: object[] = [];
  for (const name of SHOWN) {
    const events = await eventsOf(club, specOf(name, 'default', [user], seed));
    writeFileSync(
      path.join(folder, `${name}.jsonl.gz`),
      gzipSync(strToU8(formatTrace(events)), { level: 9, mtime: 0 }),
    );
    const entry = PLANNERS.find((one) => one.name === name);
    planners.push({ name, title: entry?.title, keeps: entry?.keeps, digest: digestOf(events) });
    const start = events.find((event) => event.type === 'node-start' && event.kind === 'task');
    if (start?.type === 'node-start') {
      const { task } = start.detail as unknown as { task: { user: object; item: object } };
      named = { user: task.user, item: task.item };
    }
  }
  return { dataset: DATASET, ...named, seed, planners };
}
