/** @file What a call of a worker leaves behind once it is answered: nothing, for the life of the tab. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { remote, type Verbs } from '../../src/rpc/remote.ts';
import { connectWorker, type WorkerConnection } from '../../src/rpc/worker-connection.ts';
import type { WorkerLike } from '../../src/rpc/worker-connection.ts';
import { exposeService } from '../../src/rpc/expose-service.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const opened: MessagePort[] = [];
afterEach(() => opened.splice(0).forEach((port) => port.close()));

/** A worker with a service, which can be made to die. */
function startWorker(service: object): WorkerLike & { die(): void } {
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  exposeService(service, port1);
  return Object.assign(port2, {
    terminate: () => undefined,
    die: () => port2.dispatchEvent(new Event('error', { cancelable: true })),
  });
}

const events = () => Array.from({ length: 1000 }, (_, seq) => ({ seq, type: 'text-delta' }));
const service = {
  readEvents: () => Promise.resolve(events()),
  notebooks: () => new Promise(() => undefined),
};

type Ported = ReturnType<typeof startWorker>;

const CLIENTS = {
  notebooks: (start: () => Ported) => {
    let connection: WorkerConnection<Verbs> | null = null;
    const client = remote<typeof service>((_signal, call) => {
      if (connection?.alive !== true) connection = connectWorker<Verbs>(start, 'It died.');
      return connection.settle(call(connection.remote as unknown as Verbs));
    });
    return { ask: (): Promise<object> => client.readEvents(), hang: () => client.notebooks() };
  },
};

describe.each(Object.entries(CLIENTS))('the worker of the %s', (_, open) => {
  test('lets go of every answer', async () => {
    const { ask } = open(() => startWorker(service));
    const answers: WeakRef<object>[] = [];
    for (let call = 0; call < 20; call += 1) answers.push(new WeakRef(await ask()));
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collect();
    }
    // The last one may still be held by what has just been waited for.
    expect(answers.filter((answer) => answer.deref() !== undefined).length).toBeLessThanOrEqual(1);
  });

  test('that dies ends the calls that are under way with a sentence, and the next call starts another', async () => {
    const started: Ported[] = [];
    const { hang, ask } = open(() => {
      const worker = startWorker(service);
      started.push(worker);
      return worker;
    });
    await ask();
    const refused = expect(hang()).rejects.toMatchObject({ code: 'worker-died' });
    started[0]?.die();
    await refused;
    expect(await ask()).toHaveLength(1000);
    expect(started).toHaveLength(2);
  });
});
