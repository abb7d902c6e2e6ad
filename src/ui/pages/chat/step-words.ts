/** @file What a step of a plan asks for, in words; the input itself stands behind them. */
import type { Condition } from '../../../core/dialogue.ts';
import type { Json } from '../../../core/json.ts';

const NAMED = 3;
const listed = (texts: readonly string[]): string =>
  texts.length <= NAMED
    ? texts.join(', ')
    : `${texts.slice(0, NAMED).join(', ')} and ${String(texts.length - NAMED)} more`;
const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
/** `$1` is what the first step found. */
const boundWords = (bound: unknown): string =>
  String(bound)
    .replace(/^\$(\d+)/u, 'what step $1 found:')
    .replace(/:$/u, '');

function conditionWords({ attribute, is = [], not = [], ...bounds }: Condition): string {
  const name = attribute.replaceAll('_', ' ');
  const words = Object.entries(bounds).map(([relation, bound]) => `${relation} ${boundWords(bound)}`);
  if (is.length > 0) words.unshift(`is ${listed(is.map(boundWords)).replaceAll(', ', ' or ')}`);
  if (not.length > 0) words.push(`is not ${listed(not.map(boundWords))}`);
  return `${name} ${words.join(' and ')}`;
}

/** The words of each thing that a step asks for; none for an input that has another shape. */
export function stepWords(tool: string, input: Json): readonly string[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return [];
  const { conditions, titles, facts, text, sql, scheme, prefer, unwanted, count } = input as Readonly<
    Record<string, unknown>
  >;
  const words: string[] = [];
  if (Array.isArray(conditions)) words.push(...(conditions as Condition[]).map(conditionWords));
  if (typeof sql === 'string') words.push(sql);
  if (textsOf(titles).length > 0) words.push(`${tool === 'similar' ? 'like ' : ''}${listed(textsOf(titles))}`);
  if (textsOf(facts).length > 0) words.push(listed(textsOf(facts)).replaceAll('_', ' '));
  if (typeof scheme === 'string') words.push(`by ${scheme}`);
  if (typeof text === 'string') words.push(`like "${text}"`);
  if (textsOf(prefer).length > 0) words.push(`prefer ${listed(textsOf(prefer))}`);
  if (textsOf(unwanted).length > 0) words.push(`unwanted ${listed(textsOf(unwanted))}`);
  if (typeof count === 'number') words.push(`the first ${String(count)}`);
  return words;
}
