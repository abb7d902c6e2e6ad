/** @file The paths of a `FileStore`, JSON in its files, and one in memory, for tests and for a page that may not store anything. */
import { LabError } from '../../core/errors.ts';
import type { FileStore, FileAppender } from '../../core/file-store.ts';
import { sha256 } from '@noble/hashes/sha2.js';

const PART = /^[A-Za-z0-9._-]{1,128}$/;

/** The parts of a path. @throws LabError `storage-failed` for one that is not relative or has other characters */
export function pathParts(path: string): readonly string[] {
  const parts = path.split('/');
  if (parts.every((part) => PART.test(part) && !/^\.+$/.test(part))) return parts;
  throw new LabError('storage-failed', `${JSON.stringify(path.slice(0, 200))} cannot be the path of a stored file.`);
}

export const storageFull = (path: string, needed: number): LabError =>
  new LabError(
    'storage-full',
    `There is no room to store ${path}, which takes ${needed} bytes. Remove a dataset or a run, then try again.`,
    { path, needed },
  );

export function openElsewhere(path: string, options?: ErrorOptions): LabError {
  const message = `${path} is being written just now, perhaps in another tab or process. Wait until that is done, then try again.`;
  return new LabError('open-elsewhere', message, { path }, options);
}

export const writeJsonFile = (files: FileStore, path: string, value: object): Promise<void> =>
  files.write(path, new TextEncoder().encode(JSON.stringify(value)));

/** The value of a file; null where there is no file, undefined where it is not JSON, for example because writing it was cut off. */
export async function readJsonFile<Value>(files: FileStore, path: string): Promise<Value | null | undefined> {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Value;
  } catch {
    return undefined;
  }
}

export class MemoryFileStore implements FileStore {
  private readonly files = new Map<string, Uint8Array>();
  private readonly quota: number;

  /** @param quota bytes that all files together may take */
  constructor(quota = Number.POSITIVE_INFINITY) {
    this.quota = quota;
  }

  async list(folder: string): Promise<readonly string[]> {
    pathParts(folder);
    return [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`)).sort();
  }

  async read(path: string): Promise<Uint8Array | null> {
    pathParts(path);
    return this.files.get(path)?.slice() ?? null;
  }

  async size(path: string): Promise<number> {
    pathParts(path);
    return this.files.get(path)?.length ?? 0;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    pathParts(path);
    // As on a disk, where the old file goes only once the new one is whole.
    this.checkRoom(path, bytes.length);
    this.files.set(path, bytes.slice());
  }

  async appender(path: string): Promise<FileAppender> {
    pathParts(path);
    const held = (): Uint8Array => this.files.get(path) ?? new Uint8Array(0);
    this.files.set(path, held());
    return {
      append: async (bytes) => {
        const before = held();
        this.checkRoom(path, bytes.length);
        const after = new Uint8Array(before.length + bytes.length);
        after.set(before);
        after.set(bytes, before.length);
        this.files.set(path, after);
      },
      truncate: async (size) => void this.files.set(path, held().slice(0, size)),
      close: async () => undefined,
    };
  }

  async remove(path: string): Promise<void> {
    pathParts(path);
    for (const file of this.files.keys()) if (file === path || file.startsWith(`${path}/`)) this.files.delete(file);
  }

  private checkRoom(path: string, needed: number): void {
    const used = [...this.files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    if (used + needed > this.quota) throw storageFull(path, needed);
  }
}

/** What another tab keeps, to be read. What is written or removed here stays in memory. */
export class ReadingFileStore extends MemoryFileStore {
  private readonly kept: Promise<FileStore>;
  private readonly removed: string[] = [];

  constructor(kept: Promise<FileStore>) {
    super();
    this.kept = kept;
  }

  override async list(folder: string): Promise<readonly string[]> {
    const kept = (await (await this.kept).list(folder)).filter((path) => !this.isRemoved(path));
    return [...new Set([...kept, ...(await super.list(folder))])].sort();
  }

  override async read(path: string): Promise<Uint8Array | null> {
    const own = await super.read(path);
    return own !== null || this.isRemoved(path) ? own : (await this.kept).read(path);
  }

  override async size(path: string): Promise<number> {
    return (await this.read(path))?.length ?? 0;
  }

  override async appender(path: string): Promise<FileAppender> {
    const before = await this.read(path);
    if (before !== null) await super.write(path, before);
    return super.appender(path);
  }

  override async remove(path: string): Promise<void> {
    this.removed.push(path);
    await super.remove(path);
  }

  private isRemoved(path: string): boolean {
    return this.removed.some((one) => path === one || path.startsWith(`${one}/`));
  }
}

const SEAL_BYTES = 32;

export interface DerivedForm<Value> {
  /** Null where the bytes do not have the right shape; what it throws says the same. */
  read(bytes: Uint8Array): Value | null;
  write(value: Value): Uint8Array;
}

/** What is kept at the path, else what `make` gives, which is then kept. @param files null where nothing is kept */
export async function keptOrMade<Value>(
  files: FileStore | null,
  path: string,
  form: DerivedForm<Value>,
  make: () => Promise<Value>,
): Promise<Value> {
  const kept = files === null ? null : await readKept(files, path, form);
  if (kept !== null) return kept;
  const made = await make();
  if (files !== null) await asFarAsStored(async () => files.write(path, await sealed(path, form.write(made))));
  return made;
}

async function readKept<Value>(files: FileStore, path: string, form: DerivedForm<Value>): Promise<Value | null> {
  try {
    const bytes = await files.read(path);
    if (bytes === null) return null;
    const held = await unsealed(path, bytes);
    const value = held === null ? null : form.read(held);
    if (value !== null) return value;
  } catch {
    // Made again below.
  }
  await asFarAsStored(() => files.remove(path));
  return null;
}

async function sealed(path: string, held: Uint8Array): Promise<Uint8Array> {
  const bytes = new Uint8Array(held.length + SEAL_BYTES);
  bytes.set(held);
  bytes.set(await sealOf(path, held), held.length);
  return bytes;
}

async function unsealed(path: string, bytes: Uint8Array): Promise<Uint8Array | null> {
  const held = bytes.subarray(0, Math.max(0, bytes.length - SEAL_BYTES));
  const seal = await sealOf(path, held);
  const isSound = bytes.length >= SEAL_BYTES && seal.every((byte, at) => byte === bytes[held.length + at]);
  return isSound ? held : null;
}

async function sealOf(path: string, held: Uint8Array): Promise<Uint8Array> {
  const name = new TextEncoder().encode(path);
  const all = new Uint8Array(SEAL_BYTES + name.length);
  all.set(await fastSha256(held));
  all.set(name, SEAL_BYTES);
  return sha256(all);
}

/** Of megabytes: the browser's own takes a quarter of the time, and is missing where the page has no secure context. */
async function fastSha256(bytes: Uint8Array): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) return sha256(bytes);
  return new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

/** Goes on where the store is full or fails: what is not kept is made again. */
async function asFarAsStored(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof LabError)) throw thrown;
  }
}
