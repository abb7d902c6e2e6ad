/**
 * @file What stands between two attempts: the reflector's review, by its strategy, and what the next attempt is shown of it.
 */
import { asksModel, reflector, showsAttempt, type Reflection } from './agents/reflector.ts';
import { promptOf } from './agents/prompts.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { AttemptMade, Before, TaskSetup } from './attempt-task.ts';

/** A first attempt is shown nothing. */
export const NOTHING_BEFORE: Before = { text: '', earlier: { states: null, reflections: [] } };

/**
 * Reviews an attempt.
 * @param round of the attempt that would come next
 * @returns what the next attempt is shown; null where the reflector sees no need of one
 */
export async function reviewed(
  setup: TaskSetup,
  last: AttemptMade,
  before: Before,
  round: number,
  context: RunContext,
): Promise<Before | null> {
  const helper = setup.system.helpers.Reflector;
  if (helper === undefined) return null;
  const { strategy, prompts } = helper;
  const shown = showsAttempt(strategy)
    ? `${promptOf(prompts, 'last_trial_header')}Input:\n${last.input}\n${last.scratchpad.trim()}\n(END PREVIOUS TRIAL)\n`
    : '';
  const states = showsAttempt(strategy) ? last.states : null;
  if (!asksModel(strategy)) return { text: shown, earlier: { states, reflections: [] } };
  const reflection = await askReflector(setup, last, round - 1, context);
  if (reflection?.correct === true) return null;
  // With the attempt itself only what was said of it counts; without, all that was ever said.
  const earlier = showsAttempt(strategy) ? [] : before.earlier.reflections;
  const reflections = [...earlier, ...(reflection === null ? [] : [reflection.text])];
  const header = showsAttempt(strategy) ? 'reflection_last_trial_header' : 'reflection_header';
  const listed =
    reflections.length === 0
      ? ''
      : `${promptOf(prompts, header)}Reflections:\n- ${reflections.map((one) => one.trim()).join('\n- ')}`;
  return { text: `${shown}${listed}`, earlier: { states, reflections } };
}

/** Null where the reflector came to nothing: the next attempt is then made without. */
async function askReflector(
  { system, sample, colleagues, ask }: TaskSetup,
  { states, input, scratchpad }: AttemptMade,
  round: number,
  context: RunContext,
): Promise<Reflection | null> {
  const helper = system.helpers.Reflector;
  if (helper === undefined) return null;
  const said: Reflection[] = [];
  const actions = colleagues.map(({ kind }) => kind.name);
  const agent = reflector(helper, { sample, actions, states, input, scratchpad }, (one) => void said.push(one));
  await ask(agent, { from: 'Manager', message: { attempt: round }, round }, context);
  return said[0] ?? null;
}
