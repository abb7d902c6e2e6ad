/**
 * @file The manager (MACRec, section 3.2): it solves a task in steps of two stages, a thought and then an action, each with a model
 * and settings of its own. Its actions ask other agents; Finish gives the answer.
 */
import type { Action } from '../../../core/action.ts';
import { editedText } from '../../../core/run-context.ts';
import { throwIfAborted } from '../../../core/errors.ts';
import { generateText, wasCut } from '../../../core/reply/generate.ts';
import type { AgentPurpose, EarlierAttempts } from '../../../core/language-model.ts';
import type { State } from '../../../core/planner.ts';
import type { RunContext } from '../../../core/run-context.ts';
import type { Sample } from '../../../core/task.ts';
import { examplesOf, leftOf, type ActionKind } from './action.ts';
import {
  isHeld,
  keyIn,
  optionalPrompt,
  placesOf,
  promptOf,
  type Prompts,
  requestOf,
  toldForm,
  tokensFit,
  type AgentSettings,
} from './settings.ts';
import { atNextStep, isGoingInCircles, oneLine, takeStep, type Outcome, type Step } from './step.ts';
import { readThought, type ReadThought } from './read-action.ts';

/**
 * When the action stage is shown the hint to finish, as MACRec's systems differ: in the last step, before the examples of valid actions
 * or behind them; or, of its ReAct, in every step where actions are texts.
 */
export type HintPlace = 'last' | 'last-behind' | 'every-text';

export interface ManagerSetup {
  readonly thought: AgentSettings;
  readonly action: AgentSettings;
  readonly maxSteps: number;
  readonly prompts: Prompts;
  readonly hint: HintPlace;
  readonly kinds: readonly ActionKind[];
  readonly finish: ActionKind;
}

export interface AttemptRequest {
  readonly sample: Sample | null;
  readonly places: Readonly<Record<string, string>>;
  readonly request: string | null;
  readonly earlier: EarlierAttempts;
  /** What earlier attempts found, which is not asked again. */
  readonly known: readonly State[];
  readonly execute: (action: Action, context: RunContext) => Promise<Outcome>;
}

/** An attempt. `halted` says why it came to no answer; null where it did. */
export interface Attempt {
  readonly states: readonly State[];
  readonly scratchpad: string;
  readonly halted: string | null;
}

/** Attempts a task at the context's node. It always ends. */
export async function attempt(manager: ManagerSetup, request: AttemptRequest, context: RunContext): Promise<Attempt> {
  const steps: Step[] = [];
  let scratchpad = '';
  const ended = (halted: string | null): Attempt => ({ states: steps.map(({ state }) => state), scratchpad, halted });
  while (steps.length < manager.maxSteps) {
    throwIfAborted(context.signal);
    const step = await managerStep(manager, request, { steps, scratchpad }, context);
    if (step === null) return ended('the next step would not fit into the token limit');
    steps.push(step.step);
    scratchpad = step.scratchpad;
    if (step.step.state.isEnd) return ended(null);
    if (isGoingInCircles(steps)) return ended('the last actions were invalid or repeated');
  }
  return ended(`all ${manager.maxSteps} steps were taken`);
}

function managerStep(
  manager: ManagerSetup,
  request: AttemptRequest,
  { steps, scratchpad }: { readonly steps: readonly Step[]; readonly scratchpad: string },
  context: RunContext,
): Promise<{ readonly step: Step; readonly scratchpad: string } | null> {
  const { thought, action, kinds, finish } = manager;
  const number = steps.length + 1;
  const states = steps.map(({ state }) => state);
  const isLast = number === manager.maxSteps;
  const seen = [...request.known, ...states];
  const promptWith = (pad: string): string => managerPrompt(manager, request, pad);
  return atNextStep(states, context, async (own) => {
    const isThinking = !isHeld(action, own) || !kinds.some(({ contents }) => contents !== undefined);
    const thinking = isThinking ? `${scratchpad}\nThought ${number}:` : scratchpad;
    const stages = (isThinking ? [thought, action] : [action]).map((settings) => ({
      settings,
      model: own.modelNamed(settings.model),
    }));
    const acting = actingPad(manager, thinking, number, isLast);
    if (!(await tokensFit(promptWith(acting), stages, own))) return null;
    const purpose = (type: 'manager-thought' | 'manager-action', written: string | null): AgentPurpose => ({
      type,
      sample: request.sample,
      request: request.request,
      actions: kinds.map(({ name }) => name),
      states,
      earlier: request.earlier,
      thought: written,
      form: action.form,
      isLast,
    });
    const asked = purpose('manager-thought', null);
    const thoughtOf = isThinking ? await think(manager, promptWith(thinking), asked, own) : NO_THOUGHT;
    const thoughtText = editedText('thought', oneLine(thoughtOf.thought), own);
    // A thought that a person changed leads to another action.
    const thoughtAction = thoughtText === oneLine(thoughtOf.thought) ? thoughtOf.action : null;
    const pad = actingPad(manager, isThinking ? `${thinking} ${thoughtText}` : thinking, number, isLast);
    const left = isLast ? [] : leftOf(kinds, seen);
    // Who does not think first asks first.
    const mayEnd = isThinking || left.length === 0 || seen.some(({ action: one }) => one !== null);
    const step = await takeStep(
      {
        kinds: [...kinds, finish],
        offered: action.isToldAsWritten ? null : [...left, ...(mayEnd ? [finish] : [])],
        settings: action,
        prompt: promptWith(pad),
        purpose: purpose('manager-action', thoughtText),
        thought: thoughtText,
        taken: thoughtAction,
        earlier: states,
        execute: request.execute,
      },
      own,
    );
    return { step, scratchpad: `${pad} ${step.written}\nObservation: ${step.state.observation}` };
  });
}

const NO_THOUGHT: ReadThought = { thought: '', action: null };

const promptKeyOf = ({ action }: ManagerSetup): string => keyIn(action.form, 'manager_prompt');

function managerPrompt(manager: ManagerSetup, { places }: AttemptRequest, scratchpad: string): string {
  const shown = { ...places, valid_action_example: validActionOf(manager), scratchpad };
  return promptOf(manager.prompts, promptKeyOf(manager), shown);
}

function validActionOf({ prompts, action, kinds }: ManagerSetup): string {
  const finish = optionalPrompt(prompts, keyIn(action.form, 'finish'));
  const key = keyIn(action.form, 'valid_action_example');
  // MACRec's files have the place in a raw text too.
  const actions = examplesOf(kinds, toldForm(action)).map((one) => `${one} or `);
  return optionalPrompt(prompts, key, { finish, actions: actions.join('') }).replaceAll('{finish}', () => finish);
}

/** The scratchpad as the action stage reads it, with examples of actions where the prompt has no place for them, as MACRec's. */
function actingPad(manager: ManagerSetup, pad: string, number: number, isLast: boolean): string {
  const { prompts, action } = manager;
  const isHinted = manager.hint === 'every-text' ? action.form === 'text' : isLast;
  const hint = isHinted ? [`Hint: ${optionalPrompt(prompts, 'hint')}`] : [];
  const isAbove = placesOf(prompts.get(promptKeyOf(manager))?.content ?? '').includes('valid_action_example');
  const valid = isAbove ? [] : [`Valid action example: ${validActionOf(manager)}:`];
  const shown = manager.hint === 'last-behind' ? [...valid, ...hint] : [...hint, ...valid];
  return [pad, ...shown, `Action ${number}:`].join('\n');
}

async function think(
  { thought: settings, action, kinds, finish }: ManagerSetup,
  prompt: string,
  purpose: AgentPurpose,
  context: RunContext,
): Promise<ReadThought> {
  const request = requestOf(settings, { prompt, purpose }, context);
  const reply = await generateText(context.modelNamed(settings.model), request, context);
  return readThought(reply.text, [...kinds, finish], action.form, wasCut(reply));
}
