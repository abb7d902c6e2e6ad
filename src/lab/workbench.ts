/**
 * @file One open dataset and what runs need of it: the database without held-out interactions, and models that are fitted
 * to training interactions. Both take seconds, so they are made when first needed and kept.
 */
import { now } from '../core/clock.ts';
import type { Dataset } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import type { LanguageModel } from '../core/language-model.ts';
import type { RunSummary } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';
import { buildDatabase } from '../data/database/build-database.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import { openDatabase, type LabDatabase, type QueryWatch } from '../data/database/lab-database.ts';
import { leaveLastOut, type Split } from '../data/split/leave-last-out.ts';
import { taskSubjects, type TaskSubject } from '../data/split/task-source.ts';
import { parseDials } from '../models/reasoner/dials.ts';
import { createReasoner, REASONER_ID } from '../models/reasoner/reasoner.ts';
import type { Calibration } from '../models/reasoner/calibration.ts';
import type { CompleteRunSpec } from '../runs/run-spec.ts';
import { run } from '../runs/run.ts';
import type { BuildCache } from './build-cache.ts';
import { fitFamily, type Family } from './fit-family.ts';

/** What a workbench works with. */
export interface WorkbenchTools {
  readonly engine: SqlEngine;
  readonly cache: BuildCache;
  /** Told what is being made, in words, and the share of it that is done. */
  readonly onProgress: (phase: string, done: number) => void;
  readonly watch?: QueryWatch;
}

/** One open dataset. */
export class Workbench {
  readonly dataset: Dataset;
  readonly split: Split;
  readonly subjects: readonly TaskSubject[];
  private readonly tools: WorkbenchTools;
  private database: LabDatabase | null = null;
  private readonly calibration: { -readonly [Name in keyof Calibration]: Calibration[Name] } = {
    rating: null,
    ranking: null,
  };

  constructor(dataset: Dataset, tools: WorkbenchTools) {
    this.dataset = dataset;
    this.tools = tools;
    this.split = leaveLastOut(dataset);
    this.subjects = taskSubjects(dataset, this.split);
  }

  /** Makes what the first run of a kind of task needs. */
  async prepare(family: Family, signal: AbortSignal): Promise<void> {
    await this.trainingDatabase(signal);
    await this.fitted(family, signal);
  }

  /** Runs a spec; see `run`. */
  run(spec: unknown, write: (event: TraceEvent) => void, signal: AbortSignal): Promise<RunSummary> {
    return run(spec, {
      dataset: this.dataset,
      database: (_split, stop) => this.trainingDatabase(stop),
      createModel: (complete, _split, stop) => this.createModel(complete, stop),
      files: this.tools.cache.files,
      now,
      write,
      signal,
    });
  }

  /** Frees the database. */
  close(): void {
    this.database?.close();
    this.database = null;
  }

  private async trainingDatabase(signal: AbortSignal): Promise<LabDatabase> {
    if (this.database !== null) return this.database;
    const { engine, cache, watch, onProgress } = this.tools;
    const options = watch === undefined ? {} : { watch };
    const kept = await cache.read('database');
    if (kept !== null) this.database = openDatabase(engine, kept, options);
    else {
      const heldOut = this.split.heldOut;
      const report = (phase: string, done: number): void => onProgress(`Building the database: ${phase}`, done);
      this.database = await buildDatabase(engine, this.dataset, { ...options, heldOut, onProgress: report, signal });
      await cache.write('database', this.database.export());
    }
    return this.database;
  }

  private async createModel({ model, tasks }: CompleteRunSpec, signal: AbortSignal): Promise<LanguageModel> {
    if (model.name !== REASONER_ID) {
      throw new LabError('name-unknown', `model.name: unknown model "${model.name}"; one of ${REASONER_ID}.`, {
        field: 'model.name',
      });
    }
    const dials = parseDials(model.options);
    await this.fitted(tasks.name === 'rating-prediction' ? 'rating' : 'ranking', signal);
    return createReasoner({ dials, calibration: this.calibration });
  }

  private async fitted(family: Family, signal: AbortSignal): Promise<void> {
    if (this.calibration[family] !== null) return;
    const { engine, cache, onProgress } = this.tools;
    const kept = await cache.readJson<Partial<Calibration>>(family);
    const report = (phase: string, done: number): void => onProgress(`Fitting the reasoner: ${phase}`, done);
    const made = kept ?? (await fitFamily(family, this.dataset, { engine, signal, onProgress: report }));
    Object.assign(this.calibration, made);
    if (kept === null) await cache.writeJson(family, made);
  }
}
