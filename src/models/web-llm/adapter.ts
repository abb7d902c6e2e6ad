/**
 * @file Asks the browser for its graphics card, before anything is downloaded for one.
 */
import type { AdapterReport } from '../../wire/graphics-adapter.ts';

const NO_WEBGPU =
  'This browser has no WebGPU here. Use a current Chrome, Edge, Safari or Firefox over https or on localhost, or choose an engine that runs on the processor.';
const NO_ADAPTER =
  'The browser offers no graphics card to WebGPU. Switch on hardware acceleration and update the graphics driver, or choose an engine that runs on the processor.';

/**
 * The card that WebLLM would be given, or why there is none. Never throws.
 * @param gpu the browser's WebGPU, undefined where it has none
 */
export async function reportAdapter(gpu: GPU | undefined = webGpu()): Promise<AdapterReport> {
  if (gpu === undefined) return { available: false, reason: NO_WEBGPU };
  let adapter: GPUAdapter | null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  } catch (error) {
    return { available: false, reason: `${NO_ADAPTER} The browser says: ${String(error)}` };
  }
  if (adapter === null) return { available: false, reason: NO_ADAPTER };
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  return {
    available: true,
    vendor,
    architecture,
    device,
    description,
    isSoftware:
      isFallbackAdapter || /swiftshader|llvmpipe|basic render/i.test(`${architecture} ${device} ${description}`),
    features: [...adapter.features].sort(),
    limits: limitsOf(adapter.limits),
  };
}

/** The type says that there always is one. */
function webGpu(): GPU | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.gpu;
}

/** The limits are getters of the prototype, which no copy would take along. */
function limitsOf(limits: GPUSupportedLimits): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name in limits) {
    const value: unknown = limits[name as keyof GPUSupportedLimits];
    if (typeof value === 'number') found[name] = value;
  }
  return found;
}
