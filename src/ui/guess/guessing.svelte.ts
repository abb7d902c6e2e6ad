/** @file Guess first: the page asks for a guess before it shows what planners answered and what is true. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Stage } from '../pages/plan/stage.svelte.ts';
import { RememberedSwitch } from '../picture/legend/remembered-switch.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { createRandom, shuffled } from '../../core/random.ts';
import type { RunSpec } from '../../core/run.ts';
import { isRanking, type ItemReference, type RankingTask, type RatingTask, type Truth } from '../../core/task.ts';
import { rating } from '../../core/text/words.ts';
import { taskOf } from '../../core/node-data.ts';
import { type RunView, specOf } from '../pages/plan/run-view.svelte.ts';

/** One item is picked of this many. */
const PICKED_AMONG = 5;

/** A question with a rating, or with one item of a few, for an answer. */
export interface GuessedQuestion {
  readonly task: RatingTask | RankingTask;
  readonly spec: RunSpec;
  /** Null before a planner has reached it. */
  readonly truth: Truth | null;
  /** Of lists: the chosen item and others, in random order; empty while the truth is unknown. */
  readonly options: readonly ItemReference[];
}

/** The item that was chosen and four other candidates, drawn with the run's seed. */
export function optionsOf(task: RankingTask, chosen: ItemReference, seed: number): readonly ItemReference[] {
  const random = createRandom(seed)
    .fork('guess')
    .fork(`${task.type}:${String(task.user.id)}`);
  const others = task.candidates.filter(({ id }) => id !== chosen.id);
  const drawn = shuffled(others, random.fork('others')).slice(0, PICKED_AMONG - 1);
  return shuffled([chosen, ...drawn], random.fork('order'));
}

/** What is asked on the page; null where there is nothing to guess: texts, several tasks, lists without candidates. */
export function guessedQuestion(runs: readonly RunView[]): GuessedQuestion | null {
  const [first] = runs;
  const spec = specOf(first?.events ?? []);
  const tasks = runs.flatMap((run) => run.grown.tasks);
  const task = tasks[0] === undefined ? null : taskOf(tasks[0]);
  if (task === null || spec === null || tasks.length > runs.length) return null;
  const truth = tasks.find((node) => node.truth !== null)?.truth?.truth ?? null;
  if (task.type === 'rating-prediction') return { task, spec, truth, options: [] };
  if (!isRanking(task) || task.candidates.length < PICKED_AMONG) return null;
  return { task, spec, truth, options: truth?.type === 'choice' ? optionsOf(task, truth.item, spec.seed) : [] };
}

/** A guess as it is read: a rating, or the title of what was picked. */
export function guessWords(guess: number, { task, options }: GuessedQuestion): string {
  if (task.type === 'rating-prediction') return rating(guess);
  const known = [...options, ...task.candidates].find(({ id }) => id === guess);
  return known?.title ?? `item ${String(guess)}`;
}

/** How right a guess is: `0.50 too high`; `right`. */
export function guessVerdict(guess: number, { truth }: GuessedQuestion): string {
  if (truth?.type === 'choice') return truth.item.id === guess ? 'right' : 'wrong';
  if (truth?.type !== 'rating') return '';
  const miss = Math.abs(guess - truth.rating);
  return miss < 0.005 ? 'exactly right' : `${miss.toFixed(2)} too ${guess > truth.rating ? 'high' : 'low'}`;
}

/** Whether the Plan page asks for a guess; on at first. */
export const guessFirst = new RememberedSwitch('guess-first', true);

/** The page that is guessed on. */
interface GuessPage {
  readonly session: Session;
  readonly stage: Stage;
  readonly running: object | null;
}

/** The guesses of this visit. */
export class Guessing {
  private readonly page: GuessPage;
  /** The open dataset: runs on another one are not guessed at. */
  private dataset = $state('');
  private readonly made = new SvelteMap<string, number>();
  /** Questions whose answers were asked for, with a guess or without. */
  private readonly told = new SvelteSet<string>();

  constructor(page: GuessPage) {
    this.page = page;
  }

  /** The question on the page; null where there is nothing to guess. */
  readonly question = $derived.by((): GuessedQuestion | null => {
    const { stage } = this.page;
    return stage.runs.length === 0 ? null : guessedQuestion(stage.runs);
  });

  private readonly key = $derived(
    this.question === null
      ? ''
      : `${this.question.spec.dataset.name} ${this.question.task.type} ${String(this.question.task.user.id)}`,
  );

  /** The guess at the question on the page; null where there is none. */
  readonly own = $derived(this.made.get(this.key) ?? null);

  /** Nobody guesses their own ratings. */
  private get isOwn(): boolean {
    return this.question?.task.user.id === this.page.session.own.id;
  }

  /** True while no answer is shown. */
  readonly holds = $derived(
    guessFirst.on &&
      this.question !== null &&
      !this.isOwn &&
      this.question.spec.dataset.name === this.dataset &&
      !this.told.has(this.key),
  );

  /** True while planners are still at work, and the truth may be unknown. */
  get isEarly(): boolean {
    return this.page.running !== null;
  }

  follow(dataset: string): void {
    this.dataset = dataset;
  }

  /** Shows the answers. */
  show(): void {
    if (this.key !== '') this.told.add(this.key);
  }

  /** Takes a guess. @param guess a rating, or the id of an item */
  take(guess: number): void {
    if (this.question !== null && this.question.truth !== null && !this.isEarly) this.made.set(this.key, guess);
  }
}
