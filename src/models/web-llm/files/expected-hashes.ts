/**
 * @file What a file of a model has to be: as the catalogue pins it, or as it came first, from the catalogue's own address where this is
 * a copy from elsewhere.
 */
import type { WebLlmModel } from '../web-llm-model.ts';
import { fileAltered, keptFileAltered, type Expected } from './file-errors.ts';
import { hashOf, seenHash } from './seen-hashes.ts';
import type { Shelf, StoredFiles } from './stored-files.ts';

/** A file that is compared whole. */
export interface ComparedFile {
  readonly shelf: Shelf;
  /** Its name, for messages and among the pins. */
  readonly file: string;
  /** Under which it is kept. */
  readonly key: string;
  /** Whether it is the compiled library. */
  readonly isLibrary: boolean;
}

/** A file in the folder of the weights. */
export const weightsFile = (model: Pick<WebLlmModel, 'baseUrl'>, shelf: Shelf, file: string): ComparedFile => ({
  shelf,
  file,
  key: new URL(file, model.baseUrl).href,
  isLibrary: false,
});

/** The compiled library. */
export const libraryFile = ({
  libraryUrl,
  libraryKey,
}: Pick<WebLlmModel, 'libraryUrl' | 'libraryKey'>): ComparedFile => ({
  shelf: 'webllm/wasm',
  file: new URL(libraryUrl).pathname.split('/').at(-1) ?? 'the library',
  key: libraryKey,
  isLibrary: true,
});

/** What the catalogue says of a file, or what came first from the catalogue's own address; null where neither is known. */
export async function expectedByCatalogue(
  stored: StoredFiles,
  { pins, original }: WebLlmModel,
  { shelf, file, isLibrary }: ComparedFile,
): Promise<Expected | null> {
  const pin = pins[isLibrary ? 'library' : file];
  if (pin !== undefined) return { hash: pin, by: { type: 'pin' } };
  if (original === null) return null;
  const key = isLibrary ? original.libraryKey : new URL(file, original.baseUrl).href;
  const hash = await seenHash(stored, shelf, key);
  return hash === null ? null : { hash, by: { type: 'first', from: new URL(key).host } };
}

/**
 * Compares a file that came with what it has to be, as far as that is known.
 * @param place where these bytes come from
 * @throws LabError `integrity-failed` naming file and host
 */
export async function compareFile(
  stored: StoredFiles,
  model: WebLlmModel,
  compared: ComparedFile,
  bytes: Uint8Array,
  place: string,
): Promise<void> {
  const { shelf, key, file } = compared;
  const found = hashOf(bytes);
  const seen = await seenHash(stored, shelf, key);
  const first: Expected | null = seen === null ? null : { hash: seen, by: { type: 'first', from: hostOf(place) } };
  for (const expected of [await expectedByCatalogue(stored, model, compared), first]) {
    if (expected !== null && expected.hash !== found) throw fileAltered(file, hostOf(place), expected, found);
  }
}

/**
 * A file that is kept, compared; null where it is not here, or nobody noted what it was when it came. One that has changed since is
 * removed.
 * @param place where it came from
 * @throws LabError `integrity-failed` naming file and host
 */
export async function readCompared(
  stored: StoredFiles,
  model: WebLlmModel,
  compared: ComparedFile,
  place: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { shelf, key, file } = compared;
  const bytes = await stored.read(shelf, key);
  const seen = await seenHash(stored, shelf, key);
  if (bytes === null || seen === null) return null;
  const found = hashOf(bytes);
  if (found !== seen) {
    await stored.remove(shelf, key);
    throw keptFileAltered(file, hostOf(place), seen, found);
  }
  await compareFile(stored, model, compared, bytes, place);
  return bytes;
}

/** The host of an address; a folder as it is. */
export const hostOf = (place: string): string => (URL.canParse(place) ? new URL(place).host : place);
