/** @file Where the terminal has embeddings from. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError } from '../core/errors.ts';
import { WORDS_FOLDER } from '../models/words/word-table.ts';
import type { EmbeddingHost } from '../lab/run/create-retrieval.ts';
import { createModelOpener, type ModelPlaces } from './open-model.ts';
import { DATASETS_FOLDER } from './package-files.ts';

/** Embeddings that come with the lab, and those of the models that the command line names. */
export function embeddingHost(places: ModelPlaces, onProgress: (text: string) => void): EmbeddingHost {
  return {
    async openEmbedding(spec, signal) {
      const { kind, model } = await createModelOpener(places, onProgress).openModel(spec, signal);
      if (kind === 'embedding') return model;
      throw new LabError('name-unknown', `${spec.name} is a language model, which gives no vectors.`);
    },
    fetchWords: async (file) => new Uint8Array(await readFile(join(DATASETS_FOLDER, WORDS_FOLDER, file))),
  };
}
