/**
 * @file Names that models give to members of a reply in place of those that were asked for: the conventions of function calling (OpenAI), of
 * ReAct's frameworks, and words that mean the same. One is taken where the name that was asked for is absent and no other one is in doubt.
 */
import type { Json } from '../json.ts';

/** What models call whatever they were asked for. */
const ANSWER = ['answer', 'final_answer', 'response', 'result', 'output'];

/** Other names by the name that is asked for. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  thought: ['reasoning', 'thinking', 'rationale', 'reason'],
  tool: ['action', 'tool_name', 'action_name', 'function', 'function_name', 'name', 'recipient_name'],
  input: [
    'action_input',
    'tool_input',
    'arguments',
    'args',
    'parameters',
    'params',
    'query',
    'question',
    'sql',
    'item',
  ],
  type: ['action', 'action_type', 'tool', 'name', 'command'],
  content: ['action_input', 'arguments', 'args', 'parameters', 'params', 'input', 'answer'],
  action: ['tool', 'action_name', 'name'],
  reason: ['reasoning', 'explanation', 'rationale', 'justification', 'thought', 'why', 'advice'],
  rating: [
    'predicted_rating',
    'rating_prediction',
    'prediction',
    'predicted_score',
    'final_rating',
    'estimated_rating',
    'expected_rating',
    'rating_value',
    'score',
    'stars',
    'value',
    ...ANSWER,
  ],
  ranking: [
    'ranked_items',
    'ranked_list',
    'recommendations',
    'recommended_items',
    'items',
    'item_ids',
    'ids',
    ...ANSWER,
  ],
  choice: [
    'vote',
    'proposal',
    'best_proposal',
    'best_candidate',
    'proposal_number',
    'candidate',
    'selected',
    'selection',
    'best',
    'number',
    ...ANSWER,
  ],
  verdict: ['decision', 'judgement', 'judgment', 'evaluation', ...ANSWER],
  explore: ['explore_alternative', 'alternative', 'decision', ...ANSWER],
  value: ['score', 'rating'],
  reflection: ['lesson', 'insight', 'text', ...ANSWER],
  steps: ['plan', 'tools', 'calls', 'actions'],
  step: ['next_step', 'tool_call', 'action'],
  sql: ['query', 'sql_query', 'statement'],
  id: ['item_id', 'candidate_id', 'item', 'candidate'],
  text: ['title', 'heading', 'summary', 'explanation', 'review', ...ANSWER],
};

/** Members whose other names may mean more than the member: they are read where nothing else is given. */
const ALONE = new Set(['text']);

/** The name itself, and all that is read as it. */
export const namesFor = (name: string): readonly string[] => [name, ...(OTHER_NAMES[name] ?? [])];

/** `Action Input`, `actionInput` and `action_input` are one name. */
const keyOf = (name: string): string =>
  name
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

const isGiven = (value: Json): boolean => value !== null && value !== '';

/** What is meant by the names of an object. */
export interface MeantNames {
  /** The name that was asked for, by each written one that is another; without those that mean no member. */
  readonly meant: ReadonlyMap<string, string>;
  /** The member of which two other names were given, and both names; null where none is in doubt. */
  readonly doubt: { readonly name: string; readonly written: readonly string[] } | null;
}

/** Names that are asked for and absent, found under other names: singular for plural, in another case, or a word that means the same. */
export function meantNames(value: Readonly<Record<string, Json>>, properties: object): MeantNames {
  const meant = new Map<string, string>();
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name) && isGiven(value[name] ?? null));
  if (unknown.length === 0) return { meant, doubt: null };
  let doubt: MeantNames['doubt'] = null;
  const missing = Object.keys(properties).filter((name) => !Object.hasOwn(value, name) || value[name] === null);
  // What is nearly the name goes before what only means the same.
  for (const isNear of [true, false])
    for (const name of missing) {
      const free = unknown.filter((written) => !meant.has(written));
      const found = free.filter((written) =>
        isNear ? isAlike(written, name) : isOtherName(written, name, unknown.length),
      );
      const [only] = found;
      if (only === undefined || [...meant.values()].includes(name)) continue;
      if (found.length > 1) doubt ??= { name, written: found };
      else meant.set(only, name);
    }
  return { meant, doubt };
}

const isAlike = (written: string, name: string): boolean => {
  const key = keyOf(written);
  return key === keyOf(name) || key === `${keyOf(name)}s` || `${key}s` === keyOf(name);
};

const isOtherName = (written: string, name: string, given: number): boolean =>
  (given === 1 || !ALONE.has(name)) && (OTHER_NAMES[name] ?? []).some((other) => other === keyOf(written));
