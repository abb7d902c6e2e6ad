/** @file Grounds of environments in a worker: opened once, with raters that may be models in other workers. */
import { embeddingModel, writingModel } from '../../models/engine.ts';
import type { Dataset } from '../../core/dataset.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import type { Rater } from '../../core/rater.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { SessionsSpec } from '../../core/sessions.ts';
import type { EnvironmentSpec } from '../../core/simulation.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { now } from '../../core/clock.ts';
import { tellWorking, type WorkingCall } from '../../trace/call-record.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import type { Span } from '../../core/trace.ts';
import type { Catalogue } from '../../environments/catalogue.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../../environments/raters/language-model-rater.ts';
import { traced } from '../../models/decorate.ts';
import { openSessions, type SessionsGround } from '../sessions/run-sessions.ts';
import {
  keptSurrogate,
  openEnvironmentCatalogue,
  openSpecRater,
  openTrainingGround,
  type GroundHost,
} from './open-ground.ts';
import type { TrainingGround } from './training-ground.ts';
import { DatasetShelf, type FetchPackaged } from '../datasets/dataset-shelf.ts';
import { ModelShelf } from '../models/model-shelf.ts';

export type OnRatings = (done: number, of: number) => void;

export class GroundShelf {
  readonly models: ModelShelf;
  /** Told of each call of the model that rates, while it is under way. */
  onWorking: (call: WorkingCall) => void = () => undefined;
  private readonly files: () => Promise<FileStore>;
  private readonly fetchPackaged: FetchPackaged;
  private known: { readonly key: string; readonly ground: Promise<TrainingGround> } | null = null;

  constructor(files: () => Promise<FileStore>, fetchPackaged: FetchPackaged) {
    this.files = files;
    this.fetchPackaged = fetchPackaged;
    this.models = new ModelShelf(fetchPackaged);
  }

  catalogue(spec: EnvironmentSpec, signal: AbortSignal): Promise<Catalogue> {
    return openEnvironmentCatalogue(spec, this.host(), signal);
  }

  rater(spec: EnvironmentSpec, signal: AbortSignal, span: Span | null = null): Rater | Promise<Rater> {
    return openSpecRater(spec, this.host(span), signal);
  }

  /** The last ground is kept: what follows is mostly about the same. */
  ground(
    spec: EnvironmentSpec,
    usesSurrogate: boolean,
    signal: AbortSignal,
    onRatings: OnRatings = () => undefined,
  ): Promise<TrainingGround> {
    const key = canonicalJson([asJson(spec), usesSurrogate]);
    if (this.known?.key === key) return this.known.ground;
    const ground = openTrainingGround(spec, usesSurrogate, { ...this.host(), onRatings }, signal);
    const known = { key, ground };
    this.known = known;
    ground.catch(() => {
      if (this.known === known) this.known = null;
    });
    return ground;
  }

  sessions(spec: SessionsSpec, signal: AbortSignal): Promise<SessionsGround> {
    return openSessions(spec, this.host(), signal);
  }

  async dataset(name: string, signal: AbortSignal): Promise<Dataset> {
    return new DatasetShelf(await this.files(), this.fetchPackaged).load(name, signal);
  }

  private async languageModel(spec: ComponentSpec, signal: AbortSignal): Promise<LanguageModel> {
    return writingModel(await this.models.open(spec, signal), spec.name);
  }

  private host(span: Span | null = null): GroundHost {
    return {
      loadDataset: (name, signal) => this.dataset(name, signal),
      openModelRater: async ({ rater, prompt }, signal): Promise<Rater> => {
        const model = await this.languageModel(rater, signal);
        const { scale, ...style } = prompt;
        return createLanguageModelRater({
          model: this.watched(span === null ? model : traced(model, span)),
          style: { ...style, scale: writtenScale(scale) },
        });
      },
      keptSurrogate: async (spec, fit) => keptSurrogate(await this.files(), spec, fit),
      openEmbedding: async (spec, signal) => embeddingModel(await this.models.open(spec, signal), spec.name),
      fetchWords: async (file) => new DatasetShelf(await this.files(), this.fetchPackaged).wordFile(file),
    };
  }

  private watched(model: LanguageModel): LanguageModel {
    return traced(
      model,
      createTrace(
        tellWorking((call) => this.onWorking(call), now),
        now,
      ),
    );
  }
}
