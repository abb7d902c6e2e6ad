import { expose, wrap, type Remote } from 'comlink';
import { afterEach, describe, expect, test } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import '../../src/rpc/transfer-handlers.ts';

interface Echo {
  fail(): Promise<void>;
  waitForAbort(signal: AbortSignal): Promise<string>;
}

const echo: Echo = {
  fail: () => Promise.reject(new LabError('sql-refused', 'Only one statement may be run.', { line: 3 })),
  waitForAbort: (signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve('was aborted');
      signal.addEventListener('abort', () => resolve('aborted'));
    }),
};

describe('transfer handlers, over a MessageChannel', () => {
  const ports: MessagePort[] = [];
  const connect = (): Remote<Echo> => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    expose(echo, port1);
    return wrap<Echo>(port2);
  };
  afterEach(() => {
    for (const port of ports.splice(0)) port.close();
  });

  test('a LabError keeps its code, message and details', async () => {
    const error = await connect()
      .fail()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LabError);
    expect((error as LabError).toData()).toEqual({
      code: 'sql-refused',
      message: 'Only one statement may be run.',
      details: { line: 3 },
    });
  });

  test('a signal aborts on the other side, also when it was aborted before the call', async () => {
    const controller = new AbortController();
    const waiting = connect().waitForAbort(controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBe('aborted');
    await expect(connect().waitForAbort(AbortSignal.abort())).resolves.toBe('was aborted');
  });
});
