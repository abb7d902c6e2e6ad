/** @file People judge ratings on the page: one question at a time, ratings without their raters, and what it comes to. */
import type { JudgingOfRatings, RatingQuestion, RatingResults, SimulationClient } from '../../../client/simulations.ts';
import { csvLines } from '../../../core/text/csv-lines.ts';
import type { EnvironmentSpec } from '../../../core/simulation.ts';
import { download } from '../../download.ts';
import type { Session } from '../../session.svelte.ts';
import type { Loading } from './loading.svelte.ts';

/** The raters that are compared in an environment: its own, the surrogate of rules, the rules, and chance, always. */
export function ratersOf({ rater }: EnvironmentSpec): readonly string[] {
  return rater.name === 'rules' ? ['rules', 'surrogate', 'random'] : [rater.name, 'rules', 'random'];
}

/** The state of the judging. Which rater gave which rating never reaches the page before the results are asked for. */
export class RatingJudging {
  judging = $state.raw<JudgingOfRatings | null>(null);
  question = $state.raw<RatingQuestion | null>(null);
  /** A mark of 1 to 5 for each rating of the question; null where it has none yet. */
  marks = $state.raw<readonly (number | null)[]>([]);
  judged = $state(0);
  results = $state.raw<RatingResults | null>(null);
  isBusy = $state(false);
  readonly session: Session;
  private readonly client: SimulationClient;
  private readonly loading: Loading;
  private controller = new AbortController();

  constructor(session: Session, client: SimulationClient, loading: Loading) {
    this.session = session;
    this.client = client;
    this.loading = loading;
  }

  get isMarked(): boolean {
    return this.question !== null && this.marks.every((mark) => mark !== null);
  }

  /** Begins, or goes on with what was judged of the environment before. */
  async begin(spec: EnvironmentSpec): Promise<void> {
    this.judging = { spec, raters: ratersOf(spec) };
    this.results = null;
    await this.during('Fetching the ratings', (signal) => this.next(signal));
  }

  mark(at: number, mark: number): void {
    this.marks = this.marks.map((one, place) => (place === at ? mark : one));
  }

  async keep(): Promise<void> {
    if (this.isMarked) await this.settle(this.marks.map((mark) => mark ?? 1));
  }

  skip(): Promise<void> {
    return this.settle(null);
  }

  async look(): Promise<void> {
    const { judging } = this;
    if (judging === null) return;
    await this.during('Reading the results', async () => {
      this.results = await this.client.results(judging);
    });
  }

  goOn(): void {
    this.results = null;
  }

  stop(): void {
    this.controller.abort();
  }

  save(): void {
    const { results } = this;
    if (results === null) return;
    const head = [
      'rater',
      'mean_mark',
      'low',
      'high',
      'standard_deviation',
      'marks',
      'judged',
      'skipped',
      'after_look',
    ];
    const lines = results.raters.map(({ rater, mean, deviation, marks }) => [
      ...[rater, mean?.value ?? null, mean?.low ?? null, mean?.high ?? null, deviation, marks],
      ...[results.judged, results.skipped, results.afterLook],
    ]);
    download(new Blob([csvLines([head, ...lines])]), 'judged-ratings.csv');
  }

  private async settle(marks: readonly number[] | null): Promise<void> {
    const { judging, question } = this;
    if (judging === null || question === null || this.isBusy) return;
    await this.during('Keeping the judgement', async (signal) => {
      this.judged = await this.client.judge(judging, question, marks, signal);
      await this.next(signal);
    });
  }

  private async next(signal: AbortSignal): Promise<void> {
    if (this.judging === null) return;
    const question = await this.client.question(this.judging, this.question?.id ?? null, {
      onProgress: this.loading.show,
      signal,
    });
    this.question = question;
    this.judged = question.judged;
    this.marks = question.ratings.map(() => null);
  }

  private async during(what: string, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.isBusy = true;
    this.controller = new AbortController();
    await this.session.attempt(what, () => act(this.controller.signal));
    this.loading.end();
    this.isBusy = false;
  }
}
