/** @file Locks among processes and threads of one folder: files in `.locks`. A file of a dead process holds nothing up. */
import { createHash } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { wallClock } from '../core/clock.ts';
import type { FileLock, LockRequest } from '../core/file-store.ts';
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';

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

const BEAT = 1000;
/** A process may be stopped, or a number be another process's by now. */
const DEAD = 60_000;
/** A thread that was killed in a process that lives. */
const DEAD_THREAD = 5 * BEAT;
const RETRY = 10;
/** Two who announce themselves at once both step back. */
const TRIES = 8;

const HASH = 32;
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, HASH);

export interface FolderLock extends FileLock {
  /** Aborted where another took the holder for dead, and the lock. */
  readonly lost: AbortSignal;
  /** Says that the holder lives. */
  beat(): void;
}

export class FolderLocks {
  private readonly folder: string;
  /** The files of locks that this thread holds. */
  private static readonly own = new Set<string>();

  constructor(root: string) {
    this.folder = join(root, '.locks');
  }

  async isHeld(names: readonly string[]): Promise<boolean> {
    const files = (await ifThere(readdir(this.folder))) ?? [];
    const wanted = new Set(names.map(hashOf));
    for (const file of files) if (wanted.has(file.slice(0, HASH)) && (await this.isLive(file))) return true;
    return false;
  }

  /** The lock of a name; null where somebody has it, also after waiting. */
  async lock(name: string, { until }: LockRequest = {}): Promise<FolderLock | null> {
    for (let tries = 1; ; tries += 1) {
      const file = await this.announce(name);
      const others = await this.others(name, file);
      if (others.length === 0) return this.hold(file);
      await this.release(file);
      if (until === undefined ? tries === TRIES : until.aborted) return null;
      // Of different length for different processes, so that they do not meet again.
      await pause(RETRY + ((process.pid * 7 + tries * 13) % (2 * RETRY)));
    }
  }

  private async announce(name: string): Promise<string> {
    const file = `${hashOf(name)}${ownedEnding()}`;
    FolderLocks.own.add(file);
    for (;;) {
      try {
        await mkdir(this.folder, { recursive: true });
        await writeFile(join(this.folder, file), '');
        return file;
      } catch (thrown) {
        // Another released the last lock just now, and removed the folder, maybe while it was being made.
        if (errorCode(thrown) === 'ENOENT') continue;
        FolderLocks.own.delete(file);
        throw thrown;
      }
    }
  }

  /** Who else wants or has the lock; what the dead left is removed. */
  private async others(name: string, mine: string): Promise<string[]> {
    const live: string[] = [];
    for (const file of (await ifThere(readdir(this.folder))) ?? []) {
      if (file === mine || file.slice(0, HASH) !== hashOf(name)) continue;
      if (await this.isLive(file)) live.push(file);
      else await rm(join(this.folder, file), { force: true });
    }
    return live;
  }

  private async isLive(file: string): Promise<boolean> {
    const owner = ownerOf(file);
    if (owner === null || isGone(owner)) return false;
    if (isOfThisThread(owner)) return FolderLocks.own.has(file);
    const found = await ifThere(stat(join(this.folder, file)));
    return found !== null && wallClock() - found.mtimeMs < (isOfOtherThread(owner) ? DEAD_THREAD : DEAD);
  }

  private hold(file: string): FolderLock {
    const lost = new AbortController();
    const beat = (): void => {
      try {
        const now = wallClock() / 1000;
        utimesSync(join(this.folder, file), now, now);
      } catch {
        clearInterval(timer);
        lost.abort();
      }
    };
    const timer = setInterval(beat, BEAT);
    timer.unref();
    return {
      lost: lost.signal,
      beat,
      release: () => {
        clearInterval(timer);
        return this.release(file);
      },
    };
  }

  private async release(file: string): Promise<void> {
    FolderLocks.own.delete(file);
    await rm(join(this.folder, file), { force: true });
    await rmdir(this.folder).catch(() => undefined);
  }
}
