/**
 * @file Which models a run asks that an engine has to load.
 */
import { canonicalJson } from '../core/json.ts';
import type { ComponentSpec } from '../core/run.ts';
import { LEXICAL_ID } from '../models/lexical/lexical-embedding.ts';
import { REASONER_ID } from '../models/reasoner/reasoner.ts';
import { embeddingsOf } from './registry.ts';
import type { CompleteRunSpec } from './run-spec.ts';

/**
 * Each once; none for a baseline. A run whose replies are replayed needs no language model, but its tools compare meanings as
 * before.
 */
export function neededModels(spec: CompleteRunSpec): readonly ComponentSpec[] {
  const { recommender, replies, model, critic } = spec;
  if (recommender.name !== 'recmind') return [];
  const asked = replies.mode === 'replay' ? [] : [model, ...(critic === undefined ? [] : [critic])];
  const loaded = [...asked, ...embeddingsOf(spec)].filter(({ name }) => name !== REASONER_ID && name !== LEXICAL_ID);
  return [...new Map(loaded.map((spec) => [canonicalJson({ ...spec }), spec])).values()];
}
