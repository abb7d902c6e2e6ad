/** @file One draw of a state's thought and action, s ~ p(· | x, states). An action of the given states is sent back once. */
import type { Reading } from '../../core/reply/generate.ts';
import type { State } from '../../core/planner.ts';
import type { RunContext } from '../../core/run-context.ts';
import { writtenStep, type Step } from './actions.ts';
import { ask } from './ask.ts';
import type { PlanningSetup } from './planning-setup.ts';
import { sampleMessages, sentBackMessages } from './prompts.ts';

/** What a step is drawn given. */
interface Given {
  readonly states: readonly State[];
  readonly parent: string | null;
  readonly alternative: boolean;
  /** Other proposals for the step that are shown; none where candidates are independent. */
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
  const form = actions.form(seen);
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
