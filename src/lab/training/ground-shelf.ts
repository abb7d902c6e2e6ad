/** @file Grounds of environments: opened once, with raters that may be models in other workers. */
import { now } from '../../core/clock.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import type { Rater } from '../../core/rater.ts';
import { comesWithLab } from '../../core/reasoner-name.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { EnvironmentDescription, EnvironmentSpec } from '../../core/simulation.ts';
import type { Span } from '../../core/trace.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../../environments/raters/language-model-rater.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { traced } from '../../models/decorate.ts';
import { embeddingModel, writingModel } from '../../models/engine.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { tellWorking } from '../../trace/call-record.ts';
import type { LabParts } from '../kind.ts';
import type { Going } from '../service.ts';
import {
  keptSurrogate,
  openEnvironmentCatalogue,
  openSpecRater,
  openTrainingGround,
  type GroundHost,
} from './open-ground.ts';
import { parseEnvironmentSpec } from './simulation-spec.ts';
import type { TrainingGround } from './training-ground.ts';

const TELL_EVERY = 100;

export class GroundShelf {
  private readonly lab: LabParts;
  /** Who is told of each call of the model that rates, while it is under way. */
  private tell: NonNullable<Going['onUpdate']> = () => undefined;
  private known: { readonly key: string; readonly ground: Promise<TrainingGround> } | null = null;

  constructor(lab: LabParts) {
    this.lab = lab;
  }

  needs({ rater }: EnvironmentSpec, planner?: ComponentSpec): readonly ComponentSpec[] {
    const named = planner === undefined ? [rater] : [rater, planner];
    return named.filter(({ name }) => name !== RULES_ID && !comesWithLab(name));
  }

  watch({ onUpdate = () => undefined }: Going): void {
    this.tell = onUpdate;
  }

  async describe(input: EnvironmentSpec, signal: AbortSignal): Promise<EnvironmentDescription> {
    const spec = parseEnvironmentSpec(input);
    const catalogue = await openEnvironmentCatalogue(spec, this.host(), signal);
    return { ...catalogue, scale: writtenScale(spec.prompt.scale).kept };
  }

  rater(spec: EnvironmentSpec, signal: AbortSignal, span: Span | null = null): Rater | Promise<Rater> {
    return openSpecRater(spec, this.host(span), signal);
  }

  /** The last ground is kept: what follows is mostly about the same. */
  ground(spec: EnvironmentSpec, usesSurrogate: boolean, going: Going): Promise<TrainingGround> {
    this.watch(going);
    const key = canonicalJson([asJson(spec), usesSurrogate]);
    if (this.known?.key === key) return this.known.ground;
    let told = 0;
    const onRatings = (done: number, of: number): void => {
      if (now() - told < TELL_EVERY && done < of) return;
      told = now();
      this.tell({ type: 'ratings', rater: spec.rater.name, done, of });
    };
    const ground = openTrainingGround(spec, usesSurrogate, { ...this.host(), onRatings }, going.signal);
    const known = { key, ground };
    this.known = known;
    ground.catch(() => {
      if (this.known === known) this.known = null;
    });
    return ground;
  }

  host(span: Span | null = null): GroundHost {
    const { models, files, datasets } = this.lab;
    return {
      loadDataset: async (name, signal) => (await datasets()).load(name, signal),
      openModelRater: async ({ rater, prompt: { scale, ...style } }, signal): Promise<Rater> => {
        const model = writingModel(await models.open(rater, signal), rater.name);
        return createLanguageModelRater({
          model: this.watched(span === null ? model : traced(model, span)),
          style: { ...style, scale: writtenScale(scale) },
        });
      },
      keptSurrogate: async (spec, fit) => keptSurrogate(await files(), spec, fit),
      openEmbedding: async (spec, signal) => embeddingModel(await models.open(spec, signal), spec.name),
      fetchWords: async (file) => (await datasets()).wordFile(file),
    };
  }

  private watched(model: LanguageModel): LanguageModel {
    const write = tellWorking((call) => this.tell({ type: 'working', call }), now);
    return traced(model, createTrace(write, now));
  }
}
