/** @file Texts become HTML one after the other, and one that takes too long holds up none of the others. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFormatter } from '../../src/client/file-workers.ts';
import type { WorkerLike } from '../../src/rpc/worker-connection.ts';
import { exposeService } from '../../src/rpc/expose-service.ts';
import '../../src/rpc/transfer-handlers.ts';

let started = 0;
const asked: string[] = [];

/** A worker that never comes to an end with a text that says so. */
function startWorker(): WorkerLike {
  started += 1;
  const { port1, port2 } = new MessageChannel();
  exposeService(
    {
      html(text: string) {
        asked.push(text);
        return text === 'endless' ? new Promise(() => undefined) : Promise.resolve(`<p>${text}</p>`);
      },
      ready: () => Promise.resolve(),
    },
    port1,
  );
  return Object.assign(port2, {
    terminate() {
      port1.close();
      port2.close();
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [started, asked.length] = [0, 0];
});
afterEach(() => vi.useRealTimers());

test('a text that takes too long is given up with a sentence, and the next one has a worker of its own', async () => {
  const html = createFormatter(startWorker);
  const endless = html('endless');
  const next = html('next');
  const refused = expect(endless).rejects.toMatchObject({
    code: 'limit-exceeded',
    message: 'It takes longer than 3 seconds to format.',
  });
  await vi.waitFor(() => expect(asked).toEqual(['endless']));
  vi.advanceTimersByTime(3000);
  await refused;
  expect(await next).toBe('<p>next</p>');
  expect(started).toBe(2);
});
