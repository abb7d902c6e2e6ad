/**
 * @file A deadline for SQL in Node. SQLite in WebAssembly cannot be interrupted, so the thread that runs it notes each start
 * in shared memory, and the thread that started it ends it when a statement does not come back.
 */
import { wallClock } from '../core/clock.ts';
import type { QueryWatch } from '../data/database/lab-database.ts';

/** Milliseconds that one statement may take. */
export const QUERY_DEADLINE = 2000;

const IDLE = 0;

/** Shared memory for one thread's statements. */
export const createHeartbeat = (): SharedArrayBuffer => new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);

/** Notes statements in the memory; for the thread that runs them. */
export function heartbeatWatch(memory: SharedArrayBuffer): QueryWatch {
  const started = new BigInt64Array(memory);
  return {
    onStart: () => void Atomics.store(started, 0, BigInt(wallClock())),
    onEnd: () => void Atomics.store(started, 0, BigInt(IDLE)),
  };
}

/** True where a statement is past its deadline; for the other thread. */
export function isOverdue(memory: SharedArrayBuffer): boolean {
  const started = Number(Atomics.load(new BigInt64Array(memory), 0));
  return started !== IDLE && wallClock() - started > QUERY_DEADLINE;
}
