import { afterEach, describe, expect, test, vi } from 'vitest';
import { watchDevices } from '../../../src/models/web-llm/failures.ts';

/** A device that a test can take away. */
class Device extends EventTarget {
  readonly lost: Promise<{ reason: string; message: string }>;
  lose: (info: { reason: string; message: string }) => void = () => undefined;
  constructor() {
    super();
    this.lost = new Promise((resolve) => {
      this.lose = resolve;
    });
  }
}

class Adapter {
  readonly device = new Device();
  requestDevice(): Promise<GPUDevice> {
    return Promise.resolve(this.device as unknown as GPUDevice);
  }
}

const original = Object.getOwnPropertyDescriptor(Adapter.prototype, 'requestDevice')?.value as unknown;

async function watched() {
  const watch = watchDevices('m', Adapter);
  const adapter = new Adapter();
  await adapter.requestDevice();
  return { watch, device: adapter.device };
}

describe('a watch over devices', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('tells of a device that was lost', async () => {
    const { watch, device } = await watched();
    expect(watch.lost.aborted).toBe(false);
    device.lose({ reason: 'unknown', message: 'GPU process crashed' });
    await device.lost;
    expect(watch.lost.reason).toMatchObject({ code: 'device-lost', details: { said: 'GPU process crashed' } });
    watch.end();
  });

  test('is silent where the device was closed on purpose, and gives the browser its own back', async () => {
    const { watch, device } = await watched();
    device.lose({ reason: 'destroyed', message: '' });
    await device.lost;
    expect(watch.lost.aborted).toBe(false);
    watch.end();
    expect(Object.getOwnPropertyDescriptor(Adapter.prototype, 'requestDevice')?.value).toBe(original);
  });
});
