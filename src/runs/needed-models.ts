/**
 * @file Which models a run asks that an engine has to load.
 */
import { canonicalJson } from '../core/json.ts';
import type { ComponentSpec } from '../core/run.ts';
import { REASONER_ID } from '../models/reasoner/reasoner.ts';
import type { CompleteRunSpec } from './run-spec.ts';

/** Each once; none for a baseline, and none for a run whose replies are replayed. */
export function neededModels({ recommender, replies, model, critic }: CompleteRunSpec): readonly ComponentSpec[] {
  if (recommender.name !== 'recmind' || replies.mode === 'replay') return [];
  const loaded = [model, ...(critic === undefined ? [] : [critic])].filter(({ name }) => name !== REASONER_ID);
  return [...new Map(loaded.map((spec) => [canonicalJson(spec), spec])).values()];
}
