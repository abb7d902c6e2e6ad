/**
 * @file Watches the graphics device that WebLLM opens. The library tells nobody when it is lost: a reply then fails with
 * some error of the driver, or never ends.
 */

/** What became of the device. */
export interface DeviceLoss {
  /** As the browser says it; often empty. */
  readonly message: string;
  /** True where the card had run out of memory before. */
  readonly outOfMemory: boolean;
}

/** A watch over all devices that are opened while it lasts. */
export interface DeviceWatch {
  /** Null while all is well. A device that is closed on purpose is not lost. */
  loss(): DeviceLoss | null;
  /** Calls once where a device is lost, at once where one was. @returns what takes the call back */
  onLoss(listener: (loss: DeviceLoss) => void): () => void;
  /** True once the card said that it has no memory left. */
  outOfMemory(): boolean;
  /** From now on losing the device is no news: it is being closed. */
  end(): void;
}

/** Devices come from the browser's own class; the library hands none out. */
type AdapterClass = { readonly prototype: Pick<GPUAdapter, 'requestDevice'> };

/**
 * Starts a watch.
 * @param adapters the browser's class of adapters, undefined where there is no WebGPU
 */
export function watchDevices(adapters: AdapterClass | undefined = browserAdapters()): DeviceWatch {
  const listeners = new Set<(loss: DeviceLoss) => void>();
  let found: DeviceLoss | null = null;
  let outOfMemory = false;
  let isOver = false;
  const follow = (device: GPUDevice): void => {
    device.addEventListener('uncapturederror', ({ error }) => {
      if (error instanceof GPUOutOfMemoryError) outOfMemory = true;
    });
    void device.lost.then(({ reason, message }) => {
      if (isOver || reason === 'destroyed' || found !== null) return;
      found = { message, outOfMemory };
      for (const listener of listeners) listener(found);
    });
  };
  const restore = interceptDevices(adapters, (device) => {
    if (!isOver) follow(device);
  });
  return {
    loss: () => found,
    onLoss(listener) {
      if (found !== null) listener(found);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    outOfMemory: () => outOfMemory,
    end() {
      isOver = true;
      restore();
    },
  };
}

/** Hands on every device that the browser opens, until the returned function is called. */
function interceptDevices(adapters: AdapterClass | undefined, onDevice: (device: GPUDevice) => void): () => void {
  if (adapters === undefined) return () => undefined;
  const { prototype } = adapters;
  const original = Object.getOwnPropertyDescriptor(prototype, 'requestDevice')?.value as Opener;
  prototype.requestDevice = async function (this: GPUAdapter, descriptor?: GPUDeviceDescriptor) {
    const device = await original.call(this, descriptor);
    onDevice(device);
    return device;
  };
  return () => {
    prototype.requestDevice = original;
  };
}

type Opener = (this: GPUAdapter, descriptor?: GPUDeviceDescriptor) => Promise<GPUDevice>;

function browserAdapters(): AdapterClass | undefined {
  return typeof GPUAdapter === 'undefined' ? undefined : GPUAdapter;
}
