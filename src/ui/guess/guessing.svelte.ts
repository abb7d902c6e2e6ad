/** @file Guess first: the page asks for a guess before it shows what planners answered and what is true. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Stage } from '../pages/plan/stage.svelte.ts';
import { RememberedSwitch } from '../picture/legend/remembered-switch.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { guessedQuestion, type GuessedQuestion } from './guessed-question.ts';

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
