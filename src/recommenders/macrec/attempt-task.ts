/**
 * @file What the manager is asked: an attempt at a task, or a dialogue with the agents of a system, which they answer together.
 */
import { ratingsOn } from '../../core/dataset.ts';
import type { ActionKind } from './agents/action.ts';
import { attempt, type Attempt } from './agents/manager.ts';
import { promptOf } from './agents/settings.ts';
import type { Outcome } from './agents/step.ts';
import type { State } from '../../core/planner.ts';
import { textOf, finishedAnswer, wantedOf, MOST_RANKED } from '../../core/action.ts';
import type { Agent, Answer } from '../../core/recommender.ts';
import { LabError, type LabErrorData } from '../../core/errors.ts';
import type { EarlierAttempts } from '../../core/language-model.ts';
import type { Json } from '../../core/json.ts';
import type { RunContext } from '../../core/run-context.ts';
import {
  type AgentRequest,
  type DialogueTurn,
  type Sample,
  type Recommendation,
  isRanking,
  type Task,
} from '../../core/task.ts';
import {
  askColleague,
  askerOf,
  colleaguesOf,
  managerPlaces,
  type Ask,
  type Colleague,
  type SystemParts,
} from './colleagues.ts';
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

export interface Before {
  readonly text: string;
  readonly earlier: EarlierAttempts;
  readonly known: readonly State[];
}

export const NOTHING_BEFORE: Before = { text: '', earlier: { states: null, reflections: [] }, known: [] };

/** What the manager is asked, and what becomes of its answer. */
interface Work {
  readonly input: string;
  readonly before: Before;
  readonly finish: readonly [kind: ActionKind, does: string];
  readonly finished: (content: Json) => Outcome;
  readonly told: () => string;
}

/** Asks the manager, as an agent at a node of its own. */
async function askManager(
  { system, sample, colleagues, ask, request }: Omit<TaskSetup, 'sample'> & { readonly sample: Sample | null },
  { input, before, finish, finished, told }: Work,
  call: Pick<Parameters<Ask>[1], 'message' | 'round'>,
  context: RunContext,
): Promise<Attempt & { readonly error: LabErrorData | null }> {
  const [kind] = finish;
  let made: Attempt = { states: [], scratchpad: '', halted: null };
  const manager: Agent = {
    name: 'Manager',
    description: 'solves the task with the help of other agents',
    async invoke(_message, at) {
      const shown = { input, request: request ?? '', reflections: before.text };
      made = await attempt(
        { ...system, kinds: colleagues.map((one) => one.kind), finish: kind },
        {
          ...{ sample, request, earlier: before.earlier, known: before.known },
          places: managerPlaces(system, shown, colleagues, finish),
          execute: async (taken, own) =>
            taken.type === kind.name ? finished(taken.content) : askColleague(taken, colleagues, ask, own),
        },
        at,
      );
      return { text: made.halted ?? told(), failed: made.halted !== null };
    },
  };
  const { error, text } = await ask(manager, { from: 'task', ...call }, context);
  return { ...made, halted: error === null ? made.halted : text, error };
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
  const answer: { recommendation: Recommendation | null } = { recommendation: null };
  const work: Work = {
    ...{ input, before },
    finish: [finishKind(setup.sample.task), 'ends the task with your answer'],
    finished: (content) => finished(setup, content, (given) => void (answer.recommendation = given)),
    told: () => (answer.recommendation === null ? '' : `Answered: ${answerInWords(answer.recommendation)}`),
  };
  return { ...(await askManager(setup, work, { message: input, round }, context)), input, ...answer };
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

const FINISH: ActionKind = { name: 'Finish', slots: [{ name: 'answer', holds: 'text' }] };

/**
 * Answers the last turn of a dialogue.
 * @param parts of a system that was read for the task `chat`
 * @throws LabError `reply-unparseable` where the manager came to no answer: never a made-up one
 */
export async function converse(
  parts: SystemParts,
  turns: readonly DialogueTurn[],
  context: RunContext,
): Promise<{ readonly request: string; readonly answer: string }> {
  const { system } = parts;
  const ask = askerOf(parts, context);
  const dialogue = dialogueOf(turns);
  const interpreter = colleaguesOf(parts).find(({ agent }) => agent.name === 'Interpreter')?.agent;
  if (interpreter === undefined) throw new LabError('spec-invalid', 'A conversation needs an Interpreter.');
  const said = await ask(interpreter, { from: 'task', message: dialogue }, context);
  const request = said.failed ? (turns.at(-1)?.text ?? '') : said.text;
  const colleagues = colleaguesOf(parts, `The manager answers this request: ${request}`).filter(
    ({ agent }) => system.mayInterpret || agent.name !== interpreter.name,
  );
  let answer = '';
  const work: Work = {
    ...{ input: dialogue, before: NOTHING_BEFORE, finish: [FINISH, 'ends your work with your reply'] },
    finished: (content) => ({ observation: (answer = textOf(content)), isEnd: true }),
    told: () => answer,
  };
  const asked = { system, sample: null, colleagues, ask, request };
  const { halted, error } = await askManager(asked, work, { message: request }, context);
  if (error !== null) throw LabError.fromData(error);
  if (halted !== null) throw new LabError('reply-unparseable', `The manager came to no answer: ${halted}.`);
  return { request, answer };
}

/** As MACRec's prompts tell a dialogue; each turn is one line. */
function dialogueOf(turns: readonly DialogueTurn[]): string {
  const said = turns.map(({ role, text }) => `${ROLES[role]}: ${text.replaceAll(/\s+/g, ' ')}`);
  return `\n${said.join('\n')}\n`;
}

const ROLES = { user: 'User', system: 'System' } as const;

/**
 * Answers each of the user's turns that no answer follows yet, one after another; what was said last is the answer.
 * @throws LabError `spec-invalid` where the system has no interpreter, `reply-unparseable` where the manager came to no answer
 */
export async function answerRequest(
  parts: SystemParts,
  { turns }: AgentRequest,
  context: RunContext,
): Promise<readonly Answer[]> {
  const said: DialogueTurn[] = [];
  let last = { answer: '', request: '' };
  for (const [at, turn] of turns.entries()) {
    said.push(turn);
    if (turn.role === 'system' || turns[at + 1]?.role === 'system') continue;
    const own = { ...context, random: context.random.fork(`turn ${at + 1}`) };
    last = await converse(parts, said, at + 1 === turns.length ? context : own);
    said.push({ role: 'system', text: last.answer });
  }
  const recommendation = { type: 'text', text: last.answer } as const;
  context.trace.emit({ type: 'answer', from: 'kept', states: [], recommendation, reason: last.request });
  return [{ from: 'kept', recommendation }];
}
