/**
 * @file The machine as this browser shows it.
 */
import type { DeviceReport, GpuReport, StorageReport } from '../service/model-library.ts';

const NO_WEBGPU =
  'This browser has no WebGPU here. Models that run on the processor work all the same; the others need WebGPU, which a current Chrome or Edge has on most systems, and Safari and Firefox on some, over https or on localhost.';
const NO_ADAPTER =
  'The browser offers no graphics card to WebGPU. Models that run on the processor work all the same; for the others switch on hardware acceleration.';

/** Asks the browser; never throws. */
export async function reportDevice(): Promise<DeviceReport> {
  const [gpu, storage] = await Promise.all([reportGpu(), reportStorage()]);
  const { hardwareConcurrency } = navigator;
  const memory = (navigator as { readonly deviceMemory?: number }).deviceMemory;
  return {
    gpu,
    storage,
    cores: hardwareConcurrency,
    isolated: globalThis.crossOriginIsolated,
    sharesMemory: globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined',
    // In gibibytes, rounded to a power of two and capped by the browser.
    memory: memory === undefined ? null : memory * 2 ** 30,
  };
}

/** What is stored, and how much may be. */
export async function reportStorage(): Promise<StorageReport> {
  try {
    const [{ usage, quota }, persisted] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    return { usage: usage ?? null, quota: quota ?? null, persisted };
  } catch {
    // A private window, or a page that is not served over https.
    return { usage: null, quota: null, persisted: false };
  }
}

/** Bytes that may still be stored; null where the browser does not say. */
export async function freeBytes(): Promise<number | null> {
  const { usage, quota } = await reportStorage();
  return usage === null || quota === null ? null : Math.max(0, quota - usage);
}

async function reportGpu(): Promise<GpuReport> {
  // The type says that there always is one.
  const gpu = navigator.gpu as GPU | undefined;
  if (gpu === undefined) return { available: false, reason: NO_WEBGPU };
  const adapter = await gpu.requestAdapter().catch(() => null);
  if (adapter === null) return { available: false, reason: NO_ADAPTER };
  const { vendor, architecture, device, description } = adapter.info;
  const limits: Record<string, number> = {};
  // They are getters of the prototype, which no copy would take along.
  for (const name in adapter.limits) {
    const value: unknown = adapter.limits[name as keyof GPUSupportedLimits];
    if (typeof value === 'number') limits[name] = value;
  }
  const isSoftware = /swiftshader|llvmpipe|basic render/i.test(`${architecture} ${device} ${description}`);
  return {
    available: true,
    vendor,
    architecture,
    device,
    description,
    isSoftware,
    features: [...adapter.features].sort(),
    limits,
  };
}
