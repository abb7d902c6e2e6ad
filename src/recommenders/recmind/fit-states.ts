/**
 * @file What is left out of a history that grows past the model's context.
 */
import { fitsContext } from '../../core/reply/context-length.ts';
import type { LanguageModel, Message } from '../../core/language-model.ts';
import type { State } from '../../core/planner.ts';

/** Stands in a prompt in place of an observation. */
export const LEFT_OUT = '[left out: the prompt would not fit into the context]';

/** States as the prompt has them, and how many of their observations it leaves out. */
export interface FittedStates {
  readonly states: readonly State[];
  readonly cut: number;
}

/**
 * Leaves out observations, the oldest first and no more than needed; thoughts and actions stay, so that no step is taken twice.
 * Where nothing more can be left out the states come back all the same: the call is then refused before it is made.
 * @param messages the prompt of given states
 * @param maxTokens of the reply
 */
export async function fitStates(
  model: LanguageModel,
  all: readonly State[],
  messages: (states: readonly State[]) => readonly Message[],
  maxTokens: number,
  options: { readonly signal: AbortSignal },
): Promise<FittedStates> {
  for (let cut = 0; ; cut += 1) {
    const states =
      cut === 0 ? all : all.map((state, index) => (index < cut ? { ...state, observation: LEFT_OUT } : state));
    const isAll = cut === all.length;
    if (isAll || (await fitsContext(model, messages(states), maxTokens, options))) return { states, cut };
  }
}
