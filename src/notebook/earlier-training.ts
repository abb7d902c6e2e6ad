/** @file Trainings as notebooks held them until November 2026, in words of their own for what the Simulate page says too. */
import type { Json, JsonObject } from '../core/json.ts';

const given = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter((member): member is [string, Json] => member[1] !== undefined));

/**
 * A simulation as it is written now: `people`, `items` and `seed` are the environment's, the seed is the policies' too, and `rules` are the
 * environment's rater. What is written so already stays as it is.
 */
export function presentSimulation(simulation: JsonObject): JsonObject {
  if (simulation['kind'] !== 'training' || simulation['environment'] !== undefined) return simulation;
  const { people, items, seed, learnsFrom, ...rest } = simulation;
  return given({
    ...(seed !== undefined && { seeds: [seed] }),
    ...rest,
    learnsFrom: learnsFrom === 'rules' ? 'rater' : learnsFrom,
    environment: given({ people, items, seed }),
  });
}
