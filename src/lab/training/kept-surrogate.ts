/** @file Where what a language model's surrogate was fitted to is kept: `surrogates/<digest>.json`, since a model takes minutes for it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import type { EnvironmentSpec } from '../../core/simulation.ts';
import { keptOrMade } from '../../data/store/derived-files.ts';
import {
  SURROGATE_FORM,
  SURROGATE_VERSION,
  type FittedSurrogate,
} from '../../environments/raters/surrogate/surrogate-rater.ts';

/** What is kept of the environment's surrogate, or else what `fit` gives, which is then kept. @throws what `fit` throws */
export async function keptSurrogate(
  files: FileStore,
  { people, items, of, peopleOf, also, seed, rater, prompt, surrogate }: EnvironmentSpec,
  fit: () => Promise<FittedSurrogate>,
): Promise<FittedSurrogate> {
  // What is made of somebody at the page leaves nothing behind.
  if (also !== undefined) return fit();
  const version = SURROGATE_VERSION;
  const place = { people, items, of, ...(peopleOf !== undefined && { peopleOf }), seed };
  const key = canonicalJson(asJson({ ...place, rater, prompt, surrogate, version }));
  const path = `surrogates/${bytesToHex(sha256(utf8ToBytes(key))).slice(0, 32)}.json`;
  return keptOrMade(files, path, SURROGATE_FORM, fit);
}
