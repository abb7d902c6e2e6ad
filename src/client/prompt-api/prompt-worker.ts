/**
 * @file The browser's built-in model behind a port, as if a worker held it: only windows have the Prompt API, and only the page has
 * a window, so the page answers the lab itself.
 */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { LanguageModel as LabModel } from '../../core/language-model.ts';
import type { ModelService } from '../../rpc/remote-model.ts';
import { exposeService } from '../../rpc/expose-service.ts';
import type { WorkerLike } from '../../rpc/worker-connection.ts';

const DOES_NOT = (what: string): LabError =>
  new LabError('model-failed', `The browser’s built-in model does not ${what}. Choose another model.`);

export function createPromptService(): ModelService {
  let opened: LabModel | null = null;
  const model = (): LabModel => {
    if (opened !== null) return opened;
    throw new LabError('model-missing', 'The browser’s built-in model is not loaded. Run again.');
  };
  return {
    async load({ name, options }, onProgress, signal) {
      const [option] = Object.keys(options);
      if (option !== undefined) {
        throw new LabError('spec-invalid', `The model ${name} has no option ${option}.`, {
          field: `model.options.${option}`,
        });
      }
      onProgress({ phase: 'Starting the browser’s built-in model', bytes: 0, totalBytes: 0 });
      const { openPromptModel } = await import('./prompt-model.ts');
      opened = await openPromptModel(signal);
      const { id, title, contextLength, capabilities, provenance } = opened;
      return { kind: 'language', model: { id, title, contextLength, capabilities, provenance, countsTokens: true } };
    },
    async stream(request, onParts, signal) {
      for await (const part of model().stream(request, { signal })) onParts([part]);
    },
    async countTokens(messages, signal) {
      throwIfAborted(signal);
      const counted = await model().countTokens?.(messages, { signal });
      if (counted === undefined) throw DOES_NOT('count tokens');
      return counted;
    },
    score: () => Promise.reject(DOES_NOT('score replies')),
    embed: () => Promise.reject(DOES_NOT('embed texts')),
    interrupt: () => Promise.resolve(),
    reset: () => Promise.resolve(),
    unload: async () => {
      opened = null;
    },
    ping: () => Promise.resolve(),
  };
}

/** Starts the model's side of the port; ending the worker closes it. */
export function startPromptWorker(): WorkerLike {
  const { port1, port2 } = new MessageChannel();
  exposeService(createPromptService(), port1);
  port2.start();
  return {
    postMessage: port2.postMessage.bind(port2) as Worker['postMessage'],
    addEventListener: port2.addEventListener.bind(port2) as Worker['addEventListener'],
    removeEventListener: port2.removeEventListener.bind(port2) as Worker['removeEventListener'],
    terminate() {
      port1.close();
      port2.close();
    },
  };
}
