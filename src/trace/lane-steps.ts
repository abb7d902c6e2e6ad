/** @file One lane of the guide: what happened in a task of one run, in parts, each with its step and the last event that it tells. */
import { agentParts, type LanePart } from './agent-guide.ts';
import {
  answerIn,
  inWords,
  questionOf,
  stateSentences,
  voteSentence,
  wordsOfTrace,
  type GuideWords,
} from './guide-words.ts';
import { taskOf } from '../core/node-data.ts';
import { isForOther } from './trace-ink.ts';
import { traceTree, type TraceNode, type TraceTree } from './trace-tree.ts';
import { capital } from '../core/text/words.ts';
import type { TraceEvent } from '../core/trace.ts';

export interface GuideLane {
  readonly title: string;
  readonly keeps: string;
  readonly events: readonly TraceEvent[];
  readonly words?: GuideWords;
}

export interface ReadRun extends GuideLane {
  readonly words: GuideWords;
  readonly tree: TraceTree;
  readonly byTask: ReadonlyMap<
    string,
    { readonly events: readonly TraceEvent[]; readonly states: readonly TraceNode[] }
  >;
}

export interface ReadLane extends ReadRun {
  readonly task: TraceNode | null;
  readonly begins: number;
  /** In the order of what happened, without the answers. */
  readonly parts: readonly LanePart[];
  readonly answers: readonly LanePart[];
  endOf(step: number): number;
  /** How many models were called up to and with an event, without the answer from everything explored. */
  callsAt(seq: number): number;
}

export function readRun(lane: GuideLane): ReadRun {
  const tree = traceTree(lane.events);
  const byTask = new Map<string, { readonly events: TraceEvent[]; readonly states: TraceNode[] }>(
    tree.tasks.map(({ id }) => [id, { events: [], states: [] }]),
  );
  const taskIds = new Map<string, string>();
  for (const node of tree.nodes.values()) {
    const { id } = node.task ?? node;
    taskIds.set(node.id, id);
    if (node.task !== null && node.kind === 'state') byTask.get(id)?.states.push(node);
  }
  for (const event of lane.events) byTask.get(taskIds.get(event.node) ?? '')?.events.push(event);
  return { ...lane, words: lane.words ?? wordsOfTrace(lane.events), tree, byTask };
}

const lastEvents = (events: readonly TraceEvent[]): ReadonlyMap<string, number> =>
  new Map(events.map(({ node, seq }) => [node, seq]));

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

function stateParts(
  events: readonly TraceEvent[],
  states: readonly TraceNode[],
  words: GuideWords,
): readonly LanePart[] {
  const lasts = lastEvents(events);
  const asked = new Map<string, { readonly step: number; readonly how: 'cut' | 'dropped' }>();
  return groupsOf(states).flatMap(({ step, states: siblings }) => {
    const parts = siblings.flatMap((node, index): LanePart[] => {
      if (node.end === null) return [];
      const question = questionOf(node);
      const askedBefore = (question === null ? undefined : asked.get(question)) ?? null;
      const among = { index, previous: siblings[index - 1] ?? null, size: siblings.length, askedBefore };
      const isDropped = node.votes.at(-1)?.chosen === false;
      if (question !== null && (node.prune !== null || isDropped))
        asked.set(question, { step, how: node.prune === null ? 'dropped' : 'cut' });
      const next = siblings[index + 1] ?? node.children[0];
      const before = Math.min(next?.start.seq ?? Infinity, node.votes[0]?.seq ?? Infinity);
      // What voters were asked stands at the task; what is the state's own ends with the last event at its node.
      const seq = Math.min(lasts.get(node.id) ?? node.start.seq, before - 1);
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
  // A second answer that is the same is not told, but what it cost belongs to the one that is.
  const endOf = (index: number): number =>
    task.answers.findLast(({ seq }) => seq < (told[index + 1]?.seq ?? Infinity))?.seq ?? 0;
  return told.map(({ from, states, recommendation }, index): LanePart => {
    const kept = states.size === 1 ? 'the one state' : `the ${inWords(states.size)} states`;
    const all =
      from === 'kept' ? `${kept} that it kept` : `everything that it explored, ${inWords(states.size)} states,`;
    const given = states.size === 0 ? 'the question alone' : all;
    const says = recommendation.type === 'ranking' ? 'recommends' : 'answers';
    const words = `from ${given} it ${index > 0 ? 'would answer' : says}: ${answerIn(recommendation, asked)}.`;
    return { step, what: 'answer', node: '', seq: endOf(index), sentences: [capital(words)] };
  });
}

export function readLane(run: ReadRun, index: number): ReadLane {
  const { tree, words } = run;
  const task = tree.tasks[index] ?? null;
  const own = task === null ? undefined : run.byTask.get(task.id);
  if (task === null || own === undefined)
    return { ...run, task: null, begins: -1, parts: [], answers: [], endOf: () => -1, callsAt: () => 0 };
  const { events, states } = own;
  const parts = agentParts(events, words) ?? stateParts(events, states, words);
  const first = parts[0]?.node;
  const begins = first === undefined ? task.start.seq : (tree.nodes.get(first)?.start.seq ?? 1) - 1;
  const ends = parts.reduce<number[]>((so, { step, seq }) => ((so[step] = seq), so), []);
  // A step that this lane has not leaves it where it was.
  for (let step = 0; step < ends.length; step += 1) ends[step] ??= ends[step - 1] ?? begins;
  const calls = events.flatMap((event) =>
    event.type === 'model-call' && !isForOther(task, event, 'kept') ? [event.seq] : [],
  );
  return {
    ...run,
    task,
    begins,
    parts,
    answers: answerParts(task, (parts.at(-1)?.step ?? 0) + 1),
    endOf: (step) => ends[step] ?? ends.at(-1) ?? begins,
    callsAt: (seq) => calls.filter((call) => call <= seq).length,
  };
}
