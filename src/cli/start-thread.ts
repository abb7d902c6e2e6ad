/**
 * @file Starts a module in a thread of its own.
 */
import { Worker } from 'node:worker_threads';

// Threads do not inherit the loader that lets Node read TypeScript.
const BOOT = `
  const { workerData } = require('node:worker_threads');
  import('tsx/esm/api').then(({ register }) => { register(); return import(workerData.entry); });
`;

/**
 * A thread that runs a module.
 * @param entry the URL of the module, in TypeScript or built, which finds `data` in its `workerData`
 */
export function startThread(entry: string, data: object): Worker {
  const workerData = { ...data, entry };
  return entry.endsWith('.ts')
    ? new Worker(BOOT, { eval: true, workerData })
    : new Worker(new URL(entry), { workerData });
}
