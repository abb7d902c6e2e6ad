/** @file RecMind (Wang et al. 2024): plan, then answer given the states that the planner returned: y ~ p(· | x, S). */
import { LabError } from '../../core/errors.ts';
import type { Planner, State } from '../../core/planner.ts';
import type { Answer, Recommender, Tool } from '../../core/recommender.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { freeActions, knownAtStart, offeredActions, type Start } from './actions.ts';
import { ask, type Decide, type Manner, type PlanningBudget, type PlanningSetup } from './ask.ts';
import { RecMindPlanning } from './planning-context.ts';
import { answerMessages, type Criterion } from './prompts.ts';
import { aggregated, answerFormat } from './answer-format.ts';
import type { ReasonedRecommendation } from './replies.ts';
import { taskPrompt } from './task-prompt.ts';

export interface RecMindOptions {
  readonly planner: Planner;
  readonly tools: readonly Tool[];
  /**
   * Which states the answer is conditioned on: those that the planner keeps (the paper), all that it explored, or both: one
   * tree, two answers.
   */
  readonly answerFrom: AnswerFrom | 'both';
  readonly voters: number;
  /** Who judges a state: where absent the voters, by majority (the paper's Figure 1), or one greedy verdict. */
  readonly verdicts?: 'one' | 'voted';
  /** @see Criterion `plan` where absent */
  readonly criterion?: Criterion;
  readonly actions: 'free' | 'offered';
  readonly decide: Decide;
  readonly temperature: number;
  /** `nothing` where absent. */
  readonly start?: Start;
  /** T, which the model is told. */
  readonly steps: number;
  /** Null: planning ends when the planner or the model ends it. */
  readonly budget: PlanningBudget | null;
}

export function recMind(options: RecMindOptions): Recommender {
  const { planner, tools, answerFrom, voters, temperature, budget, decide, steps, start = 'nothing' } = options;
  const mayEnd = budget === null;
  return {
    name: `recmind/${planner.name}`,
    async recommend(task, context) {
      const isFree = options.actions === 'free';
      const actions = isFree ? freeActions(tools, mayEnd) : offeredActions(tools, task, { mayEnd, start });
      const manner: Manner = { decide, isShort: actions.isShort };
      const known = start === 'known' ? await knownAtStart(tools, task, context) : [];
      const prompt = taskPrompt(task, actions, known);
      const { aggregate } = planner;
      const answers = aggregate !== undefined ? 0 : answerFrom === 'both' ? 2 : 1;
      const planning = new RecMindPlanning(
        {
          ...{ task, prompt, tools, actions, manner, mayEnd, voters, temperature, budget, answers, steps },
          ...{ judges: options.verdicts === 'one' ? null : voters, criterion: options.criterion ?? 'plan' },
        },
        context,
      );
      const { random, signal } = context;
      const kept = await planner.plan(planning, { random: random.fork('planner'), signal });
      const given = { kept, explored: planning.explored };
      const result: Answer[] = [];
      let said: ReasonedRecommendation | null = null;
      for (const from of answerFrom === 'both' ? (['kept', 'explored'] as const) : [answerFrom]) {
        const states = given[from];
        // The same states make the same request, which is sent once.
        if (said === null || !isEqual(states, kept))
          said =
            aggregate === undefined
              ? await answer({ task, prompt, manner }, states, context)
              : aggregated(states, aggregate, task);
        context.trace.emit({ type: 'answer', from, states: states.map(({ id }) => id), ...said });
        result.push({ from, recommendation: said.recommendation });
      }
      return result;
    },
  };
}

const isEqual = (one: readonly State[], other: readonly State[]): boolean =>
  one.length === other.length && one.every(({ id }, at) => id === other[at]?.id);

/** Both answers of one tree are drawn with one seed, so that they differ by the states alone. */
async function answer(
  { task, prompt, manner }: Pick<PlanningSetup, 'task' | 'prompt' | 'manner'>,
  states: readonly State[],
  context: RunContext,
): Promise<ReasonedRecommendation> {
  const format = answerFormat(task, manner.isShort);
  const isScored = manner.decide === 'score' && format.choice !== undefined;
  const reading = await ask(context, manner, {
    purpose: { type: 'answer', task, states },
    messages: (given) => answerMessages(prompt, given, task, isScored),
    format,
    temperature: 0,
  });
  if (reading.ok) return reading.value;
  throw new LabError(
    'reply-unparseable',
    `The answer could not be read, even after asking again: ${reading.problem}. Open the last call to see the reply.`,
    { problem: reading.problem },
  );
}
