/** @file What Comlink cannot carry by itself; to be imported by both sides. `AbortSignal`s and call options cross only as top-level arguments of a call. */
import { transferHandlers, type TransferHandler } from 'comlink';
import { LabError, toLabError, type LabErrorData } from '../core/errors.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';

export type OnEvents = (batch: readonly TraceEvent[]) => void;

/** True for a plain object that holds callbacks or a signal. Data holds neither. @param value an argument of a call */
export function isCallOptions(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).some((member) => typeof member === 'function' || member instanceof AbortSignal);
}

export function signalOf(given: readonly unknown[]): AbortSignal | null {
  for (const one of given) {
    const signal = isCallOptions(one) ? one['signal'] : one;
    if (signal instanceof AbortSignal) return signal;
  }
  return null;
}

/** The options of a call that may ask language models, which live in workers of their own. */
export interface AskingModels {
  readonly signal: AbortSignal;
  /** Loads the models that the call is about to ask; absent in Node, where they are there already. */
  readonly useModels?: (models: readonly ComponentSpec[]) => Promise<void>;
}

const errorHandler = (
  original: TransferHandler<unknown, unknown>,
): TransferHandler<{ value: unknown }, LabErrorData> => ({
  // Comlink marks a thrown value with a symbol that it does not export, so its own test has to be asked.
  canHandle: (value): value is { value: unknown } => original.canHandle(value),
  serialize: ({ value }) => [toLabError(value).toData(), []],
  deserialize: (data) => {
    throw LabError.fromData(data);
  },
});

const signalHandler: TransferHandler<AbortSignal, { readonly aborted: boolean; readonly port: MessagePort }> = {
  canHandle: (value): value is AbortSignal => value instanceof AbortSignal,
  serialize(signal) {
    const { port1, port2 } = new MessageChannel();
    signal.addEventListener(
      'abort',
      () => {
        port1.postMessage('abort');
        port1.close();
      },
      { once: true },
    );
    return [{ aborted: signal.aborted, port: port2 }, [port2]];
  },
  deserialize({ aborted, port }) {
    const controller = new AbortController();
    if (aborted) controller.abort();
    port.onmessage = () => {
      controller.abort();
      port.close();
    };
    return controller.signal;
  },
};

interface CrossingMember {
  readonly name: string;
  readonly by: 'proxy' | 'AbortSignal' | null;
  readonly value: unknown;
}

const handlerFor = (value: unknown): CrossingMember['by'] => {
  if (typeof value === 'function') return 'proxy';
  return value instanceof AbortSignal ? 'AbortSignal' : null;
};

const optionsHandler: TransferHandler<object, readonly CrossingMember[]> = {
  canHandle: isCallOptions,
  serialize(options) {
    let ports: readonly Transferable[] = [];
    const members = Object.entries(options).map(([name, given]: [string, unknown]): CrossingMember => {
      const by = handlerFor(given);
      if (by === null) return { name, by, value: given };
      const [value, moved] = transferHandlers.get(by)?.serialize(given) ?? [];
      ports = [...ports, ...(moved ?? [])];
      return { name, by, value };
    });
    return [members, [...ports]];
  },
  deserialize: (members) =>
    Object.fromEntries(
      members.map(({ name, by, value }) => [name, by === null ? value : transferHandlers.get(by)?.deserialize(value)]),
    ),
};

const original = transferHandlers.get('throw');
if (original !== undefined) transferHandlers.set('throw', errorHandler(original));
transferHandlers.set('AbortSignal', signalHandler);
transferHandlers.set('call options', optionsHandler);
