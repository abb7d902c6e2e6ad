/**
 * @file One attempt of the manager at a task, as an agent at a node of its own.
 */
import { ratingsOn } from '../../core/dataset.ts';
import type { ActionKind } from './agents/action.ts';
import { attempt, type Attempt } from './agents/manager.ts';
import { promptOf } from './agents/settings.ts';
import type { Outcome } from './agents/step.ts';
import type { State } from '../../core/planner.ts';
import type { Action } from '../../core/action.ts';
import type { Agent } from '../../core/recommender.ts';
import type { LabErrorData } from '../../core/errors.ts';
import type { EarlierAttempts } from '../../core/language-model.ts';
import { finishedAnswer, wantedOf, MOST_RANKED } from '../../core/finished-answer.ts';
import type { Json } from '../../core/json.ts';
import type { RunContext } from '../../core/run-context.ts';
import { type Sample, type Recommendation, isRanking, type Task } from '../../core/task.ts';
import { askColleague, managerPlaces, type Ask, type Colleague } from './colleagues.ts';
import type { MacRecSystem } from './read-system.ts';
import { historyLine } from '../../tools/records/attributes.ts';

export function questionOf({ task, items }: Sample): string {
  const user = `user ${String(task.user.id)}`;
  const [target] = items;
  const about = target === undefined ? 'an item' : `item ${String(target.item.id)}, ${target.attributes}`;
  const named = items.map(({ item }) => `${String(item.id)} ${JSON.stringify(item.title)}`).join(', ');
  const scale = 'scale' in task ? `from ${task.scale.min} (lowest) to ${task.scale.max} (highest)` : '';
  const rating = 'rating' in task ? task.rating : null;
  const rated = rating === null ? 'thinks as they do of' : `gave a rating of ${rating}, ${scale}, to`;
  const wanted: Readonly<Partial<Record<Task['type'], string>>> = {
    'rating-prediction': `how ${user} will rate ${about}, ${scale}`,
    'direct-recommendation': `which of these items ${user} will choose: ${named}`,
    'sequential-recommendation': `which of these items ${user} will choose next: ${named}`,
    'explanation-generation': `why ${user} ${rated} ${about}`,
    'review-summarization': `how ${user} would head their review of ${about}`,
  };
  const many =
    items.length > 1
      ? ' Commands need not reach for all of them: look at those that bear most on what you are asked.'
      : '';
  return `The manager wants to know ${wanted[task.type] ?? task.type}.${many}`;
}

/** A ranking need not hold more, and a reply has no room for a hundred ids. */
const rankedOf = (candidates: number): string =>
  candidates > MOST_RANKED
    ? `the ids of the ${MOST_RANKED} likeliest of these ${candidates} candidates`
    : 'the ids of all candidates';

/** What the places of a data prompt hold. */
export function dataPlaces({ task, profile, history, items }: Sample): Readonly<Record<string, string>> {
  const [target] = items;
  const scale = 'scale' in task ? task.scale : null;
  return {
    user_id: String(task.user.id),
    item_noun: task.itemNoun,
    user_profile: profile,
    history: history.map(historyLine).join('\n') || 'None',
    target_item_id: String(target?.item.id ?? ''),
    target_item_attributes: target?.attributes ?? '',
    ranked: rankedOf(items.length),
    candidate_item_attributes: items.map(({ item, attributes }) => `${item.id}: ${attributes}`).join('\n'),
    rating: 'rating' in task ? String(task.rating ?? 'unknown') : '',
    lowest: String(scale?.min ?? ''),
    highest: String(scale?.max ?? ''),
  };
}

function finishKind(task: Task): ActionKind {
  if (isRanking(task)) {
    const among = task.candidates.map(({ id }) => id);
    const choice = among.length === 0 ? {} : { choice: { among, items: task.candidates, count: wantedOf(among) } };
    const name = 'ids of the candidates, the likeliest first';
    return { name: 'Finish', slots: [{ name, holds: 'integers', ...choice }] };
  }
  if (task.type !== 'rating-prediction') return { name: 'Finish', slots: [{ name: 'answer', holds: 'text' }] };
  const contents = ratingsOn(task.scale);
  return { name: 'Finish', slots: [{ name: 'rating', holds: 'number' }], ...(contents.length <= 101 && { contents }) };
}

export interface TaskSetup {
  readonly system: MacRecSystem;
  readonly sample: Sample;
  readonly colleagues: readonly Colleague[];
  readonly ask: Ask;
  /** What the task interpreter made of the input; null where there is none. */
  readonly request: string | null;
}

export interface AttemptMade extends Attempt {
  readonly input: string;
  readonly recommendation: Recommendation | null;
  readonly error: LabErrorData | null;
}

/** What is shown of earlier attempts: as the prompt has it, and as data. */
export interface Before {
  readonly text: string;
  readonly earlier: EarlierAttempts;
  readonly known: readonly State[];
}

export const inputOf = ({ system, sample }: Pick<TaskSetup, 'system' | 'sample'>): string =>
  promptOf(system.prompts, 'data_prompt', dataPlaces(sample));

export async function attemptTask(
  setup: TaskSetup,
  before: Before,
  round: number,
  context: RunContext,
): Promise<AttemptMade> {
  const input = inputOf(setup);
  let made: Attempt = { states: [], scratchpad: '', halted: null };
  const answer: { recommendation: Recommendation | null } = { recommendation: null };
  const manager: Agent = {
    name: 'Manager',
    description: 'solves the task with the help of other agents',
    async invoke(_message, at) {
      made = await attempt(
        managerOf(setup),
        requestOf(setup, input, before, (given) => void (answer.recommendation = given)),
        at,
      );
      const given = answer.recommendation === null ? '' : `Answered: ${answerInWords(answer.recommendation)}`;
      return { text: made.halted ?? given, failed: made.halted !== null };
    },
  };
  const { error, text } = await setup.ask(manager, { from: 'task', message: input, round }, context);
  return { ...made, input, halted: error === null ? made.halted : text, ...answer, error };
}

const managerOf = ({ system, colleagues, sample }: TaskSetup) => ({
  ...system,
  kinds: colleagues.map(({ kind }) => kind),
  finish: finishKind(sample.task),
});

function requestOf(setup: TaskSetup, input: string, before: Before, onAnswer: (given: Recommendation) => void) {
  const { system, sample, colleagues, ask, request } = setup;
  const finish = finishKind(sample.task);
  return {
    sample,
    request,
    earlier: before.earlier,
    known: before.known,
    places: managerPlaces(system, { input, request: request ?? '', reflections: before.text }, colleagues, [
      finish,
      'ends the task with your answer',
    ]),
    async execute(taken: Action, at: RunContext): Promise<Outcome> {
      if (taken.type === finish.name) return finished(setup, taken.content, onAnswer);
      return askColleague(taken, colleagues, ask, at);
    },
  };
}

function finished({ sample }: TaskSetup, content: Json, onAnswer: (given: Recommendation) => void): Outcome {
  const answer = finishedAnswer(sample.task, content);
  if ('problem' in answer) return { observation: answer.problem, isEnd: false, failed: true };
  onAnswer(answer.recommendation);
  return { observation: answeredWith(answer.recommendation), isEnd: true };
}

function answeredWith(given: Recommendation): string {
  const words = answerInWords(given);
  const isWhole = given.type === 'rating' && Number.isInteger(given.rating);
  const written = given.type === 'ranking' ? `[${words}]` : words;
  return `The answer you give (may be INCORRECT): ${written}${isWhole ? '.0' : ''}`;
}

function answerInWords(given: Recommendation): string {
  if (given.type === 'ranking') return given.items.join(', ');
  return given.type === 'rating' ? String(given.rating) : given.text;
}
