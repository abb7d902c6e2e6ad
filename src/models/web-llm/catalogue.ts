/**
 * @file WebLLM's own list of models, and which of them this machine can run. The list is kept as a file, so that it can be
 * shown without the library's six megabytes; a test compares it with the installed library. A line is a model: the fields of `CatalogueRow` in
 * their order, `=` for the repository that is named as the id, `-` for what is absent.
 */
import type { Json } from '../../core/json.ts';
import type { CatalogueModel, GpuReport } from '../service/model-worker-service.ts';
import list from './catalogue.json';

/** Of a graphics card what decides which models run on it. */
export type Card = Pick<Extract<GpuReport, { readonly available: true }>, 'available' | 'features' | 'limits'>;

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

export interface CardNeeds {
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

export interface CatalogueRow {
  readonly id: string;
  readonly model: string;
  readonly library: string;
  /** Of graphics memory, in units of 10⁶ bytes, as WebLLM states it. */
  readonly vram: number;
  /** What the library changes in the model's own settings. */
  readonly overrides: { readonly [name: string]: Json };
  readonly features?: readonly string[];
  readonly buffer?: number;
  readonly manifest?: string;
}

export const WEB_LLM_VERSION: string = list.version;
export const WEB_LLM_LIBRARIES: string = list.libraries;

const ROWS: readonly CatalogueRow[] = list.models.map((line): CatalogueRow => {
  const [id = '', model = '', library = '', vram, overrides = '{}', features = '-', buffer = '-', manifest = '-'] =
    line.split(' ');
  return {
    id,
    model: model === '=' ? `mlc-ai/${id}` : model,
    library,
    vram: Number(vram),
    overrides: JSON.parse(overrides) as CatalogueRow['overrides'],
    ...(features !== '-' && { features: features.split(',') }),
    ...(buffer !== '-' && { buffer: Number(buffer) }),
    ...(manifest !== '-' && { manifest }),
  };
});
const IDS: ReadonlySet<string> = new Set(ROWS.map(({ id }) => id));

/** What a model to begin with is recommended by: only one that was measured. */
const WORTH_TRYING: Readonly<Record<string, string>> = {
  'Qwen2.5-Coder-1.5B-Instruct-q4f16_1-MLC':
    'Apache 2.0. Measured in another precision (Q4_K_M): it is the recorded one.',
};

export const webLlmRows = (): readonly CatalogueRow[] => ROWS;

export const catalogueRow = (id: string): CatalogueRow | null => ROWS.find((row) => row.id === id) ?? null;

export const addressesOfRow = ({
  model,
  library,
}: CatalogueRow): { readonly modelUrl: string; readonly libraryUrl: string } => ({
  modelUrl: `${list.weights}${model}`,
  libraryUrl: `${list.libraries}${library}`,
});

/** The quantization in an id, `q4f16_1`: bits of a weight, and the floats it is computed in; null where it names none. */
export const quantizationOf = (id: string): string | null => /-(q\d+f(?:16|32)(?:_\d)?)(?:-|$)/.exec(id)?.[1] ?? null;

export const featuresOf = (quantization: string | null): readonly string[] =>
  quantization?.includes('f16') === true ? ['shader-f16'] : [];

export function needsOf(id: string): CardNeeds {
  const row = catalogueRow(id);
  const requiredFeatures = [...new Set([...(row?.features ?? []), ...featuresOf(quantizationOf(id))])];
  return { requiredFeatures, bufferBytes: row?.buffer ?? null };
}

export interface Fit {
  /** The id to load: its own, or that of the same model in 32-bit floats, for a card without 16-bit floats; null where it does not run. */
  readonly runs: string | null;
  /** Why it does not run, or runs as another; null where it runs as it is. */
  readonly reason: string | null;
}

export function fitOf(id: string, card: CardReport): Fit {
  if (!card.available) return { runs: null, reason: card.reason };
  const problem = cardProblem(needsOf(id), card);
  if (problem === null) return { runs: id, reason: null };
  const twin = id.replace(/(-q\d+)f16/, '$1f32');
  const hasTwin = twin !== id && IDS.has(twin) && cardProblem(needsOf(twin), card) === null;
  return hasTwin
    ? { runs: twin, reason: `${problem} ${twin} is loaded in its place.` }
    : { runs: null, reason: problem };
}

export function webLlmCatalogue(card: CardReport): readonly CatalogueModel[] {
  return ROWS.map(({ id, vram, overrides }): CatalogueModel => {
    const { runs, reason } = fitOf(id, card);
    const quantization = quantizationOf(id) ?? '';
    const context = overrides['context_window_size'];
    const remark = runs === null || reason === null ? '' : ` ${reason}`;
    const known = Object.hasOwn(WORTH_TRYING, id) ? `${String(WORTH_TRYING[id])} ` : '';
    return {
      name: `web-llm/${id}`,
      title: `${id.slice(0, id.indexOf(`-${quantization}`)).replaceAll('-', ' ')} (${quantization})`,
      kind: 'language',
      bytes: estimate(id, quantization),
      memory: vram * 1e6,
      contextLength: typeof context === 'number' ? context : null,
      obstacle:
        runs !== null ? null : card.available ? reason : 'It needs a graphics card, which this browser does not offer.',
      note: `${known}The size is estimated from its name.${remark}`,
      isWorthTrying: known !== '',
    };
  });
}

/** Bits of a weight with its share of the group's scale: groups of 32 weights in 4 bits, of 40 in 3. */
const BITS: Readonly<Record<string, number>> = { q0f16: 16, q0f32: 32, q4f16_1: 4.5, q4f32_1: 5, q3f16_1: 3.6 };

/** The bytes of a download; real sizes are up to a third larger. Null where the name has no number of weights. */
function estimate(id: string, quantization: string): number | null {
  // An "effective" count such as E2B says nothing of the size.
  const named = /[-_](\d+(?:[._]\d+)?)([bm])(?:-|_|$)/i.exec(id);
  const bits = BITS[quantization];
  if (named?.[1] === undefined || bits === undefined) return null;
  const count = Number(named[1].replace('_', '.')) * (named[2]?.toLowerCase() === 'm' ? 1e6 : 1e9);
  return Math.round((count * bits) / 8);
}
