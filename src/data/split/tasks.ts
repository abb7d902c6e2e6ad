/**
 * @file Makes the tasks of RecMind, sections 4.3 and 4.4, from a split. Each task draws from its own fork of the seed, so that no
 * task depends on which others are made.
 */
import type { Dataset, UserId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { sample, type Random, createRandom, shuffled } from '../../core/random.ts';
import { isRankingType, isTextType, type ItemReference, type LabelledTask, type SplitTask } from '../../core/task.ts';
import {
  choiceExamples,
  ratingExamples,
  exampleSource,
  type ExampleDataset,
  type ExampleSource,
  heldText,
  taskProblem,
  makeTextTask,
  type TextOptions,
} from './examples.ts';
import type { Split } from './splits.ts';
import type { TaskSample } from './slice.ts';
import { type TaskSource, type TaskSubject, taskSource } from './task-source.ts';

export interface TaskOptions extends Partial<TextOptions> {
  readonly type: SplitTask['type'];
  /** A random choice of this many of the tasks; all where not given. */
  readonly count?: number;
  readonly users?: readonly UserId[];
  readonly shots: number;
  /** Candidates with the right one among them, from 2; in sequential recommendation also 0, for none. For rankings alone. */
  readonly candidates: number;
  readonly history: number;
  readonly samples?: readonly TaskSample[];
  /** Of a conversation, at most; 5 where not given. */
  readonly turns?: number;
  readonly examplesFrom?: ExampleDataset;
  readonly seed: number;
}

const listed = (ids: readonly number[]): string =>
  ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');

function checkUsers({ dataset, subjects }: TaskSource, users: readonly UserId[]): void {
  const known = new Set(dataset.users.map(({ id }) => id));
  const unknown = users.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const problem = `The dataset ${dataset.manifest.name} has no person with the id ${listed(unknown)}`;
    throw new LabError('task-impossible', `${problem}; choose among its people.`, { users: unknown });
  }
  const asked = new Set(subjects.map(({ user }) => user.id));
  const without = users.filter((id) => !asked.has(id));
  if (without.length > 0) {
    const problem = `No interaction is held out for the person ${listed(without)}, since at least two are needed`;
    throw new LabError('task-impossible', `${problem}; choose other people.`, { users: without });
  }
}

const textOptions = ({ tellRating = true, truth = 'review' }: TaskOptions): TextOptions => ({ tellRating, truth });

/** From three quarters of the scale on. Where nothing is rated, all of it was liked. */
function isLiked({ interactions: { rating }, manifest: { scale } }: Dataset, position: number): boolean {
  const given = rating[position] ?? NaN;
  return Number.isNaN(given) || given >= scale.min + 0.75 * (scale.max - scale.min);
}

const MOST_LIKED = 5;

/** What a person liked of the training interactions, the latest first. */
export function likedItems(source: TaskSource, user: UserId): ItemReference[] {
  const liked = source.trainingOf(user).filter((position) => isLiked(source.dataset, position));
  return liked.slice(-MOST_LIKED).reverse().map(source.itemOf);
}

/**
 * Whether a held-out interaction has what the kind of task asks for. Rankings ask for no item that is without any training interaction:
 * it would stand out among the candidates. Samples of a file are asked as they are.
 */
function isAskable(source: TaskSource, options: TaskOptions): (subject: TaskSubject) => boolean {
  const { type } = options;
  const { rating } = source.dataset.interactions;
  const { truth } = textOptions(options);
  const isMeasured = type !== 'explanation-generation' || truth !== 'none';
  if (isTextType(type) && isMeasured) return ({ position }) => heldText(source.dataset, type, truth, position) !== null;
  if (type === 'rating-prediction' || isTextType(type)) return ({ position }) => !Number.isNaN(rating[position]);
  if (type === 'simulated-conversation') return ({ position }) => isLiked(source.dataset, position);
  if (options.samples !== undefined) return () => true;
  return ({ item }) => source.known.has(item.id);
}

const NEEDED: Readonly<Record<SplitTask['type'], string>> = {
  'rating-prediction': 'enough ratings to hold one out',
  'direct-recommendation': 'two interactions, to hold one out',
  'sequential-recommendation': 'two interactions, to hold one out',
  'explanation-generation': 'a review to hold out',
  'review-summarization': 'a review with a heading to hold out',
  'simulated-conversation': 'something that they liked to hold out',
};

function chosenSubjects(source: TaskSource, options: TaskOptions, random: Random): TaskSubject[] {
  const { type, users, count } = options;
  const problem = taskProblem(source.dataset, type, options.truth);
  if (problem !== null) throw new LabError('task-impossible', problem);
  if (users) checkUsers(source, users);
  const wanted = users ? new Set(users) : null;
  const isUsable = isAskable(source, options);
  const subjects = source.subjects.filter((subject) => (wanted?.has(subject.user.id) ?? true) && isUsable(subject));
  const { name, title } = source.dataset.manifest;
  if (subjects.length === 0) {
    const has =
      users?.length === 1
        ? `Person ${listed(users)} in ${title} does not have`
        : `${users ? `None of the people ${listed(users)}` : 'No one'} in ${title} has`;
    const advice = users ? 'Choose other people or another task' : 'Choose another task or dataset';
    const isHeldOut = source.subjects.some(({ user }) => wanted?.has(user.id) ?? true);
    if (isRankingType(type) && isHeldOut) {
      const problem = `What is held out in ${title} is in nobody's other interactions, and would stand out among candidates`;
      throw new LabError('task-impossible', `${problem}. ${advice}.`);
    }
    throw new LabError('task-impossible', `${has} ${NEEDED[type]}. ${advice}.`);
  }
  if (count === undefined) return subjects;
  if (count > subjects.length) {
    const problem = `${count} tasks were asked for, but ${name} gives ${subjects.length} for ${type}`;
    throw new LabError('task-impossible', `${problem}; ask for at most that many.`, { available: subjects.length });
  }
  // By a draw of its own for each, so that one person more changes no other's place. Whoever was added to the dataset is always among them.
  const added = source.dataset.manifest.person?.id;
  const drawn = subjects.map((subject) => {
    const draw = random.fork(taskId(subject)).fork('choice').uniform();
    return { subject, draw: subject.user.id === added ? -1 : draw };
  });
  const first = drawn.sort((a, b) => a.draw - b.draw).slice(0, count);
  const chosen = new Set(first.map(({ subject }) => subject));
  return subjects.filter((subject) => chosen.has(subject));
}

const taskId = ({ user, item }: TaskSubject): string => `${user.id}:${item.id}`;

function drawCandidates(
  source: TaskSource,
  { user, item }: TaskSubject,
  count: number,
  random: Random,
): ItemReference[] {
  const theirs = source.itemsOf(user.id);
  const isFree = (id: number): boolean => source.known.has(id) && !theirs.has(id);
  const negatives = sample(source.universe, count - 1, random.fork('negatives'), isFree);
  if (negatives.length < count - 1) {
    const problem = `${count} candidates were asked for, but ${user.name} leaves only ${negatives.length + 1}`;
    const details = { user: user.id, available: negatives.length + 1 };
    throw new LabError('task-impossible', `${problem}; ask for fewer.`, details);
  }
  return shuffled([item, ...negatives.map(source.reference)], random.fork('order'));
}

function candidatesOf(
  source: TaskSource,
  subject: TaskSubject,
  { samples, candidates }: TaskOptions,
  random: Random,
): ItemReference[] {
  const given = samples?.find(({ user, item }) => user === subject.user.id && item === subject.item.id)?.candidates;
  if (given !== undefined) return given.map(source.reference);
  return candidates === 0 ? [] : drawCandidates(source, subject, candidates, random);
}

function makeTask(
  source: TaskSource,
  shown: ExampleSource,
  subject: TaskSubject,
  options: TaskOptions,
  random: Random,
): LabelledTask {
  const { user, item, position } = subject;
  const { itemNoun, scale } = source.dataset.manifest;
  const { type, shots } = options;
  const labelled = { id: taskId(subject), time: source.dataset.interactions.time[position] as number };
  const from = shown.domain && { examplesFrom: shown.domain };
  const own = random.fork('examples');
  if (type === 'rating-prediction') {
    const examples = ratingExamples(shown, subject, shots, own);
    const truth = { type: 'rating' as const, rating: source.dataset.interactions.rating[position] as number };
    return { ...labelled, task: { type, user, item, scale, itemNoun, examples, ...from }, truth };
  }
  if (isTextType(type))
    return { ...labelled, ...makeTextTask(source, shown, subject, type, { ...textOptions(options), shots }, random) };
  const truth = { type: 'choice' as const, item };
  if (type === 'simulated-conversation') {
    const { turns = 5 } = options;
    const liked = likedItems(source, user.id);
    return { ...labelled, task: { type, user, item, liked, turns, itemNoun, examples: [] }, truth };
  }
  const candidates = candidatesOf(source, subject, options, random);
  // Without candidates the held-out item itself must still stay out of the examples.
  const asked = new Set([item.id, ...candidates.map((candidate) => candidate.id)]);
  const examples = choiceExamples(shown, subject, asked, shots, own, type === 'sequential-recommendation');
  if (type === 'direct-recommendation')
    return { ...labelled, task: { type, user, candidates, itemNoun, examples, ...from }, truth };
  const latest = options.history === 0 ? [] : source.trainingOf(user.id).slice(-options.history);
  const history = latest.map(source.itemOf);
  return { ...labelled, task: { type, user, history, candidates, itemNoun, examples, ...from }, truth };
}

/** Makes tasks, ordered by person. @throws LabError `task-impossible` */
export function makeTasks(dataset: Dataset, split: Split, options: TaskOptions): LabelledTask[] {
  const fewest = options.type === 'direct-recommendation' ? 2 : 0;
  if (isRankingType(options.type) && (options.candidates < fewest || options.candidates === 1)) {
    throw new LabError(
      'task-impossible',
      `${options.candidates} candidates leave nothing to choose; ask for 2 or more.`,
    );
  }
  const source = taskSource(dataset, split);
  const lacking = options.examplesFrom && taskProblem(options.examplesFrom.dataset, options.type, options.truth);
  if (lacking) throw new LabError('task-impossible', `tasks.options.examplesFrom: ${lacking}`);
  const shown = exampleSource(source, options.examplesFrom);
  const random = createRandom(options.seed).fork('tasks');
  return chosenSubjects(source, options, random).map((subject) =>
    makeTask(source, shown, subject, options, random.fork(taskId(subject))),
  );
}
