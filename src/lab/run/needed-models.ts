/**
 * @file Which models a run asks that an engine has to load.
 */
import { canonicalJson } from '../../core/json.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { isBuiltInEmbedding } from '../../models/lexical/lexical-embedding.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { isBaseline } from './baseline-spec.ts';
import { embeddingsOf, namedModelsOf } from './registry.ts';
import type { CompleteRunSpec } from './run-spec.ts';

/**
 * Each once; none for a baseline, and none where the replies, and what was nearest in meaning, come from a recording.
 */
export function neededModels(spec: CompleteRunSpec): readonly ComponentSpec[] {
  const { recommender, replies, model, critic } = spec;
  if (isBaseline(recommender) || replies.mode === 'replay') return [];
  const asked = [
    model,
    ...(critic === undefined ? [] : [critic]),
    ...namedModelsOf(spec).values(),
    ...embeddingsOf(spec),
  ];
  const loaded = asked.filter(({ name }) => name !== REASONER_ID && !isBuiltInEmbedding(name));
  return [...new Map(loaded.map((spec) => [canonicalJson({ ...spec }), spec])).values()];
}
