/** @file Opens an environment for the terminal: its datasets come with the lab or are files, its models are those that the command line names. */
import { embeddingModel, writingModel } from '../models/engine.ts';
import type { Dataset, DatasetManifest } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import type { EnvironmentSpec } from '../core/simulation.ts';
import { writtenScale } from '../environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../environments/raters/language-model-rater.ts';
import {
  keptSurrogate,
  openEnvironmentCatalogue,
  openTrainingGround,
  type GroundHost,
} from '../lab/training/open-ground.ts';
import type { TrainingGround } from '../lab/training/training-ground.ts';
import { loadNamed } from './datasets.ts';
import { folderFileStore } from './folder-file-store.ts';
import { createModelOpener, type ModelPlaces } from './open-model.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WORDS_FOLDER } from '../models/word-table.ts';
import type { EmbeddingHost } from '../lab/run/create-retrieval.ts';
import { DATASETS_FOLDER } from './package-files.ts';

/** Embeddings that come with the lab, and those of the models that the command line names. */
export function embeddingHost(places: ModelPlaces, onProgress: (text: string) => void): EmbeddingHost {
  return {
    openEmbedding: async (spec, signal) =>
      embeddingModel(await createModelOpener(places, onProgress).openModel(spec, signal), spec.name),
    fetchWords: async (file) => new Uint8Array(await readFile(join(DATASETS_FOLDER, WORDS_FOLDER, file))),
  };
}

export interface GroundPlaces {
  readonly places: ModelPlaces;
  /** The folder of what a language model's surrogate was fitted to. */
  readonly files: string;
}

/** An environment with the datasets that its items and people come from, each under the name that its spec has for it, and loaded once. */
export interface OpenedGround {
  readonly ground: TrainingGround;
  readonly datasets: readonly (DatasetManifest & { readonly name: string })[];
}

/** @throws LabError `task-impossible` for too few items or people, `file-…`, `spec-invalid`, or what a model throws */
export async function openGround(
  spec: EnvironmentSpec,
  usesSurrogate: boolean,
  { places, files }: GroundPlaces,
  signal: AbortSignal,
  onProgress: (text: string) => void = () => undefined,
): Promise<OpenedGround> {
  const loaded: Loaded = new Map();
  const host = groundHost(places, files, onProgress, loaded);
  const { people, items, kind } = await openEnvironmentCatalogue(spec, host, signal);
  // A page shows how many there are; here a table would stand that is of fewer than were asked for.
  if (people.length < spec.people) throw tooFew('people', people.length, spec.people);
  if (items.length < spec.items) throw tooFew('items', items.length, spec.items);
  if ((writtenScale(spec.prompt.scale).kept.max === 5) !== (kind === 'book'))
    throw new LabError('spec-invalid', `prompt.scale: ${kind}s are not rated on ${spec.prompt.scale}.`);
  const ground = await openTrainingGround(spec, usesSurrogate, host, signal);
  return {
    ground,
    datasets: await Promise.all([...loaded].map(async ([name, one]) => ({ ...(await one).manifest, name }))),
  };
}

const tooFew = (what: string, there: number, asked: number): LabError =>
  new LabError('task-impossible', `There are ${there} ${what}, not ${asked}; ask for fewer.`);

/** Datasets by their names, each loaded once. */
type Loaded = Map<string, Promise<Dataset>>;

function groundHost(
  places: ModelPlaces,
  files: string,
  onProgress: (text: string) => void,
  loaded: Loaded,
): GroundHost {
  const opener = createModelOpener(places, onProgress);
  return {
    ...embeddingHost(places, onProgress),
    loadDataset(name, signal) {
      const loading = loaded.get(name) ?? loadNamed(name, signal);
      loaded.set(name, loading);
      return loading;
    },
    async openModelRater({ rater, prompt: { scale, ...style } }, signal) {
      const model = writingModel(await opener.openModel(rater, signal), rater.name);
      return createLanguageModelRater({ model, style: { ...style, scale: writtenScale(scale) } });
    },
    keptSurrogate: (spec, fit) => keptSurrogate(folderFileStore(files), spec, fit),
    onRatings(done, of) {
      if (done % 100 === 0 || done === of) onProgress(`${done} of ${of} ratings for the surrogate`);
    },
  };
}
