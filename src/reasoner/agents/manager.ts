import type { Action } from '../../core/action.ts';
import type { AgentPurpose } from '../../core/language-model.ts';
import type { Json } from '../../core/json.ts';
import type { State } from '../../core/planner.ts';
import type { Random } from '../../core/random.ts';
import { type Sample, isRanking, itemOfTask, type ExplanationTask } from '../../core/task.ts';
import type { Belief, Family } from '../finding.ts';
import { CONSTANTS, type Dials } from '../dials.ts';
import { analysesIn, askedIn, evidenceOf, namedIn, statesInSight, type Question } from './evidence.ts';
import { largest } from '../../core/numbers/extremes.ts';
import { genresIn, type Analysis } from './analysis.ts';

const MOST_FACTS = 200;

const average = ({ mean }: Analysis): string => (mean === null ? '' : mean.toFixed(1));

/** The genre of the item that the person chose most often, as a sentence. */
function ofTaste({ items: [target] }: Sample, person: Analysis | undefined): string | null {
  if (person === undefined || target === undefined || person.looked === 0) return null;
  const shared = genresIn(target.attributes)
    .map((genre) => ({ genre, chosen: person.genres.get(genre) ?? 0 }))
    .sort((a, b) => b.chosen - a.chosen || (a.genre < b.genre ? -1 : 1));
  const [most] = shared;
  if (most === undefined) return null;
  return most.chosen === 0
    ? `None of the last ${person.looked} that they rated is ${most.genre}, as this is.`
    : `It is ${most.genre}, as ${most.chosen} of the last ${person.looked} that they rated are.`;
}

function ofRating({ rating }: ExplanationTask, person: Analysis | undefined): string | null {
  if (rating === null || person === undefined || person.mean === null) return null;
  const than = rating > person.mean ? 'more than' : rating < person.mean ? 'less than' : 'as much as';
  return `They gave it ${rating}, ${than} their usual ${average(person)}.`;
}

function explanationOf(
  task: ExplanationTask,
  sample: Sample,
  analyses: readonly Analysis[],
  states: readonly State[],
): string {
  const person = analyses.findLast(({ about }) => about === 'user');
  const item = analyses.findLast(({ about }) => about === 'item');
  const others =
    item === undefined || item.mean === null
      ? null
      : `Others give it ${average(item)} on average (${item.ratings} ratings).`;
  const found = states.findLast(({ action }) => action?.tool === 'Search')?.observation;
  const parts = [
    ofRating(task, person),
    ofTaste(sample, person),
    others,
    found === undefined ? null : found.slice(0, MOST_FACTS),
  ];
  const told = parts.filter((part) => part !== null);
  return told.length === 0 ? 'Nothing was found that says why.' : told.join(' ');
}

export type ManagerPurpose = Extract<AgentPurpose, { readonly type: 'manager-thought' | 'manager-action' }> & {
  readonly sample: Sample;
};

type Move =
  | { readonly type: 'ask'; readonly question: Question }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'finish'; readonly answer: (random: Random) => Json };

/** What the evidence of an analysis is called. */
function evidenceNames({ task }: Sample, { about }: Question): readonly string[] {
  if (!isRanking(task)) return [about === 'user' ? 'user-mean' : 'item-mean'];
  return about === 'user' ? ['genre-match', 'year-match'] : ['popularity'];
}

/** All that the analyst could be asked for the task, what tells most first; an explanation wants to know of both. */
function questionsOf(
  { sample, actions }: ManagerPurpose,
  family: Family,
  belief: Belief,
  required: ReadonlySet<string>,
): Question[] {
  const { task } = sample;
  const nothing = family.believe(task, []);
  const worth = (question: Question): number =>
    task.type === 'explanation-generation'
      ? 1
      : Math.max(
          0,
          largest(evidenceNames(sample, question).map((name) => (family.offered.has(name) ? nothing.gain(name) : 0))),
        );
  const item = itemOfTask(task);
  const items = item === null ? belief.order() : [item.id];
  const all: Question[] = [
    { about: 'user', id: task.user.id },
    ...items.map((id): Question => ({ about: 'item', id })),
  ];
  if (!actions.includes('Analyse')) return [];
  return all
    .map((question) => ({ question, gain: worth(question) }))
    .filter(({ question, gain }) => gain > CONSTANTS.endAt || required.has(`${question.about} ${question.id}`))
    .sort((a, b) => b.gain - a.gain)
    .map(({ question }) => question);
}

function answerOf(sample: Sample, seen: readonly State[], belief: Belief): (random: Random) => Json {
  const { task } = sample;
  if (task.type === 'explanation-generation') return () => explanationOf(task, sample, analysesIn(seen), seen);
  return (random) => {
    const { recommendation } = belief.answer(random);
    if (recommendation.type === 'rating') return recommendation.rating;
    return recommendation.type === 'ranking' ? recommendation.items : recommendation.text;
  };
}

function nextMove(purpose: ManagerPurpose, family: Family): Move {
  const { sample, states, earlier, actions, isLast } = purpose;
  const { task } = sample;
  const seen = statesInSight(states, earlier);
  const belief = family.believe(task, evidenceOf(sample, seen));
  const finish: Move = { type: 'finish', answer: answerOf(sample, seen, belief) };
  if (isLast) return finish;
  const asked = seen.flatMap((state) => askedIn(state) ?? []);
  // Of a rating there is one person and one item: whoever was asked about is taken for them.
  const isOpen = ({ about, id }: Question): boolean =>
    !asked.some((one) => one.about === about && (one.id === id || about === 'user' || !isRanking(task)));
  const { required } = namedIn(earlier.reflections);
  const question = questionsOf(purpose, family, belief, required).find(isOpen);
  if (question !== undefined) return { type: 'ask', question };
  const isSearched = seen.some(({ action }) => action?.tool === 'Search');
  if (task.type !== 'explanation-generation' || isSearched || !actions.includes('Search')) return finish;
  return { type: 'search', query: task.item.title };
}

export function managerThought(purpose: ManagerPurpose, family: Family): string {
  const move = nextMove(purpose, family);
  if (move.type === 'ask') {
    const { about, id } = move.question;
    return `I should know more about ${about} ${id}; the Analyst can look into the records.`;
  }
  if (move.type === 'search') return `I should know more about ${move.query}; the Searcher can find that out.`;
  return purpose.isLast
    ? 'This is the last step, so I answer from what is known.'
    : 'What is known is enough to answer.';
}

export function managerAction(purpose: ManagerPurpose, family: Family, dials: Dials, random: Random): Action {
  const move = nextMove(purpose, family);
  if (move.type === 'search') return { type: 'Search', content: move.query };
  if (move.type === 'finish') return { type: 'Finish', content: move.answer(random.fork('ties')) };
  const { required } = namedIn(purpose.earlier.reflections);
  const { about, id } = slipped(move.question, family, required, dials.slips, random.fork('slip'));
  return { type: 'Analyse', content: [about, id] };
}

function slipped(
  question: Question,
  { slips }: Family,
  required: ReadonlySet<string>,
  probability: number,
  random: Random,
): Question {
  const { about, id } = question;
  if (required.has(`${about} ${id}`) || random.uniform() >= probability) return question;
  const people = about === 'user' ? slips.users : slips.items.map((item) => item.id);
  const others = people.filter((one) => one !== id);
  const other = others.length === 0 ? undefined : others[random.integer(others.length)];
  return other === undefined ? question : { ...question, id: other };
}
