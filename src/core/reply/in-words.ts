/**
 * @file Replies in words where JSON was asked for: `**Verdict:** keep. It concerns the right user.`, `**Title:** "A fine gift"`.
 * They are read where they say one thing alone; all else is asked for again.
 */
import type { Reading } from './generate.ts';
import type { Json } from '../json.ts';
import { FINAL_NOTE, finalPart } from './final-part.ts';
import { bare, labelledMembers } from './labelled-members.ts';
import { withoutLabel } from './labels.ts';
import { behindLineLabel } from './line-label.ts';
import { noted } from './read-reply.ts';
import { tagsAsLabels } from './tags.ts';
import { withoutThinking } from './thinking.ts';

/** Reads the words of a reply; null where they do not say one thing alone. */
export type WordsReader = (words: string) => Json | null;

const NOTE = 'it was written in words, not as JSON';

/**
 * Reads a reply as `parse` does, and, where it holds nothing like JSON, by its words: `toJson` makes of them what was asked for.
 * @param mayHoldJson true where the words may have JSON within them, which the reader knows to tell apart
 */
export function orInWords<Value>(
  parse: (text: string) => Reading<Value>,
  toJson: WordsReader,
  mayHoldJson = false,
): (text: string) => Reading<Value> {
  return (text) => {
    const reading = parse(text);
    const words = tagsAsLabels(withoutThinking(text)).trim();
    if (reading.ok || words === '' || (!mayHoldJson && /[{}[\]]/.test(words))) return reading;
    const final = mayHoldJson ? null : finalPart(words);
    const parts = final === null ? [words] : [words, `Answer: ${final.text}`];
    for (const [at, part] of parts.entries()) {
      const meant = toJson(part);
      const read = meant === null ? reading : parse(JSON.stringify(meant));
      if (read.ok) return noted(read, [NOTE, at === 0 ? null : FINAL_NOTE]);
    }
    return reading;
  };
}

/** `The newest step should be **kept**.`, `I would keep it.` */
const JUDGED =
  /^[^\p{L}\p{N}]*(?:(?:the|this) (?:newest |new |last )?(?:step|observation) (?:should|must|can) be [*_"'“]{0,3}(kept|pruned)|i(?: would|['’]d) [*_"'“]{0,3}(keep|prune)[*_"'”]{0,3} (?:it|this|the (?:newest |new |last )?step))\b/iu;

/** `**Verdict:** keep. It concerns the right user.` */
export function verdictInWords(words: string): Json | null {
  const label = behindLineLabel(words, 'verdict|answer', '(keep|prune)');
  if (label !== null) return { verdict: label.said, reason: label.behind.replace(/^[^\p{L}\p{N}]+/u, '').trim() };
  const { text } = withoutLabel(words, ['(?:my |the |final )?verdict', '(?:final )?answer']);
  const [whole = '', ...named] = JUDGED.exec(text) ?? /^[^\p{L}\p{N}]*(keep|prune)\b/iu.exec(text) ?? [];
  const verdict = named.find((one) => one !== undefined)?.toLowerCase() ?? '';
  const behind = text.slice(whole.length);
  const mark = /^["'”’*_`)\s]*(?:$|[.;:,!–—(\n-]|(?:because|since)\b)/;
  if (verdict === '' || !mark.test(behind)) return null;
  const isKept = /^ke/.test(verdict);
  if ((isKept ? /\bprune/i : /\bke(?:ep|pt)/i).test(behind)) return null;
  return { verdict: isKept ? 'keep' : 'prune', reason: behind.replace(/^[^\p{L}\p{N}]+/u, '').trim() };
}

/** `database "What is …"`, `database("…")`, `search[…]`, `database: …`, `database.query("…")`. */
const ACTION = /^([a-z]+(?:[._][a-z]+)*)\b["'`*]{0,3}\s*[:([]?\s*(.*?)[)\]]?$/is;
/** As Llama calls functions: `<function=database>{"question": "…"}</function>`. */
const FUNCTION = /<function=([\w.]{1,60})>([\s\S]*?)(?:<\/function>|$)/i;
/** `input=` before what a call is given. */
const ARGUMENT = /^\s*(?:input|query|question|sql)\s?[=:]\s?/i;
const HEADING = /^[^\p{L}\p{N}\n]*step\s*\d+\b[^\n]{0,80}\n/iu;
const NEXT_STEP = /\n[^\p{L}\p{N}\n]*step\s*\d+\b[^\n]{0,80}\n/iu;
const ACTED = /\n[^\p{L}\p{N}\n]{0,8}(?:action|tool)\b[^\n]{0,20}:/iu;
const THOUGHT = /\n[^\p{L}\p{N}\n]{0,8}thought\b[^\n]{0,12}:/iu;

/** As far as another thought begins behind an action: a step that was written without the observation of this one. */
function firstOf(steps: string): string {
  const acted = steps.search(ACTED);
  const next = acted < 0 ? -1 : steps.slice(acted + 1).search(THOUGHT);
  return next < 0 ? steps : steps.slice(0, acted + 1 + next);
}

/** A step as prompts show earlier ones: `Step 1`, `Thought: …`, `Action: database "What is …"`. What is behind its observation or before another step is no part of it. */
export function stepInWords(words: string): Json | null {
  const [called = '', functionName = '', given = ''] = FUNCTION.exec(words) ?? [];
  if (called !== '')
    return { thought: words.split(called, 1)[0]?.trim() ?? '', tool: functionName, input: asked(given.trim()) };
  const own = firstOf(`${words}\n`.replace(HEADING, '').split(NEXT_STEP, 1)[0] ?? '');
  const labelled = labelledMembers(own, ['thought', 'tool', 'input']);
  if (labelled === null) return calledAlone(words);
  const {
    thought = labelled.before,
    tool,
    input,
  } = Object.fromEntries(labelled.members.map(({ name, text }) => [name, text])) as Readonly<
    Partial<Record<string, string>>
  >;
  if (tool === undefined) return null;
  if (input !== undefined) return { thought, tool, input: asked(input) };
  const [, name = '', rest = ''] = ACTION.exec(tool) ?? [];
  return { thought, tool: name, input: asked(bare(rest.replace(ARGUMENT, ''))) };
}

const CALLED = /^(?:<\|python_tag\|>)?\s*`{0,3}([a-z]+(?:[._][a-z]+)*)\s?(?:\(|\[|:)([^\n]*?)[)\]]?`{0,3}\.?$/i;

/** A call that is all that was written: `database("What is …")`. */
function calledAlone(words: string): Json | null {
  const [, tool = '', given = ''] = CALLED.exec(words.trim()) ?? [];
  return tool === '' ? null : { thought: '', tool, input: asked(bare(given.replace(ARGUMENT, ''))) };
}

const QUERY = /^(?:the |my )?(?:search |sql )?(?:query|question|input) (?:is|would be)\b/i;

/** What a tool is asked, without the words or the JSON around it: `The query is "films like Heat"`, `{"question": "…"}`. */
function asked(input: string): Json {
  if (input.startsWith('{')) {
    try {
      return JSON.parse(input) as Json;
    } catch {
      return '';
    }
  }
  return (QUERY.test(input) ? quotedBehind(input) : null) ?? input;
}

/** `4.5`, `4.5 out of 5`, `I would rate it 4.5.`, `The predicted rating is 4`: whether it is on the scale is the schema's to say. */
const RATING =
  /^[^\p{L}\p{N}]*(?:(?:(?:user \d+|i|they|he|she)\s+(?:would|will)\s+(?:probably\s+|likely\s+)?(?:rate|give)\s+(?:it|this)|i\s+(?:would\s+)?predict(?:\s+a\s+rating\s+of)?|(?:my|the)?\s*(?:(?:predicted\s+)?rating|(?:final\s+)?answer|prediction)\s+(?:is|would be))\W*)?(\d+(?:\.\d+)?(?:\s*\(?(?:\/|out of)\s*\d+)?)(?:\s+stars)?[^\p{L}\p{N}]*$/iu;
const STARS = /^[★☆]+$/u;
/** No sentence that says nothing but a rating is longer. */
const LONGEST_END = 200;

const SHARE = /(?<![\d.])\d+(?:\.\d+)?[*_]{0,3}\s?(?:\/|out of)\s?\d+(?![\d.]\d)/giu;
const PREDICTS = /\b(?:would|will|['’]d)\s(?:[a-z]{1,12}\s){0,2}(?:rate|give)\b/iu;
const OTHERWISE = /\b(?:or|not|instead|actually|rather|between|final|correction)\b/iu;

/** `Ann would likely rate it around **4.2 out of 5** stars, since …`: the one share of a scale in one paragraph that predicts it. */
function predictedShare(words: string): string | null {
  if (words.includes('\n') || !PREDICTS.test(words) || OTHERWISE.test(words)) return null;
  const [share, ...others] = words.match(SHARE) ?? [];
  return share === undefined || others.length > 0 ? null : share.replaceAll(/[*_]/gu, '');
}

/** A rating alone, or a sentence that says nothing else, on the last line of all. */
export function ratingInWords(words: string): { readonly rating: string; readonly reason?: string } | null {
  const predicted = predictedShare(words);
  if (predicted !== null) return { rating: predicted, reason: words };
  const end = words.lastIndexOf('\n') + 1;
  const line = words.slice(end).trim();
  const rating = line.length > LONGEST_END ? undefined : STARS.test(line) ? line : RATING.exec(line)?.[1];
  // Behind its reason it stands alone on the last line.
  const reason = words.slice(0, end).trim();
  return rating === undefined ? null : { rating: rating.replace('(', ''), ...(reason !== '' && { reason }) };
}

const LISTED = /^[ \t]{0,4}(?:\*\*)?(\d{1,3})[.)] +(\S.*)$/;

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

/** All of a text in quotes, also in bold or italics. */
const QUOTED = /^([*_]{0,3})["“]([^"“”]+)["”]\1$/;
const quotedIn = (words: string): string | undefined => QUOTED.exec(words)?.[2];
const TEXTS = ['title', 'heading', 'text', 'summary', 'explanation', '(?:final )?(?:answer|response|output|result)'];

/** `Here is the explanation:` before one line. */
const HERE = /^(?:sure[!,.]?\s)?here(?:['’]s| is)\b[^\n:]{0,80}:\s*\n\s*([^\n]+)$/i;
const BEHIND_WORDS = /^[^"“”]{1,160}(?:\b(?:is|be|reads)|:)\s*["“]([^"“”]+)["”][.!]?$/;

/** The one text in quotes that ends the words, behind "is" or a colon: `The title is "A fine gift"`; null where there is none. */
export const quotedBehind = (words: string): string | null => BEHIND_WORDS.exec(words.trim())?.[1] ?? null;

/** The one paragraph that is all in quotes, behind one that ends with a colon. */
function quotedParagraph(words: string): string | undefined {
  const paragraphs = words.split(/\n\s{0,8}\n/).map((one) => one.trim());
  const quoted = paragraphs.flatMap((one, at) => {
    const inside = quotedIn(one);
    return inside !== undefined && /:[*_]{0,3}$/.test(paragraphs[at - 1] ?? '') ? [inside] : [];
  });
  return quoted.length === 1 ? quoted[0] : undefined;
}

/** `**Title:** "A fine gift"`: a text behind a label or all in quotes, since words without either may be about the text. */
export function textInWords(words: string): Json | null {
  const quoted = quotedIn(words) ?? quotedBehind(words) ?? HERE.exec(words)?.[1] ?? quotedParagraph(words);
  if (quoted !== undefined) return { text: quoted };
  const { text, label } = withoutLabel(words, TEXTS);
  if (label === null || text === '' || /\n\s*\n/.test(text)) return null;
  return { text: quotedIn(text) ?? text };
}
