/** @file One lane of the guide: what happened in a task of one run, in parts, each with its step and the last event that it tells. */
import { agentParts } from './agent-guide.ts';
import {
  answerIn,
  inWords,
  questionOf,
  sentence,
  stateSentences,
  voteSentence,
  wordsOfTrace,
  type GuideWords,
} from './guide-words.ts';
import type { LanePart } from './lane-part.ts';
import { taskOf } from './task-of.ts';
import { traceTree, type TraceNode, type TraceTree } from './trace-tree.ts';
import type { TraceEvent } from './trace.ts';

/** A run that is told beside others. */
export interface GuideLane {
  /** `Self-Inspiring`. */
  readonly title: string;
  /** `keeps everything it explored`; empty where it is not known. */
  readonly keeps: string;
  readonly events: readonly TraceEvent[];
  /** How its texts are put; with the names that the run gives itself where that is left out. */
  readonly words?: GuideWords;
}

/** A task of a run, read for the guide. */
export interface ReadLane extends GuideLane {
  readonly words: GuideWords;
  readonly tree: TraceTree;
  readonly task: TraceNode | null;
  /** Of the last event before the first part. */
  readonly begins: number;
  /** In the order of what happened; the answers are not among them. */
  readonly parts: readonly LanePart[];
  readonly answers: readonly LanePart[];
  /** How many models were called up to and with an event. */
  callsAt(seq: number): number;
}

const isIn = (node: string, task: string): boolean => node === task || node.startsWith(`${task}.`);

/** The last event of every node before one. */
function lastBefore(events: readonly TraceEvent[], node: string, before: number): number {
  return events.findLast((event) => event.seq < before && isIn(event.node, node))?.seq ?? before - 1;
}

interface Group {
  readonly step: number;
  readonly states: TraceNode[];
}

/** States that grew from the same one, one after the other: a step of the planner. */
function groupsOf(states: readonly TraceNode[]): readonly Group[] {
  const groups: Group[] = [];
  for (const state of states) {
    const last = groups.at(-1);
    if (last !== undefined && last.states[0]?.parent === state.parent) last.states.push(state);
    else groups.push({ step: groups.length + 1, states: [state] });
  }
  return groups;
}

function stateParts(lane: GuideLane, states: readonly TraceNode[], words: GuideWords): readonly LanePart[] {
  const asked = new Map<string, { readonly step: number; readonly how: 'cut' | 'dropped' }>();
  return groupsOf(states).flatMap(({ step, states: siblings }) => {
    const parts = siblings.flatMap((node, index): LanePart[] => {
      if (node.end === null) return [];
      const question = questionOf(node);
      const askedBefore = (question === null ? undefined : asked.get(question)) ?? null;
      const among = { before: siblings.slice(0, index), size: siblings.length, askedBefore };
      const isDropped = node.votes.at(-1)?.chosen === false;
      if (question !== null && (node.prune !== null || isDropped))
        asked.set(question, { step, how: node.prune === null ? 'dropped' : 'cut' });
      const next = siblings[index + 1] ?? node.children[0];
      const before = Math.min(next?.start.seq ?? Infinity, node.votes[0]?.seq ?? Infinity);
      // What voters were asked stands at the task; what is the state's own ends with the last event at its node.
      const seq = lane.events.findLast((event) => event.seq < before && event.node === node.id)?.seq ?? node.start.seq;
      return [{ step, what: 'state', node: node.id, seq, sentences: stateSentences(node, among, words) }];
    });
    const chosen = siblings.find(({ votes }) => votes.at(-1)?.chosen === true);
    if (chosen === undefined) return parts;
    const voted = siblings.filter(({ votes }) => votes.length > 0);
    const seq = chosen.votes.at(-1)?.seq ?? 0;
    return [...parts, { step, what: 'state', node: chosen.id, seq, sentences: [voteSentence(voted, chosen, words)] }];
  });
}

const setEquals = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((entry) => other.has(entry));

function answerParts(task: TraceNode, step: number): readonly LanePart[] {
  const asked = taskOf(task);
  const [first, ...others] = task.answers;
  const differing = others.filter(({ states }) => first !== undefined && !setEquals(states, first.states));
  const told = [...(first === undefined ? [] : [first]), ...differing];
  return told.map(({ seq, from, states, recommendation }, index): LanePart => {
    const steps = states.size === 1 ? 'the one step' : `the ${inWords(states.size)} steps`;
    const all =
      from === 'kept' ? `${steps} that it kept` : `everything that it explored, ${inWords(states.size)} steps,`;
    const given = states.size === 0 ? 'the question alone' : all;
    const says = recommendation.type === 'ranking' ? 'recommends' : 'answers';
    const words = `from ${given} it ${index > 0 ? 'would answer' : says}: ${answerIn(recommendation, asked)}.`;
    return { step, what: 'answer', node: '', seq, sentences: [sentence(words)] };
  });
}

/** Reads a task of a run. @param index which of its tasks */
export function readLane(lane: GuideLane, index: number): ReadLane {
  const { words = wordsOfTrace(lane.events) } = lane;
  const tree = traceTree(lane.events);
  const task = tree.tasks[index] ?? null;
  if (task === null) return { ...lane, words, tree, task, begins: -1, parts: [], answers: [], callsAt: () => 0 };
  const nodes = [...tree.nodes.values()].filter((node) => node.task === task);
  const own = lane.events.filter(({ node }) => isIn(node, task.id));
  const parts =
    agentParts(own, words) ??
    stateParts(
      lane,
      nodes.filter(({ kind }) => kind === 'state'),
      words,
    );
  const calls = own.filter(({ type }) => type === 'model-call').map(({ seq }) => seq);
  return {
    ...lane,
    words,
    tree,
    task,
    begins: nodes[0] === undefined ? task.start.seq : lastBefore(lane.events, task.id, nodes[0].start.seq),
    parts,
    answers: answerParts(task, (parts.at(-1)?.step ?? 0) + 1),
    callsAt: (seq) => calls.filter((call) => call <= seq).length,
  };
}
