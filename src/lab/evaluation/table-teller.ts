/**
 * @file Tells the table of an evaluation while it grows, as often as that costs little.
 */
import { now } from '../../core/clock.ts';
import type { EvaluationTable, TaskRecord } from '../../core/evaluation.ts';
import type { TableFold } from './results.ts';

/** Milliseconds between two tables at least. */
const EVERY = 700;
/** Folding takes at most one part in this many of the time. */
const SHARE = 6;

/** Tells tables of what it is given. */
export interface TableTeller {
  add(record: TaskRecord): void;
  /** Resolves once the table of all records is told. */
  finish(): Promise<void>;
}

/** @param fold records go there */
export function createTableTeller(fold: TableFold, tell: (table: EvaluationTable) => void): TableTeller {
  let folding: Promise<void> | null = null;
  let next = now();
  const retell = async (): Promise<void> => {
    const started = now();
    tell(await fold.table());
    next = now() + Math.max(EVERY, SHARE * (now() - started));
  };
  return {
    add(record) {
      fold.add(record);
      if (folding !== null || now() < next) return;
      folding = retell().finally(() => (folding = null));
    },
    async finish() {
      await folding;
      await retell();
    },
  };
}
