/** @file What RecMind's planners ask, answered by a model and tools: each call becomes events at the node it concerns. */
import * as prompts from './prompts.ts';
import { isRanking } from '../../core/task.ts';
import { editedAction, useTool } from './actions.ts';
import { ask, drawStep, type PlanningSetup, isCertain, leader, majority, UNREAD, type Verdict } from './ask.ts';
import { editedText, type RunContext } from '../../core/run-context.ts';
import { toLabError } from '../../core/errors.ts';
import { editedFound } from '../../core/found.ts';
import type { PlanningContext, SampleOptions, State, StateStatistics } from '../../core/planner.ts';
import { answerFormat, answerText } from './answer-format.ts';
import { evaluateFormat, inspireFormat, reflectFormat, valueFormat, voteFormat } from './replies.ts';
import { cutToContext } from '../../tools/text-budget.ts';

const END: Pick<State, 'thought' | 'action' | 'isEnd'> = { thought: 'End of Planning', action: null, isEnd: true };

type Grown = Omit<State, 'id' | 'parent'> & { readonly failed: boolean };

export class RecMindPlanning implements PlanningContext {
  readonly explored: State[] = [];
  private readonly contexts = new Map<string, RunContext>();
  private readonly values = new Map<string, number>();
  private readonly setup: PlanningSetup;
  private readonly context: RunContext;
  private readonly modelCallsBefore: number;
  private toolCalls = 0;

  constructor(setup: PlanningSetup, context: RunContext) {
    this.setup = setup;
    this.context = context;
    this.modelCallsBefore = context.usage.modelCalls;
  }

  async sample(
    states: readonly State[],
    parent: State | null,
    { alternative = false, reflections = [] }: SampleOptions = {},
  ): Promise<State> {
    const depth = this.at(parent).trace.node.split('.').length;
    const label = alternative ? `alternative at step ${depth}` : `step ${depth}`;
    return this.state(parent, { label, alternative }, (context) =>
      this.grow(context, states, parent, { alternative, reflections }),
    );
  }

  async answer(states: readonly State[]): Promise<State> {
    return this.state(states.at(-1) ?? null, { label: 'answer', alternative: false }, (context) =>
      this.propose(context, states),
    );
  }

  /** A state of its own under `parent`; once the budget is spent it is the end. */
  private async state(
    parent: State | null,
    { label, alternative }: { readonly label: string; readonly alternative: boolean },
    come: (context: RunContext) => Promise<Grown>,
  ): Promise<State> {
    const span = this.at(parent).trace.child({ kind: 'state', label, detail: { alternative } });
    const context = this.context.at(span);
    this.contexts.set(span.node, context);
    try {
      const { failed, recommendation, found, ...grown } = this.isSpent
        ? { ...END, observation: 'The budget of this comparison is spent.', failed: false }
        : await come(context);
      span.emit({ type: 'node-end', status: failed ? 'failed' : 'done', result: grown });
      const state: State = {
        id: span.node,
        parent: parent?.id ?? null,
        ...grown,
        ...(found && { found }),
        ...(recommendation && { recommendation }),
      };
      if (!state.isEnd) this.explored.push(state);
      return state;
    } catch (thrown) {
      const status = toLabError(thrown).code === 'aborted' ? 'aborted' : 'failed';
      span.emit({ type: 'node-end', status, result: null });
      throw thrown;
    }
  }

  async vote(states: readonly State[], candidates: readonly State[]): Promise<State> {
    const { task, prompt, manner, voters, temperature } = this.setup;
    const context = this.at(states.at(-1) ?? null);
    const messages = (given: readonly State[]) => prompts.voteMessages(prompt, given, candidates);
    const purpose = { type: 'vote', task, states, candidates } as const;
    const format = voteFormat(candidates.length);
    const votes = candidates.map(() => 0);
    for (let voter = 0; voter < voters; voter += 1) {
      // A voter whose reply cannot be read abstains; its `reply-check` says so.
      const reading = await ask(context, manner, { purpose, messages, format, temperature, key: String(voter) });
      if (reading.ok) votes[reading.value.choice - 1] = (votes[reading.value.choice - 1] ?? 0) + 1;
    }
    const chosen = candidates[leader(votes)] as State;
    context.trace.emit({ type: 'vote-result', candidates: candidates.map(({ id }) => id), votes, chosen: chosen.id });
    return chosen;
  }

  async evaluate(states: readonly State[], state: State): Promise<'keep' | 'prune'> {
    const { task, prompt, manner, judges, criterion, temperature } = this.setup;
    const context = this.at(state);
    const given: Verdict[] = [];
    const most = judges ?? 1;
    for (let judge = 0; judge < most && !isCertain(given, most - judge); judge += 1) {
      const reading = await ask(context, manner, {
        purpose: { type: 'evaluate', task, states, state },
        messages: (shown) => prompts.evaluateMessages(prompt, shown, state, criterion),
        format: evaluateFormat,
        ...(judges === null ? { temperature: 0 } : { temperature, key: String(judge) }),
      });
      if (reading.ok) given.push(reading.value);
    }
    const { verdict, reason } = judges === null ? (given[0] ?? UNREAD) : majority(given);
    context.trace.emit({ type: 'evaluate-result', verdict, reason });
    if (verdict === 'prune') context.trace.emit({ type: 'node-prune', reason });
    return verdict;
  }

  async inspire(states: readonly State[]): Promise<boolean> {
    const { task, prompt, manner, temperature } = this.setup;
    const context = this.at(states.at(-1) ?? null);
    const reading = await ask(context, manner, {
      purpose: { type: 'inspire', task, states },
      messages: (given) => prompts.inspireMessages(prompt, given),
      format: inspireFormat,
      // Small models say yes where they are greedy (p is about .6).
      temperature: manner.isShort ? temperature : 0,
    });
    const { explore, reason } = reading.ok
      ? reading.value
      : { explore: false, reason: 'The reply could not be read, so planning goes on without an alternative.' };
    context.trace.emit({ type: 'inspire-result', explore, reason });
    return explore;
  }

  async value(states: readonly State[], state: State): Promise<number> {
    const { task, prompt, manner } = this.setup;
    const context = this.at(state);
    const reading = await ask(context, manner, {
      purpose: { type: 'value', task, states, state },
      messages: (given) => prompts.valueMessages(prompt, given, state),
      format: valueFormat,
      temperature: 0,
    });
    if (reading.ok) this.values.set(state.id, reading.value.value);
    // A value that cannot be read counts as 0, and the event says so.
    const { value, reason } = reading.ok
      ? reading.value
      : { value: 0, reason: 'The value could not be read, so the state promises nothing.' };
    context.trace.emit({ type: 'value-result', value, reason });
    return value;
  }

  async reflect(states: readonly State[]): Promise<string> {
    const { task, prompt, manner, temperature } = this.setup;
    const context = this.at(states.at(-1) ?? null);
    const value = this.values.get(states.at(-1)?.id ?? '') ?? null;
    const reading = await ask(context, manner, {
      purpose: { type: 'reflect-on-path', task, states },
      messages: (given) => prompts.reflectMessages(prompt, given, value),
      format: reflectFormat,
      temperature,
    });
    if (!reading.ok) return '';
    const { reflection } = reading.value;
    context.trace.emit({ type: 'reflection-result', reflection });
    return reflection;
  }

  update(state: State, statistics: StateStatistics): void {
    this.at(state).trace.emit({ type: 'value-update', ...statistics });
  }

  /** One answer of several: sampled, where the only one would be greedy. */
  private async propose(context: RunContext, states: readonly State[]): Promise<Grown> {
    const { task, prompt, manner, temperature } = this.setup;
    const format = answerFormat(task, manner.isShort);
    const isScored = manner.decide === 'score' && format.choice !== undefined;
    const reading = await ask(context, manner, {
      purpose: { type: 'answer', task, states },
      messages: (given) => prompts.answerMessages(prompt, given, task, isScored),
      format,
      temperature,
    });
    const state = { action: null, isEnd: false };
    if (!reading.ok) {
      const observation = `The model's reply could not be read: ${reading.problem}.`;
      return { ...state, thought: 'No answer could be read.', observation, failed: true };
    }
    const { recommendation, reason } = reading.value;
    return { ...state, thought: reason, observation: answerText(recommendation, task), failed: false, recommendation };
  }

  private async grow(
    context: RunContext,
    states: readonly State[],
    parent: State | null,
    { alternative, reflections }: Required<SampleOptions>,
  ): Promise<Grown> {
    const { task, tools } = this.setup;
    const at = parent?.id ?? null;
    const reading = await drawStep(this.setup, context, { states, parent: at, alternative, reflections });
    const read = reading.ok ? reading.value : null;
    const step = editedAction(read, tools, context);
    if (step === null) {
      const problem = reading.ok ? '' : reading.problem;
      const unread = `The model's reply could not be read: ${problem}.`;
      const thought = editedText('thought', 'No step could be read.', context);
      const observation = editedText('observation', unread, context);
      return { thought, action: null, observation, isEnd: false, failed: true };
    }
    if (step.action === null) return { ...END, observation: '', failed: false };
    this.toolCalls += 1;
    const {
      action,
      observation: came,
      found,
    } = await useTool(step.action.tool, step.action.input, {
      ...context,
      ...(isRanking(task) && task.candidates.length > 0 && { candidates: task.candidates.map(({ id }) => id) }),
    });
    const thought = editedText('thought', step.thought, context);
    const observation = editedText('observation', came, context);
    const kept = found && editedFound(found, came, observation);
    return {
      thought,
      action,
      observation: cutToContext(observation, context.model),
      ...(kept && { found: kept }),
      isEnd: false,
      failed: false,
    };
  }

  get isSpent(): boolean {
    const { budget, answers } = this.setup;
    const modelCalls = this.context.usage.modelCalls - this.modelCallsBefore;
    return (
      this.toolCalls >= (budget?.toolCalls ?? Infinity) || modelCalls + answers >= (budget?.modelCalls ?? Infinity)
    );
  }

  private at(state: State | null): RunContext {
    return (state && this.contexts.get(state.id)) ?? this.context;
  }
}
