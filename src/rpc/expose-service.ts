/** @file Offers a service to the other side of a worker border. */
import { expose, releaseProxy, type Endpoint, type Remote } from 'comlink';
import { isCallOptions } from './transfer-handlers.ts';

/** WebKit evaluates a worker's entry again where a chunk that is loaded late imports from it, and every call would be answered twice. */
const ANSWERED = Symbol.for('espalier: this worker answers');

function isAnswered(): boolean {
  const worker = globalThis as { [ANSWERED]?: true };
  const before = worker[ANSWERED] === true;
  worker[ANSWERED] = true;
  return before;
}

type Call = (...given: readonly unknown[]) => unknown;

/** An answer waits until the other side has read what the callbacks sent: they have ports of their own. Ports are freed then. */
export function exposeService(service: object, endpoint?: Endpoint): void {
  if (endpoint === undefined && isAnswered()) return;
  expose(answeringLast(service), endpoint);
}

function answeringLast<Service extends object>(service: Service): Service {
  return new Proxy(service, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'function')
        return (...given: readonly unknown[]) => answerLast((member as Call).bind(target), given);
      return typeof member === 'object' && member !== null ? answeringLast(member) : member;
    },
  });
}

async function answerLast(call: Call, given: readonly unknown[]): Promise<unknown> {
  const callbacks: Callback[] = [];
  const told = (one: unknown): unknown => {
    if (typeof one !== 'function') return one;
    const callback = new Callback(one as Call);
    callbacks.push(callback);
    return callback.tell;
  };
  const tellable = given.map((one) =>
    isCallOptions(one)
      ? Object.fromEntries(Object.entries(one).map(([name, member]) => [name, told(member)]))
      : told(one),
  );
  try {
    return await call(...tellable);
  } finally {
    await Promise.all(callbacks.map((callback) => callback.end()));
  }
}

class Callback {
  private readonly remote: Call;
  private heard: unknown = null;
  private hasEnded = false;

  constructor(remote: Call) {
    this.remote = remote;
  }

  readonly tell: Call = (...given) => {
    if (this.hasEnded) return undefined;
    this.heard = this.remote(...given);
    return this.heard;
  };

  async end(): Promise<void> {
    this.hasEnded = true;
    // A port keeps its order: what was told last is heard last. Whatever the other side makes of it is its own affair.
    await Promise.resolve(this.heard).catch(() => undefined);
    (this.remote as Partial<Remote<() => void>>)[releaseProxy]?.();
  }
}
