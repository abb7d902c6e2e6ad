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

/** What a model goes on to write behind a step, and has not been told. */
const BEHIND = 'observation';

/**
 * `Thought: …`, `Tool: database`, `Input: …`, or `Explore: false. Reason: …`: members behind their names, each once, with nothing before the
 * first.
 */
export function membersInWords(names: readonly string[]): WordsReader {
  const label = new RegExp(
    `(^|\\n|[.!?] )[ \\t>*_#-]{0,6}(${[...names, BEHIND].join('|')})[*_]{0,3} ?:[*_]{0,3}`,
    'gi',
  );
  return (words) => {
    const found = [...words.matchAll(label)].map((match) => ({
      name: (match[2] ?? '').toLowerCase(),
      // The mark that ends the sentence before belongs to it.
      from: match.index + (/[.!?]/.test(match[1] ?? '') ? 1 : 0),
      to: match.index + match[0].length,
    }));
    const wanted = found.filter(({ name }) => name !== BEHIND);
    if (found[0]?.from !== 0 || new Set(wanted.map(({ name }) => name)).size < wanted.length) return null;
    const members = found.map(({ name, to }, at) => [name, bare(words.slice(to, found[at + 1]?.from))] as const);
    return Object.fromEntries(members.filter(([name]) => name !== BEHIND));
  };
}

const ACTION = /^([a-z]+)\b["'`*]{0,3}\s*[:(]?\s*(.*?)\)?$/is;

/** A step as prompts show earlier ones: `Thought: …`, `Action: database "What is …"`. */
export function stepInWords(words: string): Json | null {
  const members = membersInWords(['thought', 'action', 'tool', 'input'])(words) as Readonly<
    Record<string, string>
  > | null;
  if (members === null || members['action'] === undefined) return members;
  const [, tool = '', input = ''] = ACTION.exec(members['action']) ?? [];
  return { thought: members['thought'] ?? '', tool, input: bare(input) };
}

const LISTED = /^[ \t]{0,4}(\d{1,3})[.)] +(\S.*)$/;

/** A list that is numbered from 1, one entry in a line, with a heading or none before it; what is behind it is the reason. */
export function rankingInWords(words: string): Json | null {
  const written = words.split('\n');
  const lines = written.map((line) => LISTED.exec(line.trimEnd()));
  const first = lines.findIndex((line) => line !== null);
  const last = lines.findLastIndex((line) => line !== null);
  const entries = lines.slice(first, last + 1).filter((line) => line !== null);
  if (entries.length < 2 || entries.some(([, number], at) => Number(number) !== at + 1)) return null;
  return {
    ranking: entries.map(([, , entry = '']) => entry.replaceAll('**', '').trim()),
    reason: withoutLabel(written.slice(last + 1).join('\n'), ['reason']).text,
  };
}

/** Without the quotes or asterisks that are around the whole. */
function bare(text: string): string {
  const trimmed = text.trim().replace(/^\*\*|\*\*$/g, '');
  return /^["“]([^"“”]*)["”]$/.exec(trimmed)?.[1] ?? trimmed;
}

/** All of a text in quotes. */
const QUOTED = /^["“]([^"“”]+)["”]$/;
const TEXTS = ['title', 'heading', 'text', 'summary', 'explanation', '(?:final )?answer'];

/** `**Title:** "A fine gift"`: a text behind a label or all in quotes, since words without either may be about the text. */
export function textInWords(words: string): Json | null {
  const quoted = QUOTED.exec(words)?.[1];
  if (quoted !== undefined) return { text: quoted };
  const { text, label } = withoutLabel(words, TEXTS);
  if (label === null || text === '' || /\n\s*\n/.test(text)) return null;
  return { text: QUOTED.exec(text)?.[1] ?? text };
}
