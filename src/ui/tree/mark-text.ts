/** @file What stands at a mark: its kind, what it asked and what came back. */
import { actionOf, agentCall, replyInWords } from '../../core/agent-words.ts';
import { inkAt } from '../../core/trace-ink.ts';
import type { TraceNode } from '../../core/trace-tree.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { mentionedIn, withNames, type Names } from '../../core/names.ts';

/** What a state did. Each kind has a colour and a glyph. */
export type MarkKind = 'thought' | 'database' | 'search' | 'summary' | 'end';

/** The kinds, in the order of the legend, with their names. */
export const KINDS: readonly { readonly kind: MarkKind; readonly title: string }[] = [
  { kind: 'thought', title: 'Thought' },
  { kind: 'database', title: 'Database' },
  { kind: 'search', title: 'Search' },
  { kind: 'summary', title: 'Summary' },
  { kind: 'end', title: 'End of planning' },
];

/** What a state did, as far as is known. */
export function kindOf(node: TraceNode): MarkKind {
  if (node.state?.isEnd === true) return 'end';
  const tool = node.state?.action?.tool ?? node.tools.at(-1)?.event.tool ?? '';
  if (/database|sql/i.test(tool)) return 'database';
  if (/summar/i.test(tool)) return 'summary';
  return /search/i.test(tool) ? 'search' : 'thought';
}

/** The texts among the arguments of an action, most telling first. */
function argumentText(node: TraceNode): string {
  const args = node.state?.action?.arguments ?? node.tools.at(-1)?.event.arguments ?? null;
  if (typeof args === 'string') return args;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return '';
  return Object.values(args).find((value) => typeof value === 'string') ?? '';
}

/** What the state is about, in the model's own words but with names; of an agent what it was asked. */
export function titleOf(node: TraceNode, names: Names): string {
  return withNames(wordsOf(node), names);
}

/** What the state is about, as the trace has it. */
export function wordsOf(node: TraceNode): string {
  const { state } = node;
  if (node.kind === 'agent') {
    const { message } = agentCall(node.detail);
    return `${node.label} is asked${message === '' ? '' : `: ${message}`}`;
  }
  if (state?.isEnd === true) return state.action === null ? 'End of planning' : actionOf(node);
  const text = argumentText(node) || (state?.thought ?? '');
  if (text !== '') return text;
  if (state !== null) return actionOf(node);
  if (node.end !== null) return node.errors[0]?.error.message ?? 'Nothing came of it';
  return node.calls.at(-1)?.reply.trim() || 'Thinking';
}

/** What a note tells, for its colour. */
export type Tone = 'plain' | 'cut' | 'failed';

/** The line under the title: what came back, or why it does not count. */
export function noteOf(
  node: TraceNode,
  names: Names,
  from: AnswerFrom,
  position: number,
): { text: string; tone: Tone } {
  const ink = inkAt(node, from, position);
  if (ink === 'pruned') return { text: `cut: ${node.prune?.reason ?? ''}`, tone: 'cut' };
  const back = withNames(cameBack(node, position), names);
  if (ink === 'failed') return { text: node.errors[0]?.error.message ?? (back || 'stopped'), tone: 'failed' };
  const isFailed = node.tools.some(({ result }) => result?.failed === true) && node.state !== null;
  return { text: back, tone: isFailed ? 'failed' : 'plain' };
}

/** An agent's reply is not shown before it was given. */
function cameBack(node: TraceNode, position: number): string {
  if (node.kind !== 'agent') return node.state?.observation ?? '';
  return (node.end?.seq ?? Infinity) <= position ? (replyInWords(node) ?? '') : '';
}

/** Everything that the search in the tree looks through. */
export function searchText(node: TraceNode, names: Names): string {
  const { state } = node;
  const told = [wordsOf(node), state?.thought, state?.observation].filter((text) => text !== undefined);
  return [
    ...told,
    ...told.flatMap((text) => mentionedIn(text, names)),
    node.prune?.reason,
    node.verdict?.reason,
    node.inspire?.reason,
    ...node.tools.map(({ event, result }) => `${JSON.stringify(event.arguments)} ${JSON.stringify(result?.detail)}`),
  ]
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase();
}
