/** @file One draw of a state's thought and action, s ~ p(· | x, states). An action of the given states is sent back once. */
import type { Reading } from '../../core/reply/generate.ts';
import type { State } from '../../core/planner.ts';
import type { RunContext } from '../../core/run-context.ts';
import { writtenStep, type Step } from './actions.ts';
import { ask } from './ask.ts';
import type { PlanningSetup } from './planning-setup.ts';
import { sampleMessages, sentBackMessages } from './prompts.ts';
import { largest } from '../../core/numbers/extremes.ts';

export type Verdict = { readonly verdict: 'keep' | 'prune'; readonly reason: string };

/** The verdict where none could be read. */
export const UNREAD: Verdict = { verdict: 'keep', reason: 'The verdict could not be read, so the state stays.' };

const against = (given: readonly Verdict[]): number => given.filter(({ verdict }) => verdict === 'prune').length;

/** True where those who were not asked yet cannot change what most say, whatever they say. @param left how many they are */
export function isCertain(given: readonly Verdict[], left: number): boolean {
  const pruning = 2 * against(given);
  return pruning > given.length + left || pruning + left <= given.length;
}

/** A state is pruned where more than half of those who gave a verdict prune it. */
export function majority(given: readonly Verdict[]): Verdict {
  if (given.length === 0) return UNREAD;
  const pruning = against(given);
  const verdict = 2 * pruning > given.length ? 'prune' : 'keep';
  const first = given.find((one) => one.verdict === verdict)?.reason ?? '';
  return { verdict, reason: `${pruning} of ${given.length} voters prune it. ${first}`.trimEnd() };
}

export const leader = (votes: readonly number[]): number => votes.indexOf(largest(votes));

/** What a step is drawn given. */
interface Given {
  readonly states: readonly State[];
  readonly parent: string | null;
  readonly alternative: boolean;
  readonly proposed: readonly State[];
  readonly reflections: readonly string[];
}

/** Draws a step. What comes back where it was sent back counts, unless it cannot be read. */
export async function drawStep(
  { task, prompt, actions, manner, mayEnd, temperature, steps }: PlanningSetup,
  context: RunContext,
  { states, parent, alternative, proposed, reflections }: Given,
): Promise<Reading<Step>> {
  const seen = [...states, ...proposed];
  const { form } = actions;
  const draw = (sentBack: Step | null): Promise<Reading<Step>> =>
    ask(context, manner, {
      purpose: {
        ...{ type: 'sample-state', task, states, parent, alternative, mayEnd },
        ...(reflections.length > 0 && { reflections }),
        ...(proposed.length > 0 && { proposed }),
      },
      messages: (given) => [
        ...sampleMessages(prompt, given, { parent, alternative, proposed, steps, reflections }, form),
        ...(sentBack === null ? [] : sentBackMessages(writtenStep(sentBack, actions), form)),
      ],
      format: actions.formatOf(seen),
      temperature,
      ...(sentBack !== null && { key: 'sent back' }),
    });
  const first = await draw(null);
  if (!first.ok || first.value.action === null || !actions.isRepeated(first.value.action, seen)) return first;
  const second = await draw(first.value);
  return second.ok ? second : first;
}
