/** @file Blind judging on the page: one question at a time, texts without their writers, and the results. */
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
  /** Texts in the order in which they were placed. */
  placed = $state.raw<readonly number[]>([]);
  isWaiting = $state(false);
  private readonly session: Session;
  private readonly controller = new AbortController();

  constructor(name: string, session: Session) {
    this.name = name;
    this.session = session;
  }

  async start(): Promise<void> {
    await this.during('Opening the questions', () => this.show());
  }

  stop(): void {
    this.controller.abort();
  }

  /** The place of a text, from 1; null where it has none yet. */
  placeOf(text: number): number | null {
    const at = this.placed.indexOf(text);
    return at < 0 ? null : at + 1;
  }

  /** Gives a text the next place, or takes its place away. */
  place(text: number): void {
    const count = this.question?.texts.length ?? 0;
    if (text >= count) return;
    const others = this.placed.filter((one) => one !== text);
    this.placed = others.length < this.placed.length ? others : [...others, text];
    const place = this.placeOf(text);
    const about = place === null ? 'has no place any more' : `is at place ${place}`;
    this.session.announcement = `Text ${letterOf(text)} ${about}. ${count - this.placed.length} left.`;
  }

  /** Keeps the order; texts without a place share the one after the last. */
  async save(): Promise<void> {
    if (this.placed.length === 0) return;
    await this.settle(this.question?.texts.map((_, at) => this.placeOf(at) ?? this.placed.length + 1) ?? null);
  }

  async skip(): Promise<void> {
    await this.settle(null);
  }

  async look(): Promise<void> {
    await this.during('Reading the results', async () => {
      this.results = await this.session.client.query('judged', this.name);
    });
  }

  goOn(): void {
    this.results = null;
  }

  async export(): Promise<void> {
    await this.during('Saving the judgements', async () => {
      download(await this.session.client.query('judged-file', this.name), `${this.name}.judgements.csv`);
    });
  }

  private async settle(places: readonly number[] | null): Promise<void> {
    const { question } = this;
    if (question === null || this.isWaiting) return;
    await this.during('Keeping the judgement', async () => {
      await this.session.client.keep('judgement', { grid: this.name, question: question.id, places });
      await this.show();
    });
  }

  private async show(): Promise<void> {
    const { counts, question } = await this.session.client.query('judging', this.name, this.controller);
    this.counts = counts;
    this.placed = [];
    this.question = question;
    this.session.announcement =
      question === null ? 'There is nothing left to judge.' : `The next ${question.texts.length} texts are there.`;
  }

  private async during(what: string, action: () => Promise<void>): Promise<void> {
    this.isWaiting = true;
    await this.session.attempt(what, action);
    this.isWaiting = false;
  }
}
