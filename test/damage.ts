/** @file Damages files as disks, crashes and other programs do, each time differently and every time alike. */
import { LabError } from '../src/core/errors.ts';
import type { FileStore } from '../src/core/file-store.ts';
import { createRandom, type Random } from '../src/core/random.ts';

const SECTOR = 512;

type Damage = (bytes: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

const cut: Damage = (bytes, random) => bytes.slice(0, random.integer(bytes.length));

/** What can happen to a file that is there. */
const DAMAGES: Readonly<Record<string, Damage>> = {
  'a zeroed sector': (bytes, random) => {
    const at = random.integer(Math.ceil(bytes.length / SECTOR)) * SECTOR;
    const damaged = bytes.slice().fill(0, at, at + SECTOR);
    // A sector that was empty before is no damage.
    return Buffer.compare(damaged, bytes) === 0 ? damaged.fill(0, 0, SECTOR) : damaged;
  },
  'a cut': cut,
  'a flipped bit': (bytes, random) => {
    const damaged = bytes.slice();
    damaged[random.integer(bytes.length)]! ^= 1 << random.integer(8);
    return damaged;
  },
  'nothing left': () => new Uint8Array(),
  'another file in its place': (bytes, random, others) =>
    others[random.integer(others.length)]?.slice() ?? cut(bytes, random, others),
  'bytes behind its end': (bytes, random) =>
    new Uint8Array(Buffer.concat([bytes, new Uint8Array([random.integer(256)])])),
};

/** A copy of the bytes, damaged; the number chooses how. @param others files of the same kind */
export function damaged(bytes: Uint8Array, number: number, others: readonly Uint8Array[] = []): Uint8Array {
  const kinds = Object.values(DAMAGES);
  const random = createRandom(`damage ${String(number)}`);
  return kinds[number % kinds.length]!(bytes, random, others);
}

/** The store, but the file cannot be read until it was removed. */
export function unreadable(files: FileStore, path: string): FileStore {
  let isRemoved = false;
  return {
    list: (folder) => files.list(folder),
    size: (at) => files.size(at),
    write: (at, bytes) => files.write(at, bytes),
    appender: (at) => files.appender(at),
    read: (at) =>
      at === path && !isRemoved
        ? Promise.reject(new LabError('storage-failed', 'The disk gives an error.'))
        : files.read(at),
    remove(at) {
      isRemoved ||= at === path;
      return files.remove(at);
    },
  };
}
