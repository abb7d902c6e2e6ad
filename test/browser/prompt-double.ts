/** @file A double of the Prompt API: four characters are a token, and it says what it is told to say. */

/** What the double does. */
export interface PromptBehaviour {
  readonly availability?: Availability;
  readonly reply?: readonly string[];
  readonly contextWindow?: number;
  /** Milliseconds between two chunks. */
  readonly pause?: number;
  /** Thrown by `create`. */
  readonly refuse?: DOMException;
  /** Thrown after the first chunk. */
  readonly fail?: DOMException;
  /** Whether the browser forgets old messages while it answers. */
  readonly overflow?: boolean;
  /** Whether the browser counts what it wrote. */
  readonly counts?: boolean;
}

/** What the double was asked. */
export interface PromptLog {
  readonly created: LanguageModelCreateOptions[];
  readonly prompted: { readonly input: LanguageModelPrompt; readonly options: LanguageModelPromptOptions }[];
  destroyed: number;
}

const tokensIn = (prompt: unknown): number => Math.ceil(JSON.stringify(prompt).length / 4);

/** Puts the double in the place of the browser's own API until `remove` is called. */
export function installPromptDouble(behaviour: PromptBehaviour): {
  readonly log: PromptLog;
  readonly remove: () => void;
} {
  const {
    availability = 'available',
    reply = ['Three', ' and a', ' half'],
    contextWindow = 1000,
    counts = true,
  } = behaviour;
  const log: PromptLog = { created: [], prompted: [], destroyed: 0 };
  class Double extends EventTarget {
    contextUsage: number;
    readonly contextWindow = contextWindow;
    constructor(options: LanguageModelCreateOptions) {
      super();
      this.contextUsage = options.initialPrompts?.length ? tokensIn(options.initialPrompts) : 0;
    }
    static availability = () => Promise.resolve(availability);
    static create(options: LanguageModelCreateOptions = {}) {
      if (options.signal?.aborted === true) return Promise.reject(new DOMException('Aborted', 'AbortError'));
      log.created.push(options);
      if (behaviour.refuse !== undefined) return Promise.reject(behaviour.refuse);
      const monitor = new EventTarget() as CreateMonitor;
      options.monitor?.(monitor);
      for (const loaded of [0, 0.5, 1]) {
        monitor.dispatchEvent(new ProgressEvent('downloadprogress', { loaded, total: 1 }));
      }
      return Promise.resolve(new Double(options));
    }
    measureContextUsage = (prompt: LanguageModelPrompt) => Promise.resolve(tokensIn(prompt));
    promptStreaming(input: LanguageModelPrompt, options: LanguageModelPromptOptions): ReadableStream<string> {
      log.prompted.push({ input, options });
      const chunks = this.chunks(input, options.signal);
      return new ReadableStream<string>({
        async pull(controller) {
          const next = await chunks.next();
          if (next.done === true) controller.close();
          else controller.enqueue(next.value);
        },
      });
    }
    private async *chunks(input: LanguageModelPrompt, signal: AbortSignal | undefined): AsyncGenerator<string> {
      for (const [index, chunk] of reply.entries()) {
        await new Promise((resolve) => setTimeout(resolve, behaviour.pause ?? 0));
        if (signal?.aborted === true) throw new DOMException('Aborted', 'AbortError');
        if (index === 1 && behaviour.overflow === true) this.dispatchEvent(new Event('contextoverflow'));
        if (index === 1 && behaviour.fail !== undefined) throw behaviour.fail;
        yield chunk;
      }
      if (counts) this.contextUsage += tokensIn(input) + reply.length;
    }
    destroy = () => {
      log.destroyed += 1;
    };
  }
  const before = Object.getOwnPropertyDescriptor(globalThis, 'LanguageModel');
  Object.defineProperty(globalThis, 'LanguageModel', { value: Double, configurable: true, writable: true });
  return {
    log,
    remove() {
      if (before === undefined) Reflect.deleteProperty(globalThis, 'LanguageModel');
      else Object.defineProperty(globalThis, 'LanguageModel', before);
    },
  };
}
