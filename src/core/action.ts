/** @file Actions as agents write them: `Analyse[user, 524]` or `{"type": "Analyse", "content": ["user", 524]}`. */
import { spacedJson, type Json } from './json.ts';
import { isRanking, type Recommendation, type Task } from './task.ts';

export type CommandForm = 'text' | 'json';

/** An action that was read. `content` is the value of its one place, or the values of its places. */
export interface Action {
  readonly type: string;
  readonly content: Json;
}

export function writeAction({ type, content }: Action, form: CommandForm): string {
  if (form === 'json') return spacedJson({ type, content });
  const written = Array.isArray(content) ? placesOf(content).join(', ') : textOf(content);
  return `${type}[${written}]`;
}

/** Of several texts only the first may hold bare commas, so that each can be told from the next. */
function placesOf(content: readonly Json[]): string[] {
  return content.map((value, at) => (at > 0 && typeof value === 'string' ? quoted(value) : textOf(value)));
}

const quoted = (text: string): string => (text.includes(',') ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : text);

const DOUBLE = /^"((?:[^"\\]|\\.)*)"$/s;
/** A mark between two letters is an apostrophe. */
const SINGLE = /^'((?:[^']|(?<=[\p{L}\p{N}])'(?=\p{L}))*)'$/u;

export function unquoted(text: string): string {
  const trimmed = text.trim();
  const double = DOUBLE.exec(trimmed)?.[1];
  return double?.replaceAll(/\\(["\\])/g, '$1') ?? SINGLE.exec(trimmed)?.[1] ?? trimmed;
}

const PART =
  /(?:^|,)(\s*"(?:[^"\\]|\\.)*"(?=\s*(?:,|$))|\s*'(?:[^']|(?<=[\p{L}\p{N}])'(?=\p{L}))*'(?=\s*(?:,|$))|[^,]*)/gu;

export const partsOf = (text: string): string[] => [...text.matchAll(PART)].map(([, part = '']) => part);

export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const MOST_RANKED = 10;

export const wantedOf = (candidates: readonly number[]): number => Math.min(candidates.length, MOST_RANKED);

export function finishedAnswer(
  task: Task,
  content: Json,
): { readonly recommendation: Recommendation } | { readonly problem: string } {
  if (task.type === 'rating-prediction') {
    const { min, max } = task.scale;
    if (typeof content !== 'number' || content < min || content > max) {
      return { problem: `The rating must be a number from ${min} to ${max}.` };
    }
    return { recommendation: { type: 'rating', rating: content } };
  }
  if (!isRanking(task)) {
    const text = textOf(content).trim();
    return text === '' ? { problem: 'The answer is empty.' } : { recommendation: { type: 'text', text } };
  }
  const candidates = task.candidates.map(({ id }) => id);
  const ranking = (Array.isArray(content) ? content : [content]).filter((id) => typeof id === 'number');
  const wanted = wantedOf(candidates);
  const unknown = ranking.find((id) => !candidates.includes(id));
  if (unknown !== undefined) return { problem: `${unknown} is no candidate.` };
  if (new Set(ranking).size !== ranking.length) return { problem: 'A candidate is named twice.' };
  if (ranking.length < wanted) return { problem: `The ranking must name ${wanted} candidates, not ${ranking.length}.` };
  return { recommendation: { type: 'ranking', items: ranking.slice(0, MOST_RANKED) } };
}
