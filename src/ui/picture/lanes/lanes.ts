import { actionOf, pendingAction, agentCall, replyInWords, TASK } from '../../../trace/answer-words.ts';
import { NO_NAMES, withNames, type Names } from '../../../trace/names.ts';
import { slipInShort } from '../../../trace/trace-slips.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import { errorsOf } from '../../../picture/mark-text.ts';

/**
 * @file A task of agents as swim lanes: one lane per agent, what each did, and the messages between them, in the order of time.
 * A fold over the trace tree.
 */

/** Lanes are counted from 0, from the left; `order` is where a row comes in time. */
interface Row {
  readonly order: number;
  readonly node: string;
  readonly failed: boolean;
}

interface MessageRow extends Row {
  readonly type: 'message';
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isReply: boolean;
}

interface StepRow extends Row {
  readonly type: 'step';
  readonly lane: number;
  readonly title: string;
  readonly note: string;
  /** How it asks about the wrong one, in a few words; empty where it does not. */
  readonly slip: string;
}

export type LaneRow = MessageRow | StepRow;

export interface Lanes {
  readonly names: readonly string[];
  readonly rows: readonly LaneRow[];
}

function within(task: TraceNode, nodes: ReadonlyMap<string, TraceNode>): TraceNode[] {
  const prefix = `${task.id}.`;
  return [...nodes.values()].filter(({ id }) => id.startsWith(prefix)).sort((a, b) => a.start.seq - b.start.seq);
}

const isUnder = ({ id }: TraceNode, above: TraceNode): boolean => id.startsWith(`${above.id}.`);

function ownerOf(node: TraceNode, agents: readonly TraceNode[]): TraceNode | undefined {
  return agents.filter((agent) => isUnder(node, agent)).sort((a, b) => b.id.length - a.id.length)[0];
}

/** The slip of a step that has ended by event `position`, in a few words: `wrong film`; empty if there is none. */
function slipWords(node: TraceNode, names: Names, position: number): string {
  const { slip } = errorsOf(node, names, position);
  return slip === null ? '' : slipInShort(slip, names);
}

/** @param position the last event that has happened */
export function lanesOf(
  task: TraceNode,
  nodes: ReadonlyMap<string, TraceNode>,
  position: number,
  names: Names = NO_NAMES,
): Lanes {
  const all = within(task, nodes).filter(({ start }) => start.seq <= position);
  const agents = all.filter(({ kind }) => kind === 'agent');
  const lanes = [...new Set([TASK, ...agents.map(({ label }) => label)])];
  const laneOf = (name: string): number => Math.max(0, lanes.indexOf(name));
  const say = (text: string): string => withNames(text, names);
  const rows = all.flatMap((node): LaneRow[] => {
    if (node.kind === 'agent')
      return messageRows(node, laneOf, position).map((row) => ({ ...row, text: say(row.text) }));
    const owner = ownerOf(node, agents);
    if (owner === undefined) return [];
    const row = stepRow(node, laneOf(owner.label), agents, position);
    return [{ ...row, title: say(row.title), note: say(row.note), slip: slipWords(node, names, position) }];
  });
  return { names: lanes, rows: rows.sort((a, b) => a.order - b.order) };
}

function messageRows(node: TraceNode, laneOf: (name: string) => number, position: number): MessageRow[] {
  const { from, message } = agentCall(node.detail);
  const [own, sender] = [laneOf(node.label), laneOf(from)];
  const shared = { type: 'message', node: node.id } as const;
  const text = message.split('\n')[0] ?? '';
  const asked = { ...shared, failed: false, order: node.start.seq, from: sender, to: own, text, isReply: false };
  const reply = replyInWords(node);
  if (reply === null || node.end === null || node.end.seq > position) return [asked];
  const { seq, status } = node.end;
  return [
    asked,
    { ...shared, failed: status === 'failed', order: seq, from: own, to: sender, text: reply, isReply: true },
  ];
}

function stepRow(node: TraceNode, lane: number, agents: readonly TraceNode[], position: number): Omit<StepRow, 'slip'> {
  // A step that asks another agent is decided before it asks, and ends after the reply.
  const asked = agents.find((agent) => isUnder(agent, node));
  const isEnded = node.end !== null && node.end.seq <= position;
  const order = asked === undefined ? (node.end?.seq ?? node.start.seq) : asked.start.seq - 0.5;
  return {
    type: 'step',
    order,
    node: node.id,
    failed: isEnded && node.end?.status !== 'done',
    lane,
    title: isEnded ? actionOf(node) : pendingAction(node),
    note: isEnded && asked === undefined ? (node.state?.observation ?? node.errors[0]?.error.message ?? '') : '',
  };
}
