/** @file One run on the page: its events, and the tree that grows from them. */
import { createTraceTree, type TraceNode, type TraceTree } from '../../../trace/trace-tree.ts';
import type { EvaluatedTask, LabClient, LabDescription } from '../../../client/lab.ts';
import type { EvaluationTable, TaskRecord } from '../../../core/evaluation.ts';
import { newId } from '../../../client/run-record.ts';
import { jsonMember, isJsonObject, jsonMembers, jsonText, type Json } from '../../../core/json.ts';
import { CUSTOM_PLANNER, ownProgram, type PlannerProgram } from '../../../core/planner-program.ts';
import { TraceNames } from '../../../trace/names.ts';
import { LabError } from '../../../core/errors.ts';
import type { RunSpec, RunSummary } from '../../../core/run.ts';
import { counted } from '../../words.ts';
import type { EventOf, TraceEvent } from '../../../core/trace.ts';
import { WorkingCalls, type WorkingCall } from '../../../trace/call-record.ts';
import { forkOf } from '../../parts/kept/kept.svelte.ts';
import { eventsInHtml } from '../../../export/html-text.ts';
import { formatTrace } from '../../../trace/trace-file.ts';
import { download } from '../../browser.ts';
import type { Session } from '../../session.svelte.ts';

export interface RunOrigin {
  readonly title: string;
  /** `may branch off, and reads all branches when it answers`; empty where it is not known. */
  readonly keeps: string;
  readonly planner: string;
}

const ownOrigin = ({ title }: PlannerProgram): RunOrigin => ({
  title,
  keeps: 'asks and keeps what its program says',
  planner: CUSTOM_PLANNER,
});

/** As what is set up calls the method of a spec: `self-inspiring`, `macrec/analyst`, `macrec/analyst/own`, `baseline/popularity`. */
export function methodOfSpec(spec: Json): string {
  const { name, options } = jsonMembers(jsonMember(spec, 'recommender'));
  const { planner, system, files } = jsonMembers(options);
  if (name === 'recmind') return jsonText(planner);
  return name === 'macrec' ? `macrec/${jsonText(system)}${files === undefined ? '' : '/own'}` : jsonText(name);
}

export function originOfSpec(spec: Json, description: LabDescription | null, fallback: string): RunOrigin {
  const program = ownProgram(spec);
  if (program !== null) return ownOrigin(program);
  const name = methodOfSpec(spec);
  const { planners = [], baselines = [], agents } = description ?? {};
  const [, system, own] = /^macrec\/(.+?)(\/own)?$/.exec(name) ?? [];
  const planner = planners.find((one) => one.name === name);
  const known =
    planner ?? baselines.find((one) => one.name === name) ?? agents?.systems.find((one) => one.name === system);
  return {
    title: known === undefined ? fallback : `${known.title}${own === undefined ? '' : ', my files'}`,
    keeps: planner?.keeps ?? '',
    planner: known === undefined && system === undefined ? '' : name,
  };
}

export const originOf = (
  [start]: readonly TraceEvent[],
  description: LabDescription | null,
  fallback: string,
): RunOrigin => originOfSpec(start?.type === 'run-start' ? start.spec : null, description, fallback);

/** The agent whose step a state is, which may have grown from another step of it; null where it is no agent's. */
function agentOf(node: TraceNode): TraceNode | null {
  let above = node.parent;
  while (above?.kind === 'state') above = above.parent;
  return above?.kind === 'agent' ? above : null;
}

/** A run that is shown. Its tree grows in place; `version` changes when it has. */
export class RunView {
  readonly origin: RunOrigin;
  /** Under which it is kept in this browser; null where it is not, or not yet. */
  id = $state<string | null>(null);
  readonly tree: TraceTree = createTraceTree();
  readonly events: TraceEvent[] = [];
  readonly ownNames = new TraceNames();
  private readonly firstCalls: EventOf<'model-call'>[] = [];
  private readonly calls = new WorkingCalls();
  /** The event with which the run turns to its answer; null before it has. */
  private turning: number | null = null;
  version = $state(0);

  constructor(origin: RunOrigin, events: readonly TraceEvent[] = [], id: string | null = null) {
    this.origin = origin;
    this.id = id;
    this.add(events);
  }

  run(client: LabClient, spec: RunSpec, signal: AbortSignal): Promise<RunSummary> {
    this.id = newId('run');
    return client.start('run', this.id, spec, { onEvents: (batch) => this.add(batch), signal });
  }

  add(batch: readonly TraceEvent[]): void {
    for (const event of batch) {
      this.events.push(event);
      this.tree.add(event);
      this.ownNames.add(event);
      this.calls.add(event);
      if (event.type === 'answer' || (event.type === 'model-call' && event.purpose === 'answer'))
        this.turning ??= event.seq;
      if (event.type === 'node-end') {
        const node = this.tree.nodes.get(event.node);
        // A manager of agents answers in its last step.
        if (node?.state?.action?.tool === 'Finish' && agentOf(node)?.label === 'Manager')
          this.turning ??= node.start.seq;
      }
      if (event.type === 'model-call' && !this.firstCalls.some(({ model }) => model === event.model))
        this.firstCalls.push(event);
    }
    this.version += 1;
  }

  /** `recmind`, `macrec`, `baseline/popularity`; empty where its trace does not begin with a spec. */
  get recommender(): string {
    return jsonText(jsonMember(jsonMember(this.grown.start?.spec, 'recommender'), 'name'));
  }

  get working(): WorkingCall | null {
    void this.version;
    return this.calls.call;
  }

  /** The first call of each model that ran, for what has to be drawn anew when more did. */
  get models(): readonly EventOf<'model-call'>[] {
    void this.version;
    return [...this.firstCalls];
  }

  /** The last event that says nothing of the answer. */
  get beforeAnswer(): number {
    void this.version;
    return (this.turning ?? Infinity) - 1;
  }

  get grown(): TraceTree {
    void this.version;
    return this.tree;
  }
}

const isComponent = (value: Json | undefined): boolean => {
  const { name, options } = jsonMembers(value);
  return typeof name === 'string' && isJsonObject(options);
};

/** The spec of a run; null where its trace, which may come from elsewhere, does not begin with a spec. */
export function specOf([start]: readonly TraceEvent[]): RunSpec | null {
  if (start?.type !== 'run-start') return null;
  const spec = jsonMembers(start.spec);
  const components = ['dataset', 'tasks', 'recommender', 'model', ...(spec['critic'] === undefined ? [] : ['critic'])];
  const { modelCalls, tokens } = jsonMembers(spec['limits']);
  const hasNumbers = [spec['seed'], modelCalls, tokens].every((value) => typeof value === 'number');
  const hasMode = typeof jsonMembers(spec['replies'])['mode'] === 'string';
  const isSpec = hasNumbers && hasMode && components.every((name) => isComponent(spec[name]));
  return isSpec ? (start.spec as unknown as RunSpec) : null;
}

/** Reads JSON Lines, or the page of a saved picture, which has them in it. @throws LabError `trace-damaged` */
export async function readEvents(file: File): Promise<readonly TraceEvent[]> {
  const [text, { readTrace }] = await Promise.all([file.text(), import('../../../trace/foreign/read-trace.ts')]);
  return readTrace(file.name.endsWith('.html') ? (eventsInHtml(text) ?? '') : text);
}

export function saveEvents(runs: readonly RunView[]): void {
  for (const [at, run] of runs.entries()) {
    download(new Blob([formatTrace(run.events)], { type: 'application/x-ndjson' }), `run-${at + 1}.jsonl`);
  }
}

/**
 * Kept runs as they are shown side by side. A fork beside the run that it branches off from is called after it.
 * @param ids of the runs
 * @throws LabError `name-unknown` for a run that is not kept here
 */
export async function keptViews(session: Session, ids: readonly string[]): Promise<RunView[]> {
  const kept = await Promise.all(ids.map((id) => session.client.read(id)));
  return kept.map((run, at) => {
    const id = ids[at] ?? '';
    const known = session.kept.all.find((one) => one.id === id);
    const events = session.eventsOf(run);
    const origin = originOf(events, session.description, known?.title ?? id);
    const isBeside = known !== undefined && ids.includes(forkOf(known)?.run ?? '');
    return new RunView(isBeside ? { ...origin, title: `${origin.title}, forked` } : origin, events, id);
  });
}

export function failureOf({ tree }: RunView): LabError {
  const errors = [...tree.runErrors, ...[...tree.nodes.values()].flatMap((node) => node.errors)];
  const last = errors.at(-1)?.error;
  return last === undefined
    ? new LabError('internal', 'The run failed and does not say why.')
    : LabError.fromData(last);
}

/** How many have answered; empty where all had by then. @param chosen how many were to run */
export function stoppedInWords(begun: readonly RunView[], chosen: number): string {
  const answered = begun.filter(({ tree }) => tree.end?.outcome === 'done').length;
  if (answered === chosen) return '';
  return `Stopped: ${answered === 0 ? 'none' : answered} of ${counted(chosen, 'planner')} had answered.`;
}

/** Reads it, or runs the task again. @throws LabError `task-impossible` where that comes to something else than its record says */
async function taskTrace(
  { client, description }: Session,
  name: string,
  label: string,
  record: TaskRecord,
): Promise<RunView> {
  const trace = await client.query('trace', { grid: name, record });
  if (!trace.matches) {
    const problem = `${label} gives another result than its record, which was made by another version of the lab`;
    throw new LabError('task-impossible', `${problem}; run the evaluation again under another name.`);
  }
  return new RunView({ ...originOf(trace.events, description, label), title: label }, trace.events);
}

/** The run of a task, and the base's of the same task before it. @throws LabError what `taskTrace` throws */
export async function taskRuns(
  session: Session,
  { name, base }: EvaluationTable,
  label: string,
  task: EvaluatedTask,
): Promise<readonly RunView[]> {
  const own = await taskTrace(session, name, label, task.record);
  return task.base === null ? [own] : [await taskTrace(session, name, base, task.base.record), own];
}
