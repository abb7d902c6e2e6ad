/** @file Whose a file of passing use is: its name says which thread of which process on which machine made it. */
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { errorCode } from './error-code.ts';

/** Who made a file. */
export interface FileOwner {
  readonly host: string;
  readonly process: number;
  readonly thread: number;
}

const HOST = hostname()
  .replaceAll(/[^A-Za-z0-9]/g, '-')
  .slice(0, 40);
const NAME = /\.([A-Za-z0-9-]+)\.(\d+)-(\d+)-\d+$/;
let made = 0;

/** The end of a file's name that no other file has that is in use. */
export function ownedEnding(): string {
  made += 1;
  return `.${HOST}.${process.pid}-${threadId}-${made}`;
}

/** Who made the file of that name; null where its name does not say. */
export function ownerOf(name: string): FileOwner | null {
  const [, host, id, thread] = NAME.exec(name) ?? [];
  return host === undefined ? null : { host, process: Number(id), thread: Number(thread) };
}

/** Whether a file was made by another thread of this process. */
export const isOfOtherThread = (owner: FileOwner): boolean =>
  owner.host === HOST && owner.process === process.pid && owner.thread !== threadId;

/** Whether a file was made by this thread, or by an earlier process that had its number. */
export const isOfThisThread = (owner: FileOwner): boolean =>
  owner.host === HOST && owner.process === process.pid && owner.thread === threadId;

/** Whether the process is gone for certain: it ran on this machine, and does no more. */
export function isGone(owner: FileOwner): boolean {
  if (owner.host !== HOST) return false;
  try {
    process.kill(owner.process, 0);
    return false;
  } catch (thrown) {
    return errorCode(thrown) === 'ESRCH';
  }
}
