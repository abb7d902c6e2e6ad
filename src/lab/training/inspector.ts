/** @file An environment step by step, as a trace: each episode is a task, each step a state with what came of it. */
import { createTrace } from '../../trace/create-trace.ts';
import type { Environment, EpisodeStatistics, Observation } from '../../core/environment.ts';
import { LabError } from '../../core/errors.ts';
import { asJson } from '../../core/json.ts';
import type { Rater } from '../../core/rater.ts';
import type { EnvironmentSpec } from '../../core/simulation.ts';
import type { Span, TraceEvent } from '../../core/trace.ts';
import { ratingMessages } from '../../environments/prompts/rating-prompt.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import type { StepInfo } from '../../environments/suber-environment.ts';
import type { TrainingGround } from './training-ground.ts';
import type { EpisodeStart } from './service.ts';

export interface InspectorOptions {
  readonly spec: EnvironmentSpec;
  readonly ground: TrainingGround;
  /** Makes the rater, whose model calls are written to the span; it reads no prompt where `readsPrompt` is false. */
  readonly createRater: (span: Span) => Rater | Promise<Rater>;
  readonly readsPrompt: boolean;
  readonly createEnvironment?: (rater: Rater) => Environment;
  readonly write: (event: TraceEvent) => void;
  readonly now: () => number;
}

/** What changes from step to step: where calls of a model are written, and what stops them. */
interface Moving {
  span: Span;
  signal: AbortSignal;
}

export class Inspector {
  private readonly options: InspectorOptions;
  private readonly environment: Environment;
  private readonly trace: Span;
  private readonly moving: Moving;
  private episode: Span | null = null;
  private observation: Observation | null = null;
  private finished: EpisodeStatistics | null = null;

  private constructor(options: InspectorOptions, environment: Environment, trace: Span, moving: Moving) {
    this.options = options;
    this.environment = environment;
    this.trace = trace;
    this.moving = moving;
  }

  /** Opens an environment and writes how it begins. @throws LabError what opening the rater throws */
  static async open(options: InspectorOptions): Promise<Inspector> {
    const { ground, spec, write, now } = options;
    const trace = createTrace(write, now);
    const moving: Moving = { span: trace, signal: new AbortController().signal };
    // A rater is made once, and what it asks a model belongs to the step that it asks for.
    const rater = await options.createRater({
      node: '',
      emit: (body) => moving.span.emit(body),
      child: (start) => moving.span.child(start),
    });
    trace.emit({
      type: 'run-start',
      spec: asJson(spec),
      dataset: {
        name: 'simulated people',
        people: ground.catalogue.people.length,
        items: ground.catalogue.items.length,
        surrogate: ground.surrogate === null ? null : { ...ground.surrogate.quality },
      },
      model: rater.title,
      tasks: 0,
    });
    const stoppable: Rater = {
      id: rater.id,
      title: rater.title,
      rate: (request, { random }) => rater.rate(request, { random, signal: moving.signal }),
    };
    const environment = options.createEnvironment?.(stoppable) ?? ground.create(stoppable);
    return new Inspector(options, environment, trace, moving);
  }

  /** The person's episode as a policy sees it. @throws LabError `spec-invalid` where none has begun or it is over */
  get seen(): Observation {
    if (this.observation !== null) return this.observation;
    throw new LabError('spec-invalid', 'The episode is over or has not begun; begin one first.');
  }

  /** @param label what the episode is called; the person's name where absent */
  async reset({ seed, user }: Pick<EpisodeStart, 'seed' | 'user'>, label?: string): Promise<void> {
    const { observation } = await this.environment.reset({ seed, ...(user !== null && { user }) });
    this.leave();
    const person = this.options.ground.catalogue.people[observation.user]!;
    this.observation = observation;
    this.episode = this.trace.child({
      kind: 'task',
      label: label ?? (person.age === null ? person.name : `${person.name}, ${person.age}`),
      detail: { user: observation.user, seed },
    });
  }

  async step(item: number, by: string, signal: AbortSignal): Promise<void> {
    const { episode } = this;
    const { user } = this.seen;
    if (episode === null) return;
    const { catalogue } = this.options.ground;
    const label = catalogue.items[item]?.title ?? `item ${item}`;
    const span = episode.child({ kind: 'state', label, detail: { item, by } });
    this.moving.span = span;
    this.moving.signal = signal;
    try {
      const { observation, info, reward, terminated, truncated } = await this.environment.step(item);
      const step = info as unknown as StepInfo;
      span.emit({ ...this.told(step), type: 'environment-step', user, item, reward, terminated, truncated });
      span.emit({ type: 'node-end', status: 'done', result: null });
      this.observation = terminated || truncated ? null : observation;
      this.finished = step.episode ?? null;
    } catch (thrown) {
      const aborted = thrown instanceof LabError && thrown.code === 'aborted';
      span.emit({ type: 'node-end', status: aborted ? 'aborted' : 'failed', result: null });
      throw thrown;
    } finally {
      if (this.observation === null) this.leave();
    }
  }

  /** Ends the episode where it is, and tells what it came to where it is over. */
  leave(): void {
    const { finished } = this;
    this.episode?.emit({ type: 'node-end', status: 'done', result: finished === null ? null : { ...finished } });
    this.episode = null;
    this.finished = null;
  }

  private told({ request, reply, timesBefore, drift, noise, rating, failures }: StepInfo) {
    if (reply.rating === null) throw new LabError('internal', 'A step came back without a rating.');
    const { scale, shots, system } = this.options.spec.prompt;
    return {
      told: request.history.map((past) => ({ title: past.item.title, rating: past.rating, time: past.time })),
      timesBefore,
      reply: {
        rating: reply.rating,
        expected: reply.expected,
        confidence: reply.confidence,
        reason: reply.reason,
      },
      prompt: this.options.readsPrompt ? null : ratingMessages(request, { scale: writtenScale(scale), shots, system }),
      drift,
      noise,
      rating,
      failures,
    };
  }
}
