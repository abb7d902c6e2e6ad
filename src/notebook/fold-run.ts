/** @file The events of a run as the output of a notebook's cell, folded one by one. */
import { ConversationFold, type TurnView } from '../trace/conversation-fold.ts';
import type { RunFold, RunOutput, RunPosition, TaskOutput, RowsOutput } from './cell-output.ts';
import { answerCosts, type AnswerCosts, costsWith, NO_COSTS, type Costs } from '../core/costs.ts';
import type { LabErrorData } from '../core/errors.ts';
import { isSimulation, type CellSpec } from './notebook.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';
import { createPromptsDigest, fingerprint, specDigest } from './fingerprints.ts';
import { TrainingOutput } from './fold-training.ts';
import type { QueryResult } from '../core/database.ts';

interface OpenTask {
  readonly node: string;
  readonly id: string;
  readonly label: string;
  metrics: Record<string, number>;
  answer: EventOf<'answer'> | null;
  explored: EventOf<'answer'> | null;
  truth: TaskOutput['truth'];
  error: LabErrorData | null;
  costs: Costs;
  readonly answerCosts: AnswerCosts;
}

const opened = ({ node, label, detail }: EventOf<'node-start'>): OpenTask => ({
  node,
  id: detail !== null && 'id' in detail ? detail.id : '',
  label,
  metrics: {},
  answer: null,
  explored: null,
  truth: null,
  error: null,
  costs: NO_COSTS,
  answerCosts: answerCosts(),
});

function closed(open: OpenTask, said: TurnView | null): TaskOutput {
  const { id, label, metrics, answer, explored, truth, error, costs } = open;
  const second = explored === null || explored === answer ? null : explored;
  const { modelCalls, tokens } = second === null ? NO_COSTS : (open.answerCosts.told().explored ?? NO_COSTS);
  return {
    id,
    label,
    answer: answer?.recommendation ?? null,
    ...(second !== null && { exploredAnswer: second.recommendation, besides: { modelCalls, tokens } }),
    truth,
    metrics,
    error,
    modelCalls: costs.modelCalls - modelCalls,
    toolCalls: costs.toolCalls,
    tokens: costs.tokens - tokens,
    ...(said && turnOutput(said)),
  };
}

function turnOutput({ text, reply, items, attempts }: TurnView): Pick<TaskOutput, 'turn' | 'listed'> {
  const tools = attempts.at(-1)?.tools ?? [];
  const funnel = tools.flatMap(({ tool, change }) => (change === null ? [] : [{ tool, left: change.after }]));
  return { turn: { said: text, reply, funnel }, listed: items.map(({ title }) => ({ title, rating: null })) };
}

/** Of two answers of one tree the one from what was kept is the planner's own. */
const preferred = (before: OpenTask['answer'], now: EventOf<'answer'>): EventOf<'answer'> =>
  before?.from === 'kept' ? before : now;

class GrowingOutput implements RunFold {
  private readonly spec: CellSpec;
  private readonly named: Pick<RunOutput, 'label' | 'trace'>;
  private readonly prompts = createPromptsDigest();
  private readonly tasks: TaskOutput[] = [];
  private readonly conversation = new ConversationFold();
  private start: EventOf<'run-start'> | null = null;
  private last: EventOf<'run-end'> | null = null;
  private open: OpenTask | null = null;
  private error: LabErrorData | null = null;
  private events = 0;

  constructor(spec: CellSpec, named: Pick<RunOutput, 'label' | 'trace'>) {
    this.spec = spec;
    this.named = named;
  }

  get position(): RunPosition {
    return { done: this.tasks.length, tasks: this.start?.tasks ?? 0, events: this.events };
  }

  add(event: TraceEvent): void {
    this.events += 1;
    this.prompts.add(event);
    if (isSimulation(this.spec)) this.conversation.add(event);
    if (event.type === 'run-start') this.start = event;
    else if (event.type === 'run-end') this.last = event;
    else if (event.type === 'node-start' && event.kind === 'task') this.open = opened(event);
    else if (event.type === 'error' && event.node === '') this.error = event.error;
    if (this.open !== null) this.addToTask(this.open, event);
  }

  end(): RunOutput | null {
    const { start, last, named, tasks, error, events } = this;
    const dataset = start?.dataset ?? null;
    const summary = last?.summary ?? null;
    if (start === null || dataset === null || !('sha256' in dataset)) return null;
    if (summary === null || !('digest' in summary)) return null;
    const { name, title, synthetic, sha256 } = dataset;
    const fingerprints = {
      dataset: fingerprint(sha256),
      spec: specDigest(this.spec),
      prompts: this.prompts.hex(),
      results: fingerprint(summary.digest),
    };
    return {
      ...named,
      dataset: { name, title, synthetic },
      model: start.model,
      summary,
      fingerprints,
      error,
      tasks,
      events,
    };
  }

  private addToTask(open: OpenTask, event: TraceEvent): void {
    open.answerCosts.add(event, open.costs);
    open.costs = costsWith(open.costs, event);
    if (event.node !== open.node) return;
    if (event.type === 'answer') {
      open.answer = preferred(open.answer, event);
      if (event.from === 'explored') open.explored = event;
    } else if (event.type === 'truth') open.truth = event.truth;
    else if (event.type === 'error') open.error = event.error;
    else if (event.type === 'metric') {
      open.metrics[event.from === 'kept' ? event.name : `${event.name} (${event.from})`] = event.value;
    } else if (event.type === 'node-end') {
      const said = this.conversation.turns.find(({ node, turn }) => node === open.node && turn !== null);
      this.tasks.push(closed(open, said ?? null));
      this.open = null;
    }
  }
}

export function foldRun(spec: CellSpec, named: Pick<RunOutput, 'label' | 'trace'>): RunFold {
  if (isSimulation(spec) && spec.kind === 'training') return new TrainingOutput(spec, named);
  return new GrowingOutput(spec, named);
}

export function foldRows(events: readonly TraceEvent[], trace: string): RowsOutput | null {
  const start = events.find((event) => event.type === 'run-start');
  const result = events.find((event) => event.type === 'tool-result');
  if (start?.type !== 'run-start' || result?.type !== 'tool-result') return null;
  const { dataset } = start;
  if (dataset === null || !('sha256' in dataset)) return null;
  if (result.failed) {
    return { kind: 'rows', dataset, columns: [], rows: [], truncated: false, problem: result.observation, trace };
  }
  const { columns, rows, truncated } = result.detail as unknown as QueryResult;
  return { kind: 'rows', dataset, columns, rows, truncated, problem: null, trace };
}
