/**
 * @file What RecMind's planners ask, answered by a model and tools: each call becomes events at the node it concerns.
 */
import { editedText } from '../../core/edited-text.ts';
import { toLabError } from '../../core/errors.ts';
import type { PlanningContext, SampleOptions, State } from '../../core/planner.ts';
import type { RunContext } from '../../core/run-context.ts';
import { isRanking, type Task } from '../../core/task.ts';
import type { Tool } from '../../core/tool.ts';
import type { ActionSpace } from './actions.ts';
import { ask, type Manner } from './ask.ts';
import {
  evaluateMessages,
  inspireMessages,
  sampleMessages,
  voteMessages,
  type Criterion,
  type TaskPrompt,
} from './prompts.ts';
import { evaluateFormat, inspireFormat, voteFormat } from './replies.ts';
import { cutToContext } from '../../tools/text-budget.ts';
import { editedAction } from './edit-state.ts';
import { useTool } from './use-tool.ts';
import { largest } from '../../core/extremes.ts';

/** A budget at which planners are compared: once it is spent, sampling gives "End of Planning". */
export interface PlanningBudget {
  /** Null: as many as the planner likes. */
  readonly toolCalls: number | null;
  /** The answer's call included. A state under way is finished, so the last one may pass it. Null: any number. */
  readonly modelCalls: number | null;
}

/** What planning a task needs. */
export interface PlanningSetup {
  readonly task: Task;
  readonly prompt: TaskPrompt;
  readonly tools: readonly Tool[];
  readonly actions: ActionSpace;
  readonly manner: Manner;
  readonly mayEnd: boolean;
  /** How many voters a vote has, 1 or more. */
  readonly voters: number;
  /** How many voters judge a state; null for one greedy verdict. */
  readonly judges: number | null;
  readonly criterion: Criterion;
  /** Of sampling and voting; everything else is greedy. */
  readonly temperature: number;
  readonly budget: PlanningBudget | null;
  /** Model calls that the budget keeps back for answers. */
  readonly answers: number;
  /** T. */
  readonly steps: number;
}

const END: Pick<State, 'thought' | 'action' | 'isEnd'> = { thought: 'End of Planning', action: null, isEnd: true };

type Verdict = { readonly verdict: 'keep' | 'prune'; readonly reason: string };

const UNREAD: Verdict = { verdict: 'keep', reason: 'The verdict could not be read, so the state stays.' };

/** A state is pruned where more than half of those who gave a verdict prune it. */
function majority(given: readonly Verdict[]): Verdict {
  if (given.length === 0) return UNREAD;
  const against = given.filter(({ verdict }) => verdict === 'prune').length;
  const verdict = 2 * against > given.length ? 'prune' : 'keep';
  const first = given.find((one) => one.verdict === verdict)?.reason ?? '';
  return { verdict, reason: `${against} of ${given.length} voters prune it. ${first}`.trimEnd() };
}

/** A planning context that remembers all it explored. */
export class RecMindPlanning implements PlanningContext {
  /** All states but the end, in the order of exploring. */
  readonly explored: State[] = [];
  private readonly contexts = new Map<string, RunContext>();
  private readonly setup: PlanningSetup;
  private readonly context: RunContext;
  private readonly modelCallsBefore: number;
  private toolCalls = 0;

  /** @param context at the task's node */
  constructor(setup: PlanningSetup, context: RunContext) {
    this.setup = setup;
    this.context = context;
    this.modelCallsBefore = context.usage.modelCalls;
  }

  async sample(
    states: readonly State[],
    parent: State | null,
    { alternative = false }: SampleOptions = {},
  ): Promise<State> {
    const { trace } = this.at(parent);
    const depth = trace.node.split('.').length;
    const label = alternative ? `alternative at step ${depth}` : `step ${depth}`;
    const span = trace.child({ kind: 'state', label, detail: { alternative } });
    const context = this.context.at(span);
    this.contexts.set(span.node, context);
    try {
      const { failed, ...grown } = this.isBudgetSpent()
        ? { ...END, observation: 'The budget of this comparison is spent.', failed: false }
        : await this.grow(context, states, parent, alternative);
      span.emit({ type: 'node-end', status: failed ? 'failed' : 'done', result: grown });
      const state: State = { id: span.node, parent: parent?.id ?? null, ...grown };
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
    const messages = (given: readonly State[]) => voteMessages(prompt, given, candidates);
    const purpose = { type: 'vote', task, states, candidates } as const;
    const format = voteFormat(candidates.length);
    const votes = candidates.map(() => 0);
    for (let voter = 0; voter < voters; voter += 1) {
      // A voter whose reply cannot be read abstains; its `reply-check` says so.
      const reading = await ask(context, manner, { purpose, messages, format, temperature, key: String(voter) });
      if (reading.ok) votes[reading.value.choice - 1] = (votes[reading.value.choice - 1] ?? 0) + 1;
    }
    const chosen = candidates[votes.indexOf(largest(votes))] as State;
    context.trace.emit({ type: 'vote-result', candidates: candidates.map(({ id }) => id), votes, chosen: chosen.id });
    return chosen;
  }

  async evaluate(states: readonly State[], state: State): Promise<'keep' | 'prune'> {
    const { task, prompt, manner, judges, criterion, temperature } = this.setup;
    const context = this.at(state);
    const given: Verdict[] = [];
    for (let judge = 0; judge < (judges ?? 1); judge += 1) {
      const reading = await ask(context, manner, {
        purpose: { type: 'evaluate', task, states, state },
        messages: (shown) => evaluateMessages(prompt, shown, state, task, criterion),
        format: evaluateFormat,
        ...(judges === null ? { temperature: 0 } : { temperature, key: String(judge) }),
      });
      // A judge whose verdict cannot be read abstains; its `reply-check` says so.
      if (reading.ok) given.push(reading.value);
    }
    const { verdict, reason } = judges === null ? (given[0] ?? UNREAD) : majority(given);
    context.trace.emit({ type: 'evaluate-result', verdict, reason });
    if (verdict === 'prune') context.trace.emit({ type: 'node-prune', reason });
    return verdict;
  }

  async inspire(states: readonly State[]): Promise<boolean> {
    const { task, prompt, manner } = this.setup;
    const context = this.at(states.at(-1) ?? null);
    const reading = await ask(context, manner, {
      purpose: { type: 'inspire', task, states },
      messages: (given) => inspireMessages(prompt, given),
      format: inspireFormat,
      temperature: 0,
    });
    const { explore, reason } = reading.ok
      ? reading.value
      : { explore: false, reason: 'The reply could not be read, so planning goes on without an alternative.' };
    context.trace.emit({ type: 'inspire-result', explore, reason });
    return explore;
  }

  private async grow(context: RunContext, states: readonly State[], parent: State | null, alternative: boolean) {
    const { task, prompt, tools, actions, manner, mayEnd, temperature, steps } = this.setup;
    const request = { parent: parent?.id ?? null, alternative };
    const siblings = this.explored.filter((one) => one.parent === request.parent && !states.includes(one));
    const reading = await ask(context, manner, {
      purpose: { type: 'sample-state', task, states, ...request, mayEnd },
      messages: (given) => sampleMessages(prompt, given, { ...request, siblings, steps }, actions.form),
      format: actions.formatOf(states),
      temperature,
    });
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
    const { action, observation } = await useTool(step.action.tool, step.action.input, {
      ...context,
      ...(isRanking(task) && task.candidates.length > 0 && { candidates: task.candidates.map(({ id }) => id) }),
    });
    return {
      thought: editedText('thought', step.thought, context),
      action,
      observation: cutToContext(editedText('observation', observation, context), context.model),
      isEnd: false,
      failed: false,
    };
  }

  private isBudgetSpent(): boolean {
    const { budget, answers } = this.setup;
    const modelCalls = this.context.usage.modelCalls - this.modelCallsBefore;
    return (
      this.toolCalls >= (budget?.toolCalls ?? Infinity) || modelCalls + answers >= (budget?.modelCalls ?? Infinity)
    );
  }

  /** The surroundings at a state's node; those of the task for null. */
  private at(state: State | null): RunContext {
    return (state && this.contexts.get(state.id)) ?? this.context;
  }
}
