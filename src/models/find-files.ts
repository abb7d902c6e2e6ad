/**
 * @file Where a browser finds the files of a transformers.js model: among those it keeps, else in the lab's own folder.
 */
import { LabError } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import type { ModelFiles } from './engine.ts';
import { storedModelFiles } from './store/model-store.ts';
import { sourceModelFiles } from './store/source-files.ts';

/** The folder beside the lab's page in which whoever serves it may put models. */
const OWN_FOLDER = './models/';
const IDLE_MILLISECONDS = 30_000;

/**
 * The files of a model.
 * @param base the lab's own address
 * @throws LabError `model-missing` where it is in neither place, `network-failed`, `aborted`
 */
export async function findModelFiles(
  stored: () => Promise<FileStore>,
  base: string,
  wanted: { readonly model: string; readonly revision: string | null; readonly signal: AbortSignal },
): Promise<ModelFiles> {
  const { model, revision, signal } = wanted;
  const kept = await storedModelFiles(await stored(), model, revision);
  if (kept !== null) return kept;
  const access = { fetch: fetch.bind(globalThis), base, idleMilliseconds: IDLE_MILLISECONDS };
  const name = { model, hubName: model, revision: revision ?? 'main' };
  const own = sourceModelFiles(access, OWN_FOLDER, name);
  const config = await own.open('config.json', signal);
  await config?.body.cancel();
  if (config !== null) return own;
  throw new LabError('model-missing', `${model} is not in this browser. Download or import it on the Models page.`, {
    model,
  });
}
