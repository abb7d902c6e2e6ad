/**
 * @file What somebody rated in this browser: `people/<fingerprint of the dataset>.json`, written whole, under a lock that all tabs share.
 */
import { readJsonFile, writeJsonFile } from '../../data/store/json-file.ts';
import * as z from 'zod/mini';
import type { FileStore } from '../../core/file-store.ts';
import type { OwnPerson } from '../../core/dataset.ts';
import { whileLocked } from '../../core/platform/storage-lock.ts';
import { OWN_PERSON } from '../../data/person/own-person.ts';

const FOLDER = 'people';
/** Raised with every change of the form. */
const VERSION = 1;
const NEVER = new AbortController().signal;

const FILE = z.strictObject({ version: z.literal(VERSION), person: OWN_PERSON });

/** The people of this browser, at most one for each dataset. */
export interface PersonShelf {
  /** Null where nothing is rated, or the file cannot be read. @param dataset its fingerprint */
  read(dataset: string): Promise<OwnPerson | null>;
  /** Replaces what is kept by what `change` makes of it; null removes it. Nobody else changes it meanwhile. */
  change(dataset: string, change: (before: OwnPerson | null) => OwnPerson | null): Promise<OwnPerson | null>;
  remove(dataset: string): Promise<void>;
}

const pathOf = (dataset: string): string => `${FOLDER}/${dataset}.json`;

/** The shelf in a file store. */
export function createPersonShelf(files: FileStore): PersonShelf {
  const read: PersonShelf['read'] = async (dataset) => {
    return FILE.safeParse(await readJsonFile(files, pathOf(dataset))).data?.person ?? null;
  };
  const locked = <Result>(dataset: string, work: () => Promise<Result>): Promise<Result> =>
    whileLocked(files, `${FOLDER}-${dataset}`, () => undefined, NEVER, work);
  return {
    read,
    change: (dataset, change) =>
      locked(dataset, async () => {
        const person = change(await read(dataset));
        if (person === null) await files.remove(pathOf(dataset));
        else await writeJsonFile(files, pathOf(dataset), FILE.parse({ version: VERSION, person }));
        return person;
      }),
    remove: (dataset) => locked(dataset, () => files.remove(pathOf(dataset))),
  };
}
