/**
 * @file Asks the browser for its graphics card, before anything is downloaded for one.
 */
import type { GpuReport } from '../service/model-library.ts';

/** Of a graphics card what decides which models run on it. */
export type Card = Pick<Extract<GpuReport, { readonly available: true }>, 'available' | 'features' | 'limits'>;

/** The card, or in one sentence why there is none. A `GpuReport` is one too. */
export type CardReport = Card | Extract<GpuReport, { readonly available: false }>;

const NO_WEBGPU =
  'This browser has no WebGPU here: a current Chrome or Edge has it on most systems, and Safari and Firefox on some, over https or on localhost. Or choose an engine that runs on the processor.';
const NO_ADAPTER =
  'The browser offers no graphics card to WebGPU. Switch on hardware acceleration and update the graphics driver, or choose an engine that runs on the processor.';

/**
 * The card that WebLLM would be given. Never throws.
 * @param gpu the browser's WebGPU, undefined where it has none
 */
export async function reportCard(gpu: GPU | undefined = webGpu()): Promise<CardReport> {
  if (gpu === undefined) return { available: false, reason: NO_WEBGPU };
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (adapter === null) return { available: false, reason: NO_ADAPTER };
  const limits: Record<string, number> = {};
  // They are getters of the prototype, which no copy would take along.
  for (const name in adapter.limits) {
    const value: unknown = adapter.limits[name as keyof GPUSupportedLimits];
    if (typeof value === 'number') limits[name] = value;
  }
  return { available: true, features: [...adapter.features].sort(), limits };
}

/** The type says that there always is one. */
function webGpu(): GPU | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.gpu;
}
