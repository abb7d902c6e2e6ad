/**
 * @file RecMind's prompts as pure functions, in the paper's terms (section 3). The task comes first, then what was explored, and what is asked
 * for last, so that all calls of one tree share the longest possible beginning.
 */
import type { Message } from '../../core/language-model.ts';
import type { State } from '../../core/planner.ts';
import { isRanking, type Task } from '../../core/task.ts';
import { isAll, stateText, wantedOf, type TaskPrompt } from './task-prompt.ts';
import { counted } from '../../core/text/words.ts';

/** `after step 2`, or `at the start`; steps are numbered as they are listed. */
export function placeOf(parent: string | null, states: readonly State[]): string {
  const at = lastRead(parent, states);
  return at === null ? 'at the start' : `after step ${String(at)}`;
}

/** The number, as listed, of the step that another one grows from; null at the start. */
function lastRead(parent: string | null, states: readonly State[]): number | null {
  const state = states.find(({ id }) => id === parent);
  if (state === undefined) return null;
  return isRead(state) ? states.filter(isRead).indexOf(state) + 1 : lastRead(state.parent, states);
}

/** Of the steps that grew from the same place the last one before `end`, by its number as listed; null where there is none. */
function rivalOf(parent: string | null, states: readonly State[], end: number): number | null {
  const place = lastRead(parent, states);
  const at = states.filter(isRead).findLastIndex((one, index) => index < end && lastRead(one.parent, states) === place);
  return at < 0 ? null : at + 1;
}

/** A step that could not be read tells later ones nothing. */
const isRead = ({ action, isEnd }: State): boolean => action !== null || isEnd;

/** With proposals for the first step in sight, something was explored. */
const NOTHING = 'Nothing has been explored yet.';
const NO_STEP = 'No step has been taken yet.';

function exploredText(prompt: TaskPrompt, states: readonly State[], none: string): string {
  const read = states.filter(isRead);
  if (read.length === 0) return none;
  const steps = read.map((state, index) => {
    const rival = rivalOf(state.parent, states, index);
    const place = rival === null ? placeOf(state.parent, states) : `an alternative to step ${String(rival)}`;
    return `Step ${index + 1}, ${place}\n${stateText(prompt, state)}`;
  });
  return `Explored so far:\n${steps.join('\n')}`;
}

function messages(
  prompt: TaskPrompt,
  states: readonly State[],
  instruction: string,
  none = NOTHING,
): readonly Message[] {
  const { system, problem } = prompt;
  const parts = [problem, exploredText(prompt, states, none), instruction];
  return [
    { role: 'system', content: system },
    { role: 'user', content: parts.filter((part) => part !== '').join('\n\n') },
  ];
}

const judgeMessages = (
  prompt: TaskPrompt,
  states: readonly State[],
  state: State,
  question: string,
): readonly Message[] =>
  messages(
    prompt,
    states,
    `The newest step, ${placeOf(state.parent, states)}:\n${stateText(prompt, state)}\n\n${question}`,
    // "No step has been taken yet" would deny it.
    '',
  );

export function sampleMessages(
  prompt: TaskPrompt,
  states: readonly State[],
  request: {
    readonly parent: string | null;
    readonly alternative: boolean;
    readonly steps: number;
    readonly reflections?: readonly string[];
  },
  form: string,
): readonly Message[] {
  const read = states.filter(isRead).length;
  const { reflections = [] } = request;
  const learnt =
    reflections.length === 0 ? '' : `What earlier paths teach:\n${reflections.map((one) => `- ${one}`).join('\n')}\n\n`;
  // A step that could not be read was one of them, and stands in no list.
  const most = request.steps - (states.length - read);
  // An alternative may be one more than that: it costs its own share of the budget.
  const isWithin = read < most;
  const number = `step ${String(read + 1)}${isWithin ? ` of at most ${String(most)}` : ''}`;
  const place = read === 0 ? '' : `, ${placeOf(request.parent, states)}`;
  const what = request.alternative
    ? `Explore an alternative reasoning branch: give ${alternativeTo(request.parent, states)}, as ${number}.`
    : `Give ${number}${place}.`;
  const onTop = isWithin ? '' : ` An alternative may come on top of the ${counted(most, 'step')}.`;
  const differs = request.alternative && rivalOf(request.parent, states, read) !== null ? prompt.differs : '';
  return messages(prompt, states, `${learnt}${what}${onTop}${differs} ${form}`);
}

export const sentBackMessages = (written: string, form: string): readonly Message[] => [
  { role: 'assistant', content: written },
  { role: 'user', content: `That action was taken before, and its observation is given. Take another one. ${form}` },
];

function alternativeTo(parent: string | null, states: readonly State[]): string {
  const rival = rivalOf(parent, states, states.filter(isRead).length);
  return rival === null ? `another step, ${placeOf(parent, states)}` : `an alternative to step ${String(rival)}`;
}

/** Of judges, whose prompt begins with the tools as all others do. */
const NO_LOOKING_UP = 'Judge by what stands here: nothing can be looked up now.';

export function voteMessages(
  prompt: TaskPrompt,
  states: readonly State[],
  candidates: readonly State[],
): readonly Message[] {
  const list = candidates.map((state, index) => `Proposal ${index + 1}\n${stateText(prompt, state)}`).join('\n');
  return messages(
    prompt,
    states,
    `Proposals for the next step:\n${list}\n\nWhich proposal helps most to solve the problem? ${NO_LOOKING_UP} Reply as {"choice": its number}.`,
    NO_STEP,
  );
}

/** What a state is judged by: whether it leads to a better plan (the paper), or is about the right person and item and helps. */
export type Criterion = 'subject' | 'plan';

export function evaluateMessages(
  prompt: TaskPrompt,
  states: readonly State[],
  state: State,
  criterion: Criterion,
): readonly Message[] {
  const { about } = prompt;
  const question =
    criterion === 'plan'
      ? 'Keep it where it leads to a better plan for solving the problem than going on without it; else prune it.'
      : `Keep it where what it found is about ${about}, or about people or items that tell something of them (of like taste, rated ` +
        'alike), and helps to solve the problem. Prune it where it is about anybody or anything else, such as by a wrong id, or does not help.';
  return judgeMessages(
    prompt,
    states,
    state,
    `Is it to be kept or pruned? ${NO_LOOKING_UP} ${question} Reply as {"verdict": "keep" or "prune", "reason": "…"}.`,
  );
}

export function valueMessages(prompt: TaskPrompt, states: readonly State[], state: State): readonly Message[] {
  return judgeMessages(
    prompt,
    states,
    state,
    'How well can the problem be solved from what was explored, this step included? 1 is not at all, 10 is as well as anybody could. ' +
      `Reply as {"value": a whole number from 1 to 10, "reason": "…"}.`,
  );
}

/**
 * Asks what a path teaches that came to less than it could (LATS, section 4.2).
 * @param value what its last step was valued, from 0 to 1; null where that could not be read
 */
export function reflectMessages(
  prompt: TaskPrompt,
  states: readonly State[],
  value: number | null,
): readonly Message[] {
  const valued = value === null ? '' : `, and was valued ${(1 + 9 * value).toFixed(1).replace('.0', '')} of 10`;
  return messages(
    prompt,
    states,
    `This path of steps ends here${valued}. What kept it from solving the problem as well as anybody could, and what is to be done otherwise on another path? ` +
      'Reply as {"reflection": "one or two sentences"}.',
  );
}

export function inspireMessages(prompt: TaskPrompt, states: readonly State[]): readonly Message[] {
  return messages(
    prompt,
    states,
    'Should an alternative reasoning branch be explored before going on? ' +
      `Reply as {"explore": true or false, "reason": "…"}.`,
  );
}

export function answerMessages(
  prompt: TaskPrompt,
  states: readonly State[],
  task: Task,
  isScored = false,
): readonly Message[] {
  if (!states.some(isRead)) {
    const { problem, system } = prompt.plain;
    const content = `${problem}\n\nAnswer from what you know${task.examples.length === 0 ? '' : ' and the examples'}. ${answerForm(prompt, task, isScored)}`;
    return [
      { role: 'system', content: system },
      { role: 'user', content },
    ];
  }
  return messages(prompt, states, `Solve the problem with what was explored. ${answerForm(prompt, task, isScored)}`);
}

function answerForm({ weigh }: TaskPrompt, task: Task, isScored: boolean): string {
  if (task.type === 'rating-prediction') return `${weigh}Reply as {"rating": a number, "reason": "…"}.`;
  if (!isRanking(task))
    return `Reply as {"text": "the ${task.type === 'review-summarization' ? 'title' : 'explanation'}"}.`;
  const form = isScored
    ? 'with the title of the best candidate alone, in quotes'
    : `as {"ranking": [the ids of ${isAll(task) ? `all ${wantedOf(task)}` : `the ${wantedOf(task)} best`}, best first], "reason": "…"}`;
  return `Reply ${form}.`;
}
