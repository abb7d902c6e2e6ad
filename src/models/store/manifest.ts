/**
 * @file What is known of a model's files in this browser: one `manifest.json` beside them.
 */
import { z } from 'zod/mini';
import type { FileStore } from '../../core/file-store.ts';

const fileSchema = z.strictObject({
  path: z.string(),
  required: z.boolean(),
  /** In bytes, as the source announced it, then as it is; null where the source does not tell. */
  size: z.nullable(z.int()),
  /** SHA-256 in hexadecimal: what the source says it is, then what was measured. */
  sha256: z.nullable(z.string()),
  /** By which a source says that a file has changed between two halves of its download. */
  version: z.nullable(z.string()),
  /** `absent`: the source has no such file, and the model does without. */
  state: z.enum(['missing', 'complete', 'absent']),
});

const manifestSchema = z.strictObject({
  model: z.string(),
  revision: z.string(),
  dtype: z.string(),
  source: z.string(),
  files: z.array(fileSchema),
});

/** A file of a model. */
export type ManifestFile = z.infer<typeof fileSchema>;

/** The files of one model at one revision and precision. */
export type Manifest = z.infer<typeof manifestSchema>;

const FOLDER = 'models';
const NAME = 'manifest.json';

const part = (name: string): string => name.replaceAll('/', '--');

/** Where a model's files lie. */
export const folderOf = (model: string, revision: string): string => `${FOLDER}/${part(model)}/${part(revision)}`;

/** Where one of them lies. */
export const pathOf = (manifest: Pick<Manifest, 'model' | 'revision'>, path: string): string =>
  `${folderOf(manifest.model, manifest.revision)}/${path}`;

/** Whether nothing has to be fetched any more. */
export const isComplete = (manifest: Manifest): boolean => manifest.files.every(({ state }) => state !== 'missing');

/** Null where there is none, or one that cannot be read: what lies there is then fetched again. */
export async function readManifest(files: FileStore, model: string, revision: string): Promise<Manifest | null> {
  return manifestIn(await files.read(`${folderOf(model, revision)}/${NAME}`));
}

/** Keeps it in place of the one before. */
export function writeManifest(files: FileStore, manifest: Manifest): Promise<void> {
  return files.write(pathOf(manifest, NAME), new TextEncoder().encode(JSON.stringify(manifest)));
}

/** All models that have a manifest, by the path of their folders. */
export async function listManifests(files: FileStore): Promise<readonly Manifest[]> {
  const paths = (await files.list(FOLDER)).filter((path) => path.endsWith(`/${NAME}`));
  const read = await Promise.all(paths.map(async (path) => manifestIn(await files.read(path))));
  return read.filter((manifest) => manifest !== null);
}

/** Removes everything that any model left here. */
export const removeEverything = (files: FileStore): Promise<void> => files.remove(FOLDER);

function manifestIn(bytes: Uint8Array | null): Manifest | null {
  if (bytes === null) return null;
  try {
    return manifestSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
