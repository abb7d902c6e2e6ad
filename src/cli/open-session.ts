/** @file A dataset with its database, its models, statements and planners, opened for any verb of the terminal. */
import { LabError } from '../core/errors.ts';
import { createDataset } from '../lab/run/registry.ts';
import type { CompleteRunSpec } from '../lab/run/run-spec.ts';
import { openSession, type Session } from '../lab/run/session.ts';
import { importFile, loadPackaged, openExamples, packagedFiles } from './datasets.ts';
import { folderFileStore } from './folder-file-store.ts';
import { createModelOpener, type ModelPlaces } from './open-model.ts';
import { openSqlEngine } from './open-sql-engine.ts';
import { readSuberFolder } from './suber-folder.ts';
import { startPrograms, startStatements } from './start-thread.ts';

export interface DatasetFiles {
  readonly dataset: string | null;
  readonly examples: readonly string[];
  /** A copy of SUBER's repository, for its own test of raters. */
  readonly suber: string | null;
}

/** Opens what a spec is about: the part of its dataset, and those that its examples come from. @throws LabError `file-…`, `name-unknown`, `spec-invalid` */
export async function openSpec(
  spec: CompleteRunSpec,
  sources: readonly { readonly name: string }[],
  given: DatasetFiles & { readonly files: string; readonly places: ModelPlaces },
  signal: AbortSignal,
  onProgress: (phase: string) => void,
): Promise<Session> {
  const { of = 'films', people } = spec.tasks.options;
  if (given.suber !== null && people !== 'suber')
    throw new LabError(
      'spec-invalid',
      '--suber is for SUBER’s own people: give tasks.options of the spec "people": "suber", or leave --suber out.',
    );
  const importing = { signal, onProgress: ({ phase }: { readonly phase: string }) => onProgress(phase) };
  const { name } = spec.dataset;
  const whole = given.dataset === null ? await loadPackaged(name, signal) : await importFile(given.dataset, importing);
  const dataset = createDataset(spec, whole);
  const names = sources.map(({ name }) => name);
  const found = await openExamples(names, given.examples, importing);
  const examples = given.suber === null ? found : { ...found, suber: await readSuberFolder(given.suber, of, signal) };
  return openSession(await openSqlEngine(), dataset, {
    ...packagedFiles(dataset),
    ...createModelOpener(given.places, onProgress),
    ...{ files: folderFileStore(given.files), examples, onProgress, startStatements, startPrograms },
  });
}
