/**
 * @file What planners come to on average, at each place of the dial: over the same tasks for all, which are drawn with the runs' seed.
 * Measured in the lab's worker, a planner and a place at a time.
 */
import { asJson, canonicalJson } from '../../core/json.ts';
import type { RunSpec } from '../../core/run.ts';
import type { Session } from '../session.svelte.ts';
import { averageOf, averageSpec, AVERAGED_TASKS, settingsOf, type Average } from './average.ts';
import type { AverageSettings } from './words.ts';

const keyOf = (spec: RunSpec): string => canonicalJson(asJson(spec));

/** Averages, as far as they are measured. */
export class Averages {
  /** How far the measuring is; null while nothing is measured. */
  work = $state.raw<{ readonly done: number; readonly total: number; readonly stop: () => void } | null>(null);
  /** By what was run for it. */
  private found = $state.raw<Readonly<Record<string, Average>>>({});
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** What a planner comes to at a place of the dial; null where it is not measured. */
  at(spec: RunSpec, value: number): Average | null {
    return this.found[keyOf(this.specFor(spec, value))] ?? null;
  }

  /** What the averages of runs are measured on; null where there are none, or no dataset is open. */
  settingsOf([spec]: readonly RunSpec[]): AverageSettings | null {
    const manifest = this.session.dataset?.manifest;
    return spec === undefined || manifest === undefined ? null : settingsOf(spec, manifest);
  }

  /** Measures what is not measured yet, until it is stopped. */
  async measure(specs: readonly RunSpec[], places: readonly number[]): Promise<void> {
    if (this.work !== null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const stop = (): void => controller.abort();
    const total = places.length * specs.length;
    const open = places
      .flatMap((place) => specs.map((spec) => this.specFor(spec, place)))
      .filter((spec) => this.found[keyOf(spec)] === undefined);
    if (open.length === 0) return;
    this.work = { done: total - open.length, total, stop };
    await this.session.attempt('Measuring the averages', async () => {
      for (const [index, spec] of open.entries()) {
        const summary = await this.session.client.tryRun(spec, { signal });
        if (summary.outcome === 'aborted' || signal.aborted) break;
        this.found = { ...this.found, [keyOf(spec)]: averageOf(spec, summary) };
        this.work = { done: total - open.length + index + 1, total, stop };
      }
    });
    this.work = null;
  }

  private specFor(spec: RunSpec, value: number): RunSpec {
    return averageSpec(spec, value, this.session.dataset?.people ?? AVERAGED_TASKS);
  }
}
