/** @file The graphics card as the browser offers it, and what WebLLM asks of every card (`detectGPUDevice` of its runtime). */
import type { GpuReport } from '../service/model-list.ts';

/** Of a graphics card what decides which models run on it. */
export type Card = Pick<Extract<GpuReport, { readonly available: true }>, 'available' | 'features' | 'limits'>;

/** The card, or in one sentence why there is none. */
export type CardReport = Card | Extract<GpuReport, { readonly available: false }>;

const NO_WEBGPU =
  'This browser has no WebGPU here. Models that run on the processor work all the same; the others need WebGPU, which a current Chrome or Edge has on most systems, and Safari and Firefox on some, over https or on localhost.';
const NO_ADAPTER =
  'The browser offers no graphics card to WebGPU. Models that run on the processor work all the same; for the others switch on hardware acceleration and update the graphics driver.';

/** The least that the runtime starts with. */
const LEAST: Readonly<Record<string, number>> = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 32768,
  maxStorageBuffersPerShaderStage: 10,
};
const LARGE_BINDING = 2 ** 30;

/** The card that WebLLM would be given. Never throws. @param gpu the browser's WebGPU, undefined where it has none */
export async function reportGpu(gpu: GPU | undefined = webGpu()): Promise<GpuReport> {
  if (gpu === undefined) return { available: false, reason: NO_WEBGPU };
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (adapter === null) return { available: false, reason: NO_ADAPTER };
  const {
    vendor = '',
    architecture = '',
    device = '',
    description = '',
  } = (adapter.info ?? {}) as Partial<GPUAdapterInfo>;
  const limits: Record<string, number> = {};
  // They are getters of the prototype, which no copy would take along.
  for (const name in adapter.limits) {
    const value: unknown = adapter.limits[name as keyof GPUSupportedLimits];
    if (typeof value === 'number') limits[name] = value;
  }
  const isSoftware = /swiftshader|llvmpipe|basic render/i.test(`${architecture} ${device} ${description}`);
  const features = [...adapter.features].sort();
  return { available: true, vendor, architecture, device, description, isSoftware, features, limits };
}

/** The type says that there always is one. */
function webGpu(): GPU | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.gpu;
}

/** What a model needs of a card. */
export interface CardNeeds {
  /** Features of WebGPU, such as `shader-f16`. */
  readonly requiredFeatures: readonly string[];
  /** The largest piece of memory that the model binds at once, in bytes; null where nobody says. */
  readonly bufferBytes: number | null;
}

/** Why a card cannot run what needs these features and this much memory at once; null where it can. */
export function cardProblem({ requiredFeatures, bufferBytes }: CardNeeds, { features, limits }: Card): string | null {
  for (const [name, least] of Object.entries(LEAST)) {
    const own = limits[name] ?? 0;
    if (own < least) return `WebLLM needs ${name} of at least ${least}, and this graphics card reports ${own}.`;
  }
  const missing = requiredFeatures.filter((feature) => !features.includes(feature));
  if (missing.length > 0) return `It needs ${missing.join(', ')}, which this graphics card does not offer.`;
  const granted = grantedBinding(limits);
  if (bufferBytes === null || bufferBytes <= granted) return null;
  return `It binds ${mebibytes(bufferBytes)} MiB of memory at once, and WebLLM gets ${mebibytes(granted)} MiB of this graphics card.`;
}

/** In bytes: the runtime asks for the larger of two sizes where the card has it, and for nothing in between. */
function grantedBinding(limits: Card['limits']): number {
  const own = limits['maxStorageBufferBindingSize'] ?? 0;
  return own >= LARGE_BINDING ? LARGE_BINDING : Math.min(own, LEAST['maxStorageBufferBindingSize'] ?? own);
}

const mebibytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
