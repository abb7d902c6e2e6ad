/** @file Who made a file, and work that one process does at a time. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { threadId } from 'node:worker_threads';
import { openElsewhere } from '../data/store/file-stores.ts';

export interface FileOwner {
  readonly host: string;
  readonly process: number;
}

const HOST = hostname()
  .replaceAll(/[^A-Za-z0-9]/g, '-')
  .slice(0, 40);
const NAME = /\.([A-Za-z0-9-]+)\.(\d+)-\d+-\d+$/;
let made = 0;

/** The end of a file's name that no other file has that is in use. */
export function ownedEnding(): string {
  made += 1;
  return `.${HOST}.${process.pid}-${threadId}-${made}`;
}

/** Who made the file of that name; null where its name does not say. */
export function ownerOf(name: string): FileOwner | null {
  const [, host, id] = NAME.exec(name) ?? [];
  return host === undefined ? null : { host, process: Number(id) };
}

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

export const errorCode = (thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;

const ABSENT: readonly unknown[] = ['ENOENT', 'ENOTDIR'];

/** Null where there is no such file or folder. */
export async function ifThere<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (thrown) {
    if (ABSENT.includes(errorCode(thrown))) return null;
    throw thrown;
  }
}

async function claim(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${HOST} ${process.pid}`, { flag: 'wx' });
    return true;
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/** Works where no other process does the same; what a dead one left holds nothing up. @param lock a file @throws LabError `open-elsewhere` */
export async function alone<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(dirname(lock), { recursive: true });
  while (!(await claim(lock))) {
    const [host = '', id] = ((await ifThere(readFile(lock, 'utf8'))) ?? '').split(' ');
    if (!isGone({ host, process: Number(id) })) throw openElsewhere(lock);
    await rm(lock, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}
