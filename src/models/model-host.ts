/** @file The worker's side of `ModelService`: holds one engine, and answers one request at a time in the order of asking. */
import { now } from '../core/clock.ts';
import type { LanguageModel, StreamPart } from '../core/language-model.ts';
import { LabError, NEVER, throwIfAborted } from '../core/errors.ts';
import { canonicalJson } from '../core/json.ts';
import { inTurns } from '../core/platform/waiting.ts';
import type { ComponentSpec } from '../core/run.ts';
import { createBatcher } from '../rpc/batches.ts';
import { READS_STOPPED_PROMPT, type Loaded, type LoadProgress, type ModelService } from '../rpc/remote-model.ts';
import { embeddingModel, writingModel, type Engine } from './engine.ts';
import { engineFailure } from './failure.ts';

export type LoadEngine = (
  spec: ComponentSpec,
  options: { readonly onProgress: (progress: LoadProgress) => void; readonly signal: AbortSignal },
) => Promise<Engine>;

const PROGRESS_MILLISECONDS = 50;
/** Errors after which nothing in this worker can be trusted: it has to be replaced. */
const RUINOUS: ReadonlySet<LabError['code']> = new Set(['device-lost', 'memory-exhausted', 'worker-died']);

/** Its methods are its own, so that they can be exposed beside those of others. */
class ModelHost implements ModelService {
  private readonly loadEngine: LoadEngine;
  private held: { readonly key: string; readonly engine: Engine } | null = null;
  private ruin: LabError | null = null;
  private readonly queued = inTurns();
  private stopCurrent: () => void = () => undefined;
  private isStopping = false;

  constructor(loadEngine: LoadEngine) {
    this.loadEngine = loadEngine;
  }

  readonly load: ModelService['load'] = (spec, onProgress, signal) => {
    if (this.isStopping) onProgress({ phase: READS_STOPPED_PROMPT, bytes: 0, totalBytes: 0 });
    return this.inTurn(signal, async (own) => {
      const key = canonicalJson({ ...spec });
      if (this.held?.key === key) return describe(this.held.engine);
      await this.letGo();
      const engine = await this.loadEngine(spec, { onProgress: seldom(onProgress), signal: own });
      if (own.aborted) await engine.unload();
      throwIfAborted(own);
      this.held = { key, engine };
      return describe(engine);
    });
  };

  readonly stream: ModelService['stream'] = (request, onParts, signal) =>
    this.inTurn(signal, async (own) => {
      let isFinished = false;
      const model = this.languageModel();
      const batcher = createBatcher<StreamPart>((batch) => onParts(batch), now);
      try {
        for await (const part of model.stream(request, { signal: own })) {
          isFinished = part.type === 'finish';
          batcher.add(part);
        }
      } finally {
        batcher.flush();
      }
      if (!isFinished)
        throw new LabError('model-failed', `${model.title} stopped in the middle of a reply. Run again.`);
    });

  readonly score: ModelService['score'] = (request, continuations, signal) =>
    this.inTurn(signal, async (own) => {
      const model = this.languageModel();
      if (model.score === undefined) throw new LabError('model-failed', `${model.title} does not score.`);
      return model.score(request, continuations, { signal: own });
    });

  readonly countTokens: ModelService['countTokens'] = (messages, signal) =>
    this.inTurn(signal, async (own) => {
      const model = this.languageModel();
      if (model.countTokens === undefined) throw new LabError('model-failed', `${model.title} does not count tokens.`);
      return model.countTokens(messages, { signal: own });
    });

  readonly embed: ModelService['embed'] = (texts, signal) =>
    this.inTurn(signal, (own) => embeddingModel(this.engine(), 'The model').embed(texts, { signal: own }));

  readonly interrupt: ModelService['interrupt'] = () => Promise.resolve(this.stopCurrent());

  readonly reset: ModelService['reset'] = () =>
    this.inTurn(NEVER, async () => {
      this.held?.engine.reset();
    });

  readonly unload: ModelService['unload'] = () => this.inTurn(NEVER, () => this.letGo());

  readonly ping: ModelService['ping'] = () => Promise.resolve();

  /** Does the work once all before it is done. Engines may keep the signal: it says nothing any more once the work is done. */
  private inTurn<Result>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    return this.queued(async () => {
      throwIfAborted(signal);
      if (this.ruin !== null) throw this.ruin;
      const own = new AbortController();
      const stop = (): void => {
        this.isStopping = true;
        own.abort();
      };
      this.stopCurrent = stop;
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await work(own.signal);
      } catch (thrown) {
        const error = engineFailure(thrown, this.held?.engine.model.title ?? 'the model');
        if (RUINOUS.has(error.code)) this.ruin = error;
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
        this.isStopping = false;
        this.stopCurrent = () => undefined;
      }
    });
  }

  private async letGo(): Promise<void> {
    const engine = this.held?.engine;
    this.held = null;
    await engine?.unload();
  }

  private engine(): Engine {
    if (this.held === null) throw new LabError('model-missing', 'No model is loaded in this worker. Load one first.');
    return this.held.engine;
  }

  private languageModel(): LanguageModel {
    return writingModel(this.engine(), 'The model');
  }
}

export function createModelHost(loadEngine: LoadEngine): ModelService {
  return new ModelHost(loadEngine);
}

function describe({ kind, model }: Engine): Loaded {
  const { id, title, provenance } = model;
  if (kind === 'embedding') return { kind, model: { id, title, provenance, dimensions: model.dimensions } };
  const { contextLength, capabilities } = model;
  const countsTokens = model.countTokens !== undefined;
  return { kind, model: { id, title, provenance, contextLength, capabilities, countsTokens } };
}

/** Libraries tell of every chunk; people need not be told more often than they can see. The last of a phase always comes. */
function seldom(onProgress: (progress: LoadProgress) => void): (progress: LoadProgress) => void {
  let toldAt = -Infinity;
  let phase = '';
  return (progress) => {
    const isWhole = progress.bytes === progress.totalBytes;
    if (progress.phase === phase && !isWhole && now() - toldAt < PROGRESS_MILLISECONDS) return;
    toldAt = now();
    phase = progress.phase;
    onProgress(progress);
  };
}
