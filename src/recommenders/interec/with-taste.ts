/**
 * @file An order by preference with what is known of the person in it, whoever planned: "when it comes to tool invocation, a comprehensive
 * user profile is formed" (Huang and others 2023; its public code merges the profile into the ranker's input).
 */
import type { PlanStep, Profile } from '../../core/dialogue.ts';
import type { Json } from '../../core/json.ts';
import { isSameTitle } from './same-title.ts';

/** As many as are merged, the latest; a prompt shows a few of them. */
const MOST_TITLES = 30;

/**
 * The step with liked titles preferred and disliked ones unwanted, unless the step itself says otherwise of them.
 * @param listed titles that the person chooses among: what an order is by is not in it
 */
export function withTaste(step: PlanStep, { like, dislike }: Profile, listed: readonly string[]): PlanStep {
  const { tool, input } = step;
  if (tool !== 'rank' || input['scheme'] !== 'preference') return step;
  const [prefer, unwanted] = [titlesIn(input['prefer']), titlesIn(input['unwanted'])];
  const preferred = merged(prefer, like.titles, [...unwanted, ...listed]);
  const avoided = merged(unwanted, dislike.titles, [...prefer, ...listed]);
  return {
    tool,
    input: {
      ...input,
      ...(preferred.length > prefer.length && { prefer: preferred }),
      ...(avoided.length > unwanted.length && { unwanted: avoided }),
    },
  };
}

/** The titles of an input's list. */
export const titlesIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

function merged(own: readonly string[], known: readonly string[], other: readonly string[]): string[] {
  const isNamed = (title: string): boolean => [...own, ...other].some((one) => isSameTitle(one, title));
  const room = MOST_TITLES - own.length;
  return room <= 0 ? [...own] : [...own, ...known.filter((title) => !isNamed(title)).slice(-room)];
}
