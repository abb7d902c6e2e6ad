/**
 * @file Replies in words where JSON was asked for: `Proposal 2`, `**Verdict:** keep. It concerns the right user.`, `**Title:** "A fine gift"`.
 * They are read where they say one thing alone; all else is asked for again.
 */
import type { Reading } from './generate.ts';
import type { Json } from '../json.ts';
import { withoutLabel } from './labels.ts';
import { noted } from './read-reply.ts';
import { withoutThinking } from './thinking.ts';

/** Reads the words of a reply; null where they do not say one thing alone. */
export type WordsReader = (words: string) => Json | null;

const NOTE = 'it was written in words, not as JSON';

/** Reads a reply as `parse` does, and, where it holds nothing like JSON, by its words: `toJson` makes of them what was asked for. */
export function orInWords<Value>(
  parse: (text: string) => Reading<Value>,
  toJson: WordsReader,
): (text: string) => Reading<Value> {
  return (text) => {
    const reading = parse(text);
    const words = withoutThinking(text).trim();
    if (reading.ok || words === '' || /[{}[\]]/.test(words)) return reading;
    const meant = toJson(words);
    const read = meant === null ? reading : parse(JSON.stringify(meant));
    return read.ok ? noted(read, [NOTE]) : reading;
  };
}

const OTHER_CANDIDATE = /\b(?:candidate|proposal)s?\s*#?\d/i;
/** A sentence may follow, but not the rest of one: "Candidate 2 is wrong" chooses nothing. */
const ENDS = /^["'”’*_`)\s]*(?:$|[.;!\n](?!\d))/;

/** `Proposal 2`, `**Choice:** 2.` */
export function choiceInWords(words: string): Json | null {
  const { text } = withoutLabel(words, ['(?:my |the |best )?(?:choice|vote)', '(?:final )?answer']);
  const [whole = '', labelled = '', number = ''] =
    /^[^\p{L}\p{N}-]*((?:candidate|proposal)\s*)?#?(\d+)/iu.exec(text) ?? [];
  const behind = text.slice(whole.length);
  if (number === '' || !ENDS.test(behind) || OTHER_CANDIDATE.test(behind)) return null;
  // "1. …" may begin a list.
  const isAlone = labelled !== '' || text !== words.trim() || /^[^\p{L}\p{N}]*$/u.test(behind);
  return isAlone ? { choice: Number(number) } : null;
}

/** `**Verdict:** keep. It concerns the right user.` */
export function verdictInWords(words: string): Json | null {
  const { text } = withoutLabel(words, ['(?:my |the |final )?verdict', '(?:final )?answer']);
  const [whole = '', verdict = ''] = /^[^\p{L}\p{N}]*(keep|prune)\b/iu.exec(text) ?? [];
  const behind = text.slice(whole.length);
  const mark = /^["'”’*_`)\s]*(?:$|[.;:,!–—(\n-])/;
  if (verdict === '' || !mark.test(behind)) return null;
  const other = verdict.toLowerCase() === 'keep' ? /\bprune/i : /\bkeep/i;
  if (other.test(behind)) return null;
  return { verdict: verdict.toLowerCase(), reason: behind.replace(/^[^\p{L}\p{N}]+/u, '').trim() };
}

const TEXTS = ['title', 'heading', 'text', 'summary', 'explanation', '(?:final )?answer'];

/** `**Title:** "A fine gift"`: a text behind a label or in quotes, since other words may be about the text. */
export function textInWords(words: string): Json | null {
  const { text, label } = withoutLabel(words, TEXTS);
  const quoted = /^["“]([^"“”]+)["”]$/.exec(text)?.[1];
  if ((label === null && quoted === undefined) || text === '' || /\n\s*\n/.test(text)) return null;
  return { text: quoted ?? text };
}

const PARTS = { thought: ['thought'], tool: ['tool', 'action'], input: ['(?:action )?input'] } as const;

/** A step as prompts tell those before it, or with a line for each part: `Thought: …`, `Action: database "…"`. What it observes is not its own. */
export function stepInWords(words: string): Json | null {
  const [own = ''] = words.split(/^\W*observation\b/imu);
  const found: { thought?: string; tool?: string; input?: string } = {};
  for (const line of own.split('\n').filter((one) => one.trim() !== '')) {
    const part = (Object.keys(PARTS) as (keyof typeof PARTS)[]).find(
      (name) => withoutLabel(line, PARTS[name]).label !== null,
    );
    if (part === undefined || found[part] !== undefined) return null;
    found[part] = withoutLabel(line, PARTS[part]).text;
  }
  const { thought, tool: action = '', input } = found;
  const [, tool = '', behind = ''] = /^["'`*]*([a-z]+)["'`*]*(?:$|[:\s]\s*(.*)$)/isu.exec(action) ?? [];
  if (thought === undefined || tool === '' || (input !== undefined && behind !== '')) return null;
  return { thought, tool, input: (input ?? behind).replace(/^(["“])(.*)["”]$/su, '$2') };
}

/** `1. 2053 – Stranger Than Fiction (2006)` and so on: one list, numbered from 1. */
export function rankingInWords(words: string): Json | null {
  const entries = [...words.matchAll(/^[ \t]*(\d{1,3})[.)][ \t]+(\S.*)$/gmu)];
  if (entries.length < 2 || entries.some(([, number], at) => Number(number) !== at + 1)) return null;
  return { ranking: entries.map(([, , entry = '']) => entry.trim()), reason: '' };
}
