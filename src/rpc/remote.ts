/** @file A service of a worker as the page calls it, made from the service's interface alone. */
import { proxy } from 'comlink';
import { signalOf } from './transfer-handlers.ts';

type Verb = (...given: readonly unknown[]) => Promise<unknown>;

export type Verbs = Readonly<Record<string, Verb>>;

export type MakeCall = (signal: AbortSignal | null, call: (service: Verbs) => Promise<unknown>) => Promise<unknown>;

/** @param own verbs for which the page does more than call; it is given the service without them */
export function remote<Service extends object>(
  makeCall: MakeCall,
  own: (service: Service) => Partial<Service> = () => ({}),
): Service {
  return Object.assign(verbsOf<Service>(makeCall), own(verbsOf<Service>(makeCall)));
}

function verbsOf<Service extends object>(makeCall: MakeCall): Service {
  const made: Record<string, Verb> = {};
  return new Proxy(made, {
    get(target, name) {
      // Whoever awaits a service asks it for `then`.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      return (target[name] ??= (...given) =>
        makeCall(signalOf(given), async (service) => {
          const crossing = given.map((one) => (typeof one === 'function' ? proxy(one) : one));
          const verb = service[name];
          return verb?.(...crossing);
        }));
    },
  }) as unknown as Service;
}
