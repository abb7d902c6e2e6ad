/** @file A dataset with its database, its models, statements and planners, opened for any verb of the terminal. */
import type { Dataset } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import type { ExampleDatasets } from '../lab/run/example-datasets.ts';
import { createDataset } from '../lab/run/registry.ts';
import type { CompleteRunSpec } from '../lab/run/run-spec.ts';
import { openSession, type Session } from '../lab/run/session.ts';
import { openDataset, openExamples, packagedFiles } from './datasets.ts';
import type { createModelOpener } from './open-model.ts';
import { openSqlEngine } from './open-sql-engine.ts';
import { readSuberFolder } from './suber-folder.ts';
import { startPrograms, startStatements } from './start-thread.ts';

export interface SessionParts {
  readonly files: FileStore;
  readonly opener: ReturnType<typeof createModelOpener>;
  readonly examples?: ExampleDatasets;
  readonly onProgress: (phase: string) => void;
}

export async function openLab(dataset: Dataset, { opener, ...parts }: SessionParts): Promise<Session> {
  const options = { ...packagedFiles(dataset), ...opener, ...parts, startStatements, startPrograms };
  return openSession(await openSqlEngine(), dataset, options);
}

export interface DatasetFiles {
  /** A file in place of the dataset that the spec names. */
  readonly dataset: string | null;
  /** Files of datasets that examples come from. */
  readonly examples: readonly string[];
  /** A copy of SUBER's repository, for its own test of raters. */
  readonly suber: string | null;
}

/** The part of the dataset that a spec is about, and the datasets that its examples come from. @throws LabError `file-…`, `name-unknown`, `spec-invalid` */
export async function openSpecData(
  spec: CompleteRunSpec,
  sources: readonly { readonly name: string }[],
  given: DatasetFiles,
  signal: AbortSignal,
  onProgress: (phase: string) => void,
): Promise<{ readonly dataset: Dataset; readonly examples: ExampleDatasets }> {
  const { of = 'films', people } = spec.tasks.options;
  if (given.suber !== null && people !== 'suber')
    throw new LabError(
      'spec-invalid',
      '--suber is for SUBER’s own people: give tasks.options of the spec "people": "suber", or leave --suber out.',
    );
  const dataset = createDataset(spec, await openDataset(given.dataset, spec.dataset.name, signal, onProgress));
  const importing = { signal, onProgress: ({ phase }: { readonly phase: string }) => onProgress(phase) };
  const names = sources.map(({ name }) => name);
  const examples = await openExamples(names, given.examples, importing);
  if (given.suber === null) return { dataset, examples };
  const suber = await readSuberFolder(given.suber, of, signal);
  return { dataset, examples: { ...examples, suber } };
}
