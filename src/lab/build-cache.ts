/**
 * @file Keeps what takes seconds to make from a dataset: its database and what the reasoner learnt from it.
 */
import { LabError } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';

/**
 * Goes up with every change to the tables, the split or the fitting. What another version left is removed.
 */
const BUILD_VERSION = 1;

const FOLDER = 'builds';

/** What is kept of one dataset. Nothing depends on it but time: a store that is full or fails keeps nothing. */
export class BuildCache {
  readonly files: FileStore;
  private readonly folder: string;

  /** @param sha256 the dataset's fingerprint */
  constructor(files: FileStore, sha256: string) {
    this.files = files;
    this.folder = `${FOLDER}/${sha256.slice(0, 16)}-${String(BUILD_VERSION)}`;
  }

  async read(name: string): Promise<Uint8Array | null> {
    return this.files.read(`${this.folder}/${name}`);
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.files.write(`${this.folder}/${name}`, bytes);
    } catch (thrown) {
      if (!(thrown instanceof LabError)) throw thrown;
    }
  }

  /** What `writeJson` kept. The text is the lab's own: it was written by the same version. */
  async readJson<Value>(name: string): Promise<Value | null> {
    const bytes = await this.read(`${name}.json`);
    return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as Value);
  }

  async writeJson(name: string, value: unknown): Promise<void> {
    await this.write(`${name}.json`, new TextEncoder().encode(JSON.stringify(value)));
  }

  /** Removes what is kept of this dataset. */
  async clear(): Promise<void> {
    await this.files.remove(this.folder);
  }

  /** Removes what earlier versions of the lab kept. */
  static async removeOutdated(files: FileStore): Promise<void> {
    const current = `-${String(BUILD_VERSION)}`;
    for (const path of await files.list(FOLDER)) {
      const folder = path.split('/')[1] ?? '';
      if (!folder.endsWith(current)) await files.remove(`${FOLDER}/${folder}`);
    }
  }
}
