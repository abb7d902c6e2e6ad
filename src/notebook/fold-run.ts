/** @file The events of a training as the output of a notebook's cell: the fold of the Simulate page, with names in place of numbers. */
import { costsWith, NO_COSTS, answerCosts } from '../core/costs.ts';
import type { EvaluatedPerson, NamedGround } from '../core/simulation.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';
import { createDigest } from '../trace/digest.ts';
import { PolicyFold, SCORES } from '../trace/training-fold.ts';
import type { RunEnd, RunPart, TaskOutput, RunOutput, RunPosition, TurnOutput } from './cell-output.ts';
import { type CellTrainingSpec, isSimulation, type CellSpec } from './notebook.ts';
import { ConversationFold, type TurnView } from '../trace/conversation-fold.ts';
import { createTraceTree, type TraceNode, type TraceTree } from '../trace/trace-tree.ts';
import type { LabErrorData } from '../core/errors.ts';
import { createPromptsDigest, fingerprint, specDigest } from './fingerprints.ts';

/** What notebooks' charts and texts call a column, where the paper calls it otherwise. */
const COLUMNS: Readonly<Record<string, string>> = { 'Average reward': 'Average rating' };

export const SCORE_COLUMNS = SCORES.map(([score, title]) => [score, COLUMNS[title] ?? title] as const);

class TrainingPart implements RunPart {
  done = 0;
  private readonly spec: CellTrainingSpec;
  private readonly policy = new PolicyFold();
  private readonly digest = createDigest();
  private costs = NO_COSTS;

  constructor(spec: CellTrainingSpec) {
    this.spec = spec;
  }

  add(event: TraceEvent): void {
    this.policy.add(event);
    this.digest.add(event);
    this.costs = costsWith(this.costs, event);
    if (event.type === 'run-end') this.done = 1;
  }

  end({ dataset }: EventOf<'run-start'>, { outcome }: EventOf<'run-end'>): RunEnd | null {
    const ground = dataset !== null && 'named' in dataset ? dataset.named : undefined;
    if (ground === undefined) return null;
    const { points, people, expectedReward, surrogate, error, scores } = this.policy.progress;
    const { modelCalls, toolCalls, tokens, replies } = this.costs;
    const metrics = SCORE_COLUMNS.map(([score, column]) => {
      const value = scores?.[score] ?? NaN;
      return [column, Number.isNaN(value) ? null : value] as const;
    });
    return {
      dataset: ground.dataset,
      summary: {
        outcome,
        metrics: scores === null ? {} : Object.fromEntries(metrics),
        tasks: people.length,
        failures: error === null ? {} : { [error.code]: 1 },
        modelCalls,
        toolCalls,
        tokens,
        replies,
        digest: this.digest.hex(),
      },
      error,
      tasks: people.map((person) => personOutput(person, ground)),
      training: this.spec,
      curve: points,
      expectedReward,
      surrogate,
    };
  }
}

function personOutput({ user, ratings }: EvaluatedPerson, ground: NamedGround): TaskOutput {
  const rated = ratings.filter((rating): rating is number => rating !== null && !Number.isNaN(rating));
  const mean = rated.reduce((sum, rating) => sum + rating, 0) / rated.length;
  return {
    id: String(user),
    label: ground.people[user] ?? '',
    answer: null,
    truth: null,
    metrics: rated.length > 0 ? { 'Average rating': mean } : {},
    error: null,
    modelCalls: 0,
    toolCalls: 0,
    tokens: 0,
  };
}

class TasksPart implements RunPart {
  private readonly tasks: TaskOutput[] = [];
  private readonly conversation: ConversationFold | null;
  private open: OpenTask | null = null;
  private error: LabErrorData | null = null;

  constructor(isConversation: boolean) {
    this.conversation = isConversation ? new ConversationFold() : null;
  }

  get done(): number {
    return this.tasks.length;
  }

  add(event: TraceEvent): void {
    this.conversation?.add(event);
    if (event.type === 'error' && event.node === '') this.error = event.error;
    if (event.type === 'node-start' && event.kind === 'task') this.open = new OpenTask(event);
    this.open?.add(event);
    if (event.type !== 'node-end' || event.node !== this.open?.node) return;
    const said = this.conversation?.turns.find(({ node, turn }) => node === event.node && turn !== null);
    this.tasks.push(this.open.closed(said ?? null));
    this.open = null;
  }

  end({ dataset }: EventOf<'run-start'>, { summary }: EventOf<'run-end'>): RunEnd | null {
    if (dataset === null || !('sha256' in dataset) || summary === null || !('digest' in summary)) return null;
    return { dataset, summary, error: this.error, tasks: this.tasks };
  }
}

/** A task under way, with a tree of its own: those of a long run would not fit into the memory. */
class OpenTask {
  readonly node: string;
  private readonly tree: TraceTree = createTraceTree();
  private readonly answerCosts = answerCosts();
  private costs = NO_COSTS;

  constructor({ node }: EventOf<'node-start'>) {
    this.node = node;
  }

  add(event: TraceEvent): void {
    this.answerCosts.add(event, this.costs);
    this.costs = costsWith(this.costs, event);
    this.tree.add(event);
  }

  closed(said: TurnView | null): TaskOutput {
    const { detail, label, answers, truth, errors } = this.tree.nodes.get(this.node) as TraceNode;
    // Of two answers of one tree the one from what was kept is the planner's own.
    const answer = answers.find(({ from }) => from === 'kept') ?? answers.at(-1);
    const explored = answers.findLast(({ from }) => from === 'explored');
    const second = explored === answer ? undefined : explored;
    const besides = second && (this.answerCosts.told().explored ?? NO_COSTS);
    const measured = answers.flatMap(({ from, metrics }) =>
      metrics.map(({ name, value }) => [from === 'kept' ? name : `${name} (${from})`, value] as const),
    );
    return {
      id: detail !== null && 'id' in detail ? detail.id : '',
      label,
      answer: answer?.recommendation ?? null,
      ...(second && { exploredAnswer: second.recommendation }),
      ...(besides && { besides: { modelCalls: besides.modelCalls, tokens: besides.tokens } }),
      truth: truth?.truth ?? null,
      metrics: Object.fromEntries(measured),
      error: errors.at(-1)?.error ?? null,
      modelCalls: this.costs.modelCalls - (besides?.modelCalls ?? 0),
      toolCalls: this.costs.toolCalls,
      tokens: this.costs.tokens - (besides?.tokens ?? 0),
      ...(said && { turn: turnOutput(said) }),
    };
  }
}

function turnOutput({ text, reply, items, attempts }: TurnView): TurnOutput {
  const tools = attempts.at(-1)?.tools ?? [];
  const funnel = tools.flatMap(({ tool, change }) => (change === null ? [] : [{ tool, left: change.after }]));
  return { said: text, reply, named: items.length, funnel };
}

export class RunFold {
  private readonly spec: CellSpec;
  private readonly named: Pick<RunOutput, 'label' | 'trace'>;
  private readonly part: RunPart;
  private readonly prompts = createPromptsDigest();
  private start: EventOf<'run-start'> | null = null;
  private last: EventOf<'run-end'> | null = null;
  private events = 0;
  private output: RunOutput | null = null;

  constructor(spec: CellSpec, named: Pick<RunOutput, 'label' | 'trace'>) {
    this.spec = spec;
    this.named = named;
    const isTraining = isSimulation(spec) && spec.kind === 'training';
    this.part = isTraining ? new TrainingPart(spec) : new TasksPart(isSimulation(spec));
  }

  get position(): RunPosition {
    return { done: this.part.done, tasks: this.start?.tasks ?? 0 };
  }

  add(event: TraceEvent): void {
    this.events += 1;
    this.prompts.add(event);
    this.part.add(event);
    if (event.type === 'run-start') this.start = event;
    else if (event.type === 'run-end') this.last = event;
  }

  end(): RunOutput | null {
    const { start, last, named, events } = this;
    const ended = start && last && this.output === null ? this.part.end(start, last) : null;
    if (start === null || ended === null) return this.output;
    const { name, title, synthetic, sha256 } = ended.dataset;
    this.output = {
      ...named,
      ...ended,
      dataset: { name, title, synthetic },
      model: start.model,
      fingerprints: {
        dataset: fingerprint(sha256),
        spec: specDigest(this.spec),
        prompts: this.prompts.hex(),
        results: fingerprint(ended.summary.digest),
      },
      events,
    };
    return this.output;
  }
}
