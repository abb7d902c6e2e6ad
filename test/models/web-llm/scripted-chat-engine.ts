/**
 * @file A double of WebLLM's engine that behaves as the library was read and seen to: one lock a model, which a reply that
 * is left in the middle keeps; an interruption that is forgotten when a reply begins; a prompt that cannot be broken off;
 * an `unload` that makes `reload` resolve with no model, and files that it fetches through its caches.
 */
import type {
  ChatCompletionChunk,
  ChatCompletionRequestStreaming,
  InitProgressReport,
  ModelRecord,
} from '@mlc-ai/web-llm';
import type {
  ChatEngine,
  ChatEngineMaker,
  ChatEngineParts,
} from '../../../src/models/web-llm/web-llm-language-model.ts';
import { lostDevice } from '../../../src/models/failure.ts';
import type { DeviceWatch } from '../../../src/models/web-llm/failures.ts';

/** What the double does, and what a test may look at. */
export interface Script {
  /** Pieces of every reply; what is no text is thrown in its place. */
  reply: unknown[];
  /** Milliseconds of reading the prompt, and of each piece. */
  prefill: number;
  decode: number;
  /** What `reload` throws. */
  loadError: unknown;
  loadMilliseconds: number;
  /** What it tells while it loads. */
  readonly progress: readonly InitProgressReport[];
  readonly requests: ChatCompletionRequestStreaming[];
  readonly events: string[];
  /** The addresses that the library was told of, of each engine. */
  readonly records: ModelRecord[];
  /** Pieces that were computed. */
  decoded: number;
}

/** A script with nothing wrong in it. */
export function script(changed: Partial<Script> = {}): Script {
  return {
    reply: ['{"a', '":', '1}'],
    prefill: 1,
    decode: 1,
    loadError: null,
    loadMilliseconds: 1,
    progress: [],
    requests: [],
    events: [],
    records: [],
    decoded: 0,
    ...changed,
  };
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

class ScriptedChatEngine implements ChatEngine {
  private readonly script: Script;
  private readonly parts: ChatEngineParts;
  private readonly loading = new AbortController();
  private isLoaded = false;
  private isUnloaded = false;
  private isInterrupted = false;
  private lock: Promise<void> = Promise.resolve();
  readonly chat = { completions: { create: async (request: ChatCompletionRequestStreaming) => this.create(request) } };

  constructor(own: Script, parts: ChatEngineParts) {
    this.script = own;
    this.parts = parts;
  }

  async reload(model: string): Promise<void> {
    this.script.events.push(`reload ${model}`);
    try {
      await this.fetchFiles();
    } catch (thrown) {
      // The library takes it for its own unloading.
      if (!this.loading.signal.aborted) throw thrown;
      return;
    }
    await sleep(this.script.loadMilliseconds);
    // The library's own worker rejects with texts.
    // oxlint-disable-next-line typescript/only-throw-error
    if (this.script.loadError !== null) throw this.script.loadError;
    this.isLoaded = !this.isUnloaded;
  }

  /** In the library's order: settings, library, tokenizer, list of shards, shards. */
  private async fetchFiles(): Promise<void> {
    const { appConfig, caches } = this.parts;
    const read = async (shelf: string, url: string): Promise<Response | undefined> => {
      const cache = await caches.open(shelf);
      const request = new Request(url, { signal: this.loading.signal });
      if ((await cache.match(request)) === undefined) await cache.add(request);
      return cache.match(request);
    };
    for (const { model, model_lib: library } of appConfig.model_list) {
      await read('webllm/config', `${model}mlc-chat-config.json`);
      await read('webllm/wasm', library);
      await read('webllm/model', `${model}tokenizer.json`);
      const list = await read('webllm/model', `${model}tensor-cache.json`);
      const { records } = (await list?.json()) as { readonly records: readonly { readonly dataPath: string }[] };
      for (const { dataPath } of records) await read('webllm/model', new URL(dataPath, model).href);
    }
  }

  async unload(): Promise<void> {
    this.script.events.push('unload');
    this.loading.abort();
    this.isLoaded = false;
    this.isUnloaded = true;
  }

  async interruptGenerate(): Promise<void> {
    this.isInterrupted = true;
  }

  async resetChat(): Promise<void> {
    this.script.events.push('reset');
  }

  private create(request: ChatCompletionRequestStreaming): AsyncGenerator<ChatCompletionChunk> {
    if (!this.isLoaded) throw new Error('Model not loaded before trying to complete ChatCompletionRequest.');
    this.script.requests.push(request);
    return this.generate(request);
  }

  private async *generate({
    logprobs: tells,
    stop,
  }: ChatCompletionRequestStreaming): AsyncGenerator<ChatCompletionChunk> {
    const stops = stop === undefined || stop === null ? [] : [stop].flat();
    let release = (): void => undefined;
    const before = this.lock;
    this.lock = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      this.isInterrupted = false;
      await sleep(this.script.prefill);
      const start = this.script.decoded;
      let written = '';
      for (const piece of this.script.reply) {
        if (this.isInterrupted) break;
        await sleep(this.script.decode);
        if (typeof piece !== 'string') throw piece;
        this.script.decoded += 1;
        const logprobs = tells === true ? { content: [{ token: piece, logprob: -0.5 }] } : null;
        // As the library does it: by the last place of a stop in all that was written, an empty thought included.
        const whole = written + piece;
        const at = Math.max(-1, ...stops.map((one) => whole.lastIndexOf(one)));
        const content = (at < 0 ? whole : whole.slice(0, at)).slice(written.length);
        yield chunk({ choices: [{ delta: { content }, finish_reason: null, logprobs }] });
        if (at >= 0) break;
        written = whole;
      }
      yield chunk({ choices: [{ delta: {}, finish_reason: this.isInterrupted ? 'abort' : 'stop' }] });
      yield chunk({
        choices: [],
        usage: { prompt_tokens: 7, completion_tokens: this.script.decoded - start, total_tokens: 7 },
      });
    } finally {
      release();
    }
  }
}

const chunk = (fields: unknown): ChatCompletionChunk => fields as ChatCompletionChunk;

/** Makes the double in place of the library. */
export const scriptedEngine =
  (own: Script): ChatEngineMaker =>
  async (parts) => {
    const { appConfig, initProgressCallback } = parts;
    own.records.push(...appConfig.model_list);
    for (const report of own.progress) initProgressCallback(report);
    return new ScriptedChatEngine(own, parts);
  };

/** A watch whose device a test can take away. */
export interface ScriptedWatch extends DeviceWatch {
  lose(why: string): void;
}

/** A device that stays until it is taken away. */
export function scriptedWatch(): ScriptedWatch {
  const controller = new AbortController();
  return {
    lost: controller.signal,
    outOfMemory: () => false,
    end: () => undefined,
    lose: (why) => controller.abort(lostDevice('m', why)),
  };
}
