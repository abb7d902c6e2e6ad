/**
 * @file Guess first: the page asks for a guess of one's own before it shows what planners answered and what is true. Guesses are kept in
 * this browser's settings, by dataset.
 */
import { SvelteSet } from 'svelte/reactivity';
import { embedded } from '../../client/embedded.ts';
import { itemOfTask } from '../../core/task.ts';
import { taskOf } from '../../trace/task-of.ts';
import type { RunView } from '../pages/plan/run-view.svelte.ts';
import type { Stage } from '../pages/plan/stage.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { baselineMiss } from './baseline-miss.ts';
import type { FriendGuesses } from './friend-link.ts';
import { guessFirst } from './guess-first.ts';
import { guessedQuestion, itemOf, missesOf, truthOf, type GuessedQuestion } from './guessed-question.ts';
import { MADE_GUESSES, MOST_GUESSES, ROUND, type MadeGuess } from './round.ts';

/** The page that is guessed on. */
interface GuessPage {
  readonly session: Session;
  readonly stage: Stage;
  readonly running: object | null;
}

/** The guesses of a person. */
export class Guessing {
  /** Those about the open dataset, the earliest first. */
  made = $state.raw<readonly MadeGuess[]>([]);
  /** Those that came by a link. */
  friend = $state.raw<FriendGuesses | null>(null);
  private readonly page: GuessPage;
  /** The dataset that they are about. */
  private dataset = $state('');
  private stopKeeping = (): void => undefined;
  /** Questions that somebody did not want to guess at, or has seen the answer of. */
  private readonly passed = new SvelteSet<string>();

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
  readonly own = $derived.by((): MadeGuess | null => {
    const { question } = this;
    if (question === null || question.spec.dataset.name !== this.dataset) return null;
    const { task } = question;
    return this.made.find(({ kind, user }) => kind === task.type && user === task.user.id) ?? null;
  });

  /** A friend's guess at it; null where there is none, or it is about something else. */
  readonly friends = $derived.by((): number | null => {
    const { question, friend } = this;
    if (question === null || friend === null || friend.dataset !== question.spec.dataset.name) return null;
    if (friend.kind !== question.task.type) return null;
    const { id } = question.task.user;
    return friend.guesses.find(({ user, item }) => user === id && item === itemOf(question))?.guess ?? null;
  });

  /** Nobody guesses what they said themselves. */
  private get isOwn(): boolean {
    return this.question?.task.user.id === this.page.session.own.id;
  }

  /** True while a guess is asked for, and nothing of the answers is shown. */
  readonly asks = $derived(
    guessFirst.on &&
      !embedded &&
      !this.isOwn &&
      this.question !== null &&
      this.question.spec.dataset.name === this.dataset &&
      this.own === null &&
      !this.passed.has(this.key),
  );

  /** True while the question that another page's runs answer is still guessed at here. */
  asksAbout(runs: readonly RunView[]): boolean {
    const [node] = runs[0]?.grown.tasks ?? [];
    const task = node === undefined ? null : taskOf(node);
    const asked = this.question?.task;
    if (!this.asks || task === null || asked === undefined) return false;
    const isSame = task.type === asked.type && task.user.id === asked.user.id;
    return isSame && itemOfTask(task)?.id === itemOfTask(asked)?.id;
  }

  /** The guesses that are added up with that at the question on the page: of its kind, under its seed. */
  readonly round = $derived.by((): readonly MadeGuess[] => {
    const { question } = this;
    if (question === null) return [];
    return this.made
      .filter(({ kind, seed }) => kind === question.task.type && seed === question.spec.seed)
      .slice(-ROUND);
  });

  /** What a friend guessed at questions of this kind; null where there is no friend. */
  readonly friendOfRound = $derived.by((): FriendGuesses['guesses'] | null => {
    const { friend, question } = this;
    if (friend === null || friend.dataset !== this.dataset || friend.kind !== question?.task.type) return null;
    return friend.guesses;
  });

  /** The round, to be sent to a friend; null where there is none. */
  get shared(): FriendGuesses | null {
    const { round, page, dataset } = this;
    const [first] = round;
    const sha256 = page.session.dataset?.manifest.sha256;
    if (first === undefined || sha256 === undefined) return null;
    const guesses = round.map(({ user, item, guess }) => ({ user, item, guess }));
    return { dataset, sha256, kind: first.kind, seed: first.seed, guesses };
  }

  /** True while planners are still at work: what they come to belongs to a guess. */
  get isEarly(): boolean {
    return this.page.running !== null;
  }

  /** Begins on a dataset, with the guesses that are kept of it. */
  follow(dataset: string): void {
    if (dataset === this.dataset) return;
    this.stopKeeping();
    this.dataset = dataset;
    this.made = [];
    this.stopKeeping = this.page.session.settings.keep<Pick<Guessing, 'made'>>(
      'guesses',
      this,
      { made: MADE_GUESSES },
      dataset,
    );
  }

  /** Shows the answers without a guess. */
  skip(): void {
    if (this.key !== '') this.passed.add(this.key);
  }

  /** Shows them, and asks no more. */
  stopAsking(): void {
    guessFirst.on = false;
  }

  /** Takes a guess and shows the answers. @param guess a rating, or the id of an item */
  async take(guess: number): Promise<void> {
    const { question, page } = this;
    if (question === null || this.isEarly) return;
    const { task, spec } = question;
    const item = itemOf(question);
    const truth = truthOf(question);
    if (item === null || truth === null) return;
    const made: MadeGuess = {
      kind: task.type,
      seed: spec.seed,
      user: task.user.id,
      item,
      guess,
      truth,
      planners: missesOf(question, page.stage.runs),
      baseline: null,
    };
    this.made = [...this.made, made].slice(-MOST_GUESSES);
    await page.session.attempt('The baseline', async () => {
      const baseline = await baselineMiss(page.session.client, question);
      this.made = this.made.map((one) => (one === made ? { ...one, baseline } : one));
    });
  }

  /** Forgets the guesses of the round, and begins another one. */
  startOver(): void {
    const { round } = this;
    for (const { kind, user } of round) this.passed.add(`${this.dataset} ${kind} ${String(user)}`);
    this.made = this.made.filter((one) => !round.includes(one));
  }
}
