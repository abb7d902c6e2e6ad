/**
 * @file RecMind (Wang et al. 2024): plan, then answer given the states that the planner returned: y ~ p(· | x, S).
 */
import { LabError } from '../../core/errors.ts';
import type { Planner, State } from '../../core/planner.ts';
import type { Answer, Recommender } from '../../core/recommender.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { Task } from '../../core/task.ts';
import type { Tool } from '../../core/tool.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { ask } from './ask.ts';
import { RecMindPlanning, type PlanningBudget } from './planning-context.ts';
import { answerMessages, taskPrompt, type TaskPrompt } from './prompts.ts';
import { answerFormat, stepFormat } from './replies.ts';

/** What RecMind is made of. */
export interface RecMindOptions {
  readonly planner: Planner;
  readonly tools: readonly Tool[];
  /**
   * Which states the answer is conditioned on: those that the planner keeps (the paper), all that it explored, or both: one
   * tree, two answers, the second conditioned on every explored state in the order of exploring.
   */
  readonly answerFrom: AnswerFrom | 'both';
  /** Voters of a majority vote, 1 or more. */
  readonly voters: number;
  /** Of sampling and voting. */
  readonly temperature: number;
  /** Null: planning ends when the planner or the model ends it. */
  readonly budget: PlanningBudget | null;
}

/** The recommender. */
export function recMind(options: RecMindOptions): Recommender {
  const { planner, tools, answerFrom, voters, temperature, budget } = options;
  const mayEnd = budget === null;
  const format = stepFormat(
    tools.map(({ name }) => name),
    mayEnd,
  );
  return {
    name: `recmind/${planner.name}`,
    async recommend(task, context) {
      const prompt = taskPrompt(task, tools);
      const answers = answerFrom === 'both' ? 2 : 1;
      const planning = new RecMindPlanning(
        { task, prompt, tools, stepFormat: format, mayEnd, voters, temperature, budget, answers },
        context,
      );
      const kept = await planner.plan(planning);
      const given: readonly (readonly [AnswerFrom, readonly State[]])[] = [
        ['kept', kept],
        ['explored', planning.explored],
      ];
      const result: Answer[] = [];
      for (const [from, states] of given) {
        if (answerFrom === from || answerFrom === 'both')
          result.push(await answer(task, prompt, from, states, context));
      }
      return result;
    },
  };
}

/** Both answers of one tree are drawn with one seed, so that they differ by the states alone. */
async function answer(
  task: Task,
  prompt: TaskPrompt,
  from: AnswerFrom,
  states: readonly State[],
  context: RunContext,
): Promise<Answer> {
  const reading = await ask(context, {
    purpose: { type: 'answer', task, states },
    messages: answerMessages(prompt, states, task),
    format: answerFormat(task),
    temperature: 0,
  });
  if (!reading.ok) {
    throw new LabError(
      'reply-unparseable',
      `The answer could not be read, also when asked again: ${reading.problem}. Open the last call to see the reply.`,
      { problem: reading.problem },
    );
  }
  const { recommendation, reason } = reading.value;
  context.trace.emit({ type: 'answer', from, states: states.map(({ id }) => id), recommendation, reason });
  return { from, recommendation };
}
