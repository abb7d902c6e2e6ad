/** @file What stands at a mark: its kind, what it asked and what came back. */
import { actionOf, agentCall, replyInWords } from '../trace/answer-words.ts';
import { inkAt } from '../trace/trace-ink.ts';
import type { TraceNode } from '../trace/trace-tree.ts';
import type { AnswerFrom } from '../core/trace.ts';
import { askedText, foundAt, isLabelled, labelled, shortAnswer, titleAbout } from '../trace/labels.ts';
import { slipInShort, misjudgementOf, slipOf, type Misjudgement, type Slip } from '../trace/trace-slips.ts';
import { withNames, type Names } from '../trace/names.ts';

export type MarkKind = 'thought' | 'database' | 'search' | 'summary' | 'end';

export const KINDS: readonly { readonly kind: MarkKind; readonly title: string }[] = [
  { kind: 'thought', title: 'Thought' },
  { kind: 'database', title: 'Database' },
  { kind: 'search', title: 'Search' },
  { kind: 'summary', title: 'Summary' },
  { kind: 'end', title: 'End of planning' },
];

export function kindOf(node: TraceNode): MarkKind {
  if (node.state?.isEnd === true) return 'end';
  const tool = node.state?.action?.tool ?? node.tools.at(-1)?.event.tool ?? '';
  if (/database|sql/i.test(tool)) return 'database';
  if (/summar/i.test(tool)) return 'summary';
  return /search/i.test(tool) ? 'search' : 'thought';
}

const argumentText = (node: TraceNode): string =>
  askedText(node.state?.action?.arguments ?? node.tools.at(-1)?.event.arguments ?? null);

const OPENINGS =
  /^(?!(?:how(?: often)?|what|which) (?:did|does|do)\b)(?:(?:please|now|first|next|i should|i need to|i want to|let me|let us|let's|can you|could you|know|find(?: out)?|look up|get|tell me|show me|list|search for|what|which|who|how|is|are|was|were|has|have|would|will|many|much|often|far|the|a|an|of|for|about|all|user's|users?|items?|people|person|films?|movies?|books?)\b[ ,:]*)+/i;
const LEAST_LEFT = 12;

/** Of a question, without what all begin with; `how does` needs its verb. */
export function tellingWords(question: string): string {
  const line = question.replaceAll(/\s+/g, ' ').trim();
  const rest = line.slice(OPENINGS.exec(line)?.[0].length ?? 0).replace(/[?.!]{1,3}$/, '');
  return rest.length < LEAST_LEFT ? line : rest.charAt(0).toUpperCase() + rest.slice(1);
}

const isPlainAnswer = ({ kind, label, state }: TraceNode): boolean =>
  kind === 'state' && label === 'answer' && state?.action === null && !state.isEnd;

export function titleOf(node: TraceNode, names: Names): string {
  const found = foundAt(node);
  if (isLabelled(found) && node.kind === 'state') return labelled(found, names);
  const isQuestion = node.kind === 'state' && argumentText(node) !== '' && node.state?.isEnd !== true;
  const words = withNames(wordsOf(node), names);
  if (!isQuestion) return words;
  return found === null ? tellingWords(words) : titleAbout(tellingWords(words), found, names);
}

export function wordsOf(node: TraceNode): string {
  if (isPlainAnswer(node)) return 'Answer';
  const { state } = node;
  if (node.kind === 'agent') {
    const { message } = agentCall(node.detail);
    return `${node.label} is asked${message === '' ? '' : `: ${message}`}`;
  }
  if (state?.isEnd === true) return state.action === null ? 'End of planning' : actionOf(node);
  const text = argumentText(node) || (state?.thought ?? '');
  if (text !== '') return text;
  if (state !== null) return actionOf(node);
  if (node.end !== null) return node.errors[0]?.error.message ?? 'No result';
  return replyAsText(node.calls.at(-1)?.reply ?? '') || 'Thinking';
}

/** Of an object that is being written, what its members say so far. */
function replyAsText(written: string): string {
  const values = [...written.matchAll(/"\s*:\s*(?:"((?:[^"\\]|\\.)*)|([\w.-]+))/g)].map(
    ([, said, bare]) => said ?? bare,
  );
  return written.trim().startsWith('{') ? values.join(', ').replaceAll('\\"', '"') : written.trim();
}

export interface NoteView {
  readonly from: AnswerFrom;
  readonly position: number;
}

export interface Errors {
  readonly slip: Slip | null;
  readonly misjudged: Misjudgement | null;
}

export function errorsOf(node: TraceNode, { task }: Names, position: number): Errors {
  if (task === undefined || node.end === null || node.end.seq > position) return { slip: null, misjudged: null };
  const judged = Math.max(node.verdict?.seq ?? node.prune?.seq ?? 0, node.votes.at(-1)?.seq ?? 0);
  return { slip: slipOf(node, task), misjudged: judged > position ? null : misjudgementOf(node, task) };
}

/** What a person sees at a glance: that it asks about the wrong one, that it failed, or that it was dropped, rightly or by mistake. */
export type Tone = 'plain' | 'slip' | 'dropped' | 'rightly' | 'wrongly' | 'failed';

export interface Note {
  readonly text: string;
  readonly tone: Tone;
}

function droppedNote(node: TraceNode, ink: 'pruned' | 'outvoted', { slip, misjudged }: Errors, names: Names): Note {
  const dropped = ink === 'pruned' ? 'dropped' : 'voted down';
  if (misjudged !== null) return { text: `${dropped} by mistake`, tone: 'wrongly' };
  if (slip !== null) return { text: `rightly ${dropped}: ${slipInShort(slip, names)}`, tone: 'rightly' };
  const { votes, total } = node.votes.at(-1) ?? {};
  const counted = ink === 'pruned' || total === undefined ? '' : `, ${String(votes)} of ${String(total)} votes`;
  return { text: dropped + counted, tone: 'dropped' };
}

export function noteOf(node: TraceNode, names: Names, { from, position }: NoteView): Note {
  const ink = inkAt(node, from, position);
  const errors = errorsOf(node, names, position);
  if (ink === 'pruned' || ink === 'outvoted') return droppedNote(node, ink, errors, names);
  const isEdited = node.edits.some(({ part }) => part === 'observation');
  const found = isEdited || node.kind !== 'state' || node.state === null ? null : foundAt(node);
  const back = (found && shortAnswer(found, names)) ?? withNames(cameBack(node, position), names);
  if (ink === 'failed') return { text: node.errors[0]?.error.message ?? (back || 'stopped'), tone: 'failed' };
  // What went wrong comes first: what came back may be cut off.
  if (errors.slip !== null) {
    const kept = errors.misjudged === null ? '' : ', kept by mistake';
    return { text: [slipInShort(errors.slip, names) + kept, back].filter(Boolean).join(' · '), tone: 'slip' };
  }
  const isFailed = node.tools.some(({ result }) => result?.failed === true) && node.state !== null;
  return { text: back, tone: isFailed ? 'failed' : 'plain' };
}

/** An agent's reply is not shown before it was given. */
function cameBack(node: TraceNode, position: number): string {
  if (node.kind !== 'agent') return node.state?.observation ?? '';
  return (node.end?.seq ?? Infinity) <= position ? (replyInWords(node) ?? '') : '';
}

export const GLYPHS: Readonly<Record<MarkKind, string>> = {
  thought: 'M3.4 7h.01M7 7h.01M10.6 7h.01',
  database: 'M3 4c0-1.300 8-1.300 8 0v6c0 1.300-8 1.300-8 0Zm0 0c0 1.300 8 1.300 8 0M3 7c0 1.300 8 1.300 8 0',
  search: 'M9.1 9.100 11.800 11.800M6.300 2.700a3.600 3.600 0 1 0 .01 0',
  summary: 'M3 4.200h8M3 7h8M3 9.800h4.500',
  end: 'M3 7.500 6 10.500 11.500 3.500',
};

/** The signs below stand on the point (0, 0). A leaf, for what was inspired. */
export const LEAF = 'M0-2c0-8 6-12 13-12 0 8-5 12-13 12Zm0 0 8-7';

/** A pencil, for what a person edited. */
export const PENCIL = 'M0 0 1-3.500 7-9.500 9.500-7 3.500-1Zm1-3.500 2.500 2.500';

/** Not equal, for a state about somebody or something else. */
export const SLIPPED = 'M-2.800-1.200h5.600M-2.800 1.600h5.600M1.600-3.400-1.600 3.800';

/** Beside a state that was dropped: a tick where that was right, a cross where it was a mistake. */
export const DROPPED = { rightly: 'M-3.500 0-1 2.500 3.500-3', wrongly: 'M-3-3 3 3M3-3-3 3' } as const;
