/** @file Agents in words: who was asked what by whom, what was replied, and what a step did. */
import { type Json, jsonMembers, parsedJson } from '../core/json.ts';
import type { NodeDetail, StateResult } from '../core/node-data.ts';
import { short } from '../core/text/words.ts';
import type { TraceNode } from './trace-tree.ts';

export const TASK = 'task';

const inWords = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((entry: Json) => inWords(entry)).join(' ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, entry]) => `${name} ${inWords(entry)}`)
      .join(', ');
  return value === null ? '' : String(value);
};

const givenInWords = (given: Json): string =>
  typeof given === 'number' && !Number.isInteger(given) ? short(given) : inWords(given);

export interface AgentCall {
  readonly from: string;
  readonly message: string;
  /** Which attempt it is about, from 1; 0 where it is about none. */
  readonly round: number;
}

export function agentCall(detail: NodeDetail): AgentCall {
  if (detail === null || !('message' in detail)) return { from: TASK, message: '', round: 0 };
  return { from: detail.from, message: inWords(detail.message), round: detail.round ?? 0 };
}

export function replyOf({ end }: Pick<TraceNode, 'end'>): string | null {
  if (end === null) return null;
  return end.result !== null && 'reply' in end.result ? end.result.reply : '';
}

/** What an agent replied, in words: a reflection may be JSON. Null as long as it has not. */
export function replyInWords(node: Pick<TraceNode, 'end' | 'label'>): string | null {
  const reply = replyOf(node);
  if (reply === null) return null;
  return node.label === 'Reflector' ? reflectionText(reply) : reply;
}

export function reflectionText(reply: string): string {
  const { correctness, reason } = jsonMembers(parsedJson(reply));
  if (typeof reason !== 'string') return reply;
  return `${correctness === true ? 'No other attempt is needed.' : 'Another attempt is needed.'} ${reason}`;
}

export const actionInWords = ({ action }: StateResult): string =>
  action === null ? 'No action that could be read' : `${action.tool} ${givenInWords(action.arguments)}`.trim();

/** A reply in MACRec's form, `{"type": "Analyse", "content": ["user", 524]}`, as an action in words; any other as it is. */
function repliedInWords(reply: string): string {
  const { type, content = null } = jsonMembers(parsedJson(reply));
  return typeof type === 'string' ? `${type} ${givenInWords(content)}`.trim() : reply;
}

export const pendingAction = ({ calls }: Pick<TraceNode, 'calls'>): string =>
  repliedInWords(calls.at(-1)?.reply.trim() ?? '') || 'Thinking';

export const actionOf = (node: Pick<TraceNode, 'state' | 'calls'>): string =>
  node.state === null ? pendingAction(node) : actionInWords(node.state);
