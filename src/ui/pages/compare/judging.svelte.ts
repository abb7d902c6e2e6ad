/** @file Blind judging on the page: one question at a time, texts without their writers, and what it comes to. */
import type { BlindQuestion } from '../../../client/lab.ts';
import type { JudgingCounts, JudgingResults } from '../../../core/evaluation.ts';
import { download } from '../../browser.ts';
import type { Session } from '../../session.svelte.ts';

/** `A` for the first text. */
export const letterOf = (at: number): string => String.fromCharCode(65 + at);

/** The state of a judging. Which method wrote which text never reaches the page before the results are asked for. */
export class Judging {
  readonly name: string;
  counts = $state.raw<JudgingCounts | null>(null);
  question = $state.raw<BlindQuestion | null>(null);
  results = $state.raw<JudgingResults | null>(null);
  /** Texts in the order in which they were placed; those in one group share a place. */
  placed = $state.raw<readonly (readonly number[])[]>([]);
  isWaiting = $state(false);
  private readonly session: Session;
  private readonly controller = new AbortController();
  private coming: Promise<BlindQuestion | null> | null = null;

  constructor(name: string, session: Session) {
    this.name = name;
    this.session = session;
  }

  async start(): Promise<void> {
    await this.during('Opening the questions', async () => {
      this.counts = await this.session.client.judging.counts(this.name);
      await this.show(this.next(null));
    });
  }

  stop(): void {
    this.controller.abort();
  }

  /** The place of a text, from 1; null where it has none yet. */
  placeOf(text: number): number | null {
    const group = this.placed.findIndex((one) => one.includes(text));
    return group < 0 ? null : group + 1;
  }

  /** Gives a text the next place, or takes its place away. @param tied at the place that was given last */
  place(text: number, tied = false): void {
    if (this.question === null || text >= this.question.texts.length) return;
    const others = this.placed.map((group) => group.filter((one) => one !== text)).filter((group) => group.length > 0);
    if (this.placeOf(text) !== null && !tied) this.placed = others;
    else if (tied && others.length > 0) this.placed = [...others.slice(0, -1), [...(others.at(-1) ?? []), text]];
    else this.placed = [...others, [text]];
    this.announce(text);
  }

  takeBack(): void {
    const [last = []] = this.placed.slice(-1);
    const rest = last.slice(0, -1);
    this.placed = [...this.placed.slice(0, -1), ...(rest.length > 0 ? [rest] : [])];
  }

  get isPlaced(): boolean {
    return this.placed.length > 0;
  }

  /** Keeps the order; texts without a place share the one after the last. */
  async save(): Promise<void> {
    const { question } = this;
    if (question === null || !this.isPlaced || this.isWaiting) return;
    const places = question.texts.map((_, at) => this.placeOf(at) ?? this.placed.length + 1);
    await this.settle('Keeping the judgement', () =>
      this.session.client.judging.judge(this.name, question.id, { type: 'ranking', places }),
    );
  }

  async skip(): Promise<void> {
    const { question } = this;
    if (question === null || this.isWaiting) return;
    await this.settle('Skipping', () => this.session.client.judging.judge(this.name, question.id, { type: 'skip' }));
  }

  async askAgain(what: 'last' | 'skips'): Promise<void> {
    await this.during('Taking judgements back', async () => {
      this.counts = await this.session.client.judging.withdraw(this.name, what);
      this.coming = null;
      await this.show(this.next(null));
    });
  }

  async look(): Promise<void> {
    await this.during('Reading the results', async () => {
      this.results = await this.session.client.judging.results(this.name);
    });
  }

  goOn(): void {
    this.results = null;
  }

  async export(): Promise<void> {
    await this.during('Saving the judgements', async () => {
      download(await this.session.client.judging.export(this.name), `${this.name}.judgements.csv`);
    });
  }

  private next(except: string | null): Promise<BlindQuestion | null> {
    const coming = this.session.client.judging.next(this.name, except, this.controller.signal);
    // It is waited for later, where its failure is shown.
    coming.catch(() => undefined);
    return coming;
  }

  private async show(coming: Promise<BlindQuestion | null>): Promise<void> {
    const question = await coming;
    this.placed = [];
    this.question = question;
    this.coming = question === null ? null : this.next(question.id);
    this.session.announcement =
      question === null ? 'There is nothing left to judge.' : `The next ${question.texts.length} texts are there.`;
  }

  private async settle(what: string, keep: () => Promise<JudgingCounts>): Promise<void> {
    await this.during(what, async () => {
      this.counts = await keep();
      const coming = this.coming ?? this.next(null);
      await coming;
      this.counts = await this.session.client.judging.counts(this.name);
      // Last, since keys are heeded as soon as the next texts can be seen.
      await this.show(coming);
    });
  }

  private async during(what: string, action: () => Promise<void>): Promise<void> {
    this.isWaiting = true;
    await this.session.attempt(what, action);
    this.isWaiting = false;
  }

  private announce(text: number): void {
    const place = this.placeOf(text);
    const left = (this.question?.texts.length ?? 0) - this.placed.flat().length;
    const about = place === null ? 'has no place any more' : `is at place ${place}`;
    this.session.announcement = `Text ${letterOf(text)} ${about}. ${left} left.`;
  }
}
