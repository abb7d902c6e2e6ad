/**
 * @file Planning by example: few-shot examples with the thoughts, actions and observations that lead to their answers, for language models
 * that have never seen the tools used. They are made of training interactions: an example becomes a task of its own, what the tools offer
 * for it is asked of the database, and the answer is what the person really did. No model has a part in it.
 */
import type { State } from '../../core/planner.ts';
import type { RunContext } from '../../core/run-context.ts';
import { isRanking, type ChoiceExample, type RatingExample, type Task } from '../../core/task.ts';
import type { Tool } from '../../core/recommender.ts';
import { argumentsOf } from './actions.ts';

export interface Demonstration {
  readonly task: Task;
  readonly states: readonly State[];
  /** What the person did: `user 7 gave 3.5`. */
  readonly outcome: string;
}

const MOST_STEPS = 3;

/**
 * The first examples of a task with their planning; fewer where the task has fewer, and none for texts, whose rows hold the answers.
 * @param steps at most that many in each, as in the task itself
 */
export async function demonstrationsOf(
  task: Task,
  tools: readonly Tool[],
  { count, steps }: { readonly count: number; readonly steps: number },
  context: RunContext,
): Promise<readonly Demonstration[]> {
  if (count === 0 || task.examplesFrom !== undefined) return [];
  const made = examplesAsTasks(task).slice(0, count);
  const most = Math.min(MOST_STEPS, steps);
  const result: Demonstration[] = [];
  for (const example of made) result.push({ ...example, states: await planningOf(example.task, tools, most, context) });
  return result;
}

function examplesAsTasks(task: Task): readonly Omit<Demonstration, 'states'>[] {
  if (task.type === 'rating-prediction')
    return task.examples.map(({ user, item, rating }: RatingExample) => ({
      task: { ...task, user, item, examples: [] },
      outcome: `user ${user.id} gave ${rating}`,
    }));
  if (!isRanking(task)) return [];
  return task.examples.map(({ user, history = [], candidates, chosen }: ChoiceExample) => {
    const asked = { ...task, user, candidates, examples: [] };
    return {
      task: asked.type === 'direct-recommendation' ? asked : { ...asked, history },
      outcome: `user ${user.id} chose ${JSON.stringify(chosen.title)} (item ${chosen.id})`,
    };
  });
}

/** Steps that found nothing show nothing. */
async function planningOf(
  task: Task,
  tools: readonly Tool[],
  most: number,
  context: RunContext,
): Promise<readonly State[]> {
  const states: State[] = [];
  for (const { tool, input, thought } of tools.flatMap((one) => one.offer?.(task) ?? [])) {
    if (thought === undefined || states.length === most) continue;
    const args = argumentsOf(tool, input);
    const { observation, failed, found } = await tool.execute(args, context);
    if (failed || found?.rows.length === 0) continue;
    const parent = states.at(-1)?.id ?? null;
    const action = { tool: tool.name, arguments: args };
    states.push({ id: `example ${states.length}`, parent, thought, action, observation, isEnd: false });
  }
  return states;
}
