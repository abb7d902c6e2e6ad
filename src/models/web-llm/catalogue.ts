/**
 * @file WebLLM's own list of models, which of them this machine can run, and which model a spec means. The list is kept as a file, so that it can be
 * shown without the library's six megabytes; a test compares it with the installed library. A line is a model: the fields of `CatalogueRow` in
 * their order, `=` for the repository that is named as the id, `-` for what is absent.
 */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { SchemaOf } from '../../core/reply/fit.ts';
import { readOptions, thinkingTokensSchema } from '../engine.ts';
import type { CatalogueModel, GpuReport } from '../service/model-worker-service.ts';
import list from './catalogue.json';

export type Card = Pick<Extract<GpuReport, { readonly available: true }>, 'available' | 'features' | 'limits'>;

export type CardReport = Card | Extract<GpuReport, { readonly available: false }>;

const NO_WEBGPU =
  'This browser has no WebGPU here. Models that run on the processor work all the same; the others need WebGPU, which a current Chrome or Edge has on most systems, and Safari and Firefox on some, over https or on localhost.';

const NO_ADAPTER =
  'The browser offers no graphics card to WebGPU. Models that run on the processor work all the same; for the others switch on hardware acceleration and update the graphics driver.';

const LEAST: Readonly<Record<string, number>> = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 32768,
  maxStorageBuffersPerShaderStage: 10,
};

const LARGE_BINDING = 2 ** 30;

/** The card that WebLLM would be given. Never throws. @param gpu the browser's WebGPU, undefined where it has none */
export async function reportGpu(gpu: GPU | undefined = navigator.gpu): Promise<GpuReport> {
  if (gpu === undefined) return { available: false, reason: NO_WEBGPU };
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (adapter === null) return { available: false, reason: NO_ADAPTER };
  const info: Partial<GPUAdapterInfo> = (adapter as Partial<GPUAdapter>).info ?? {};
  const { vendor = '', architecture = '', device = '', description = '' } = info;
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

/** Why a card cannot run what needs these features and this much memory at once; null where it can. */
export function cardProblem({ features: needed = [], buffer }: CardNeeds, { features, limits }: Card): string | null {
  for (const [name, least] of Object.entries(LEAST)) {
    const own = limits[name] ?? 0;
    if (own < least) return `WebLLM needs ${name} of at least ${least}, and this graphics card reports ${own}.`;
  }
  const missing = needed.filter((feature) => !features.includes(feature));
  if (missing.length > 0) return `It needs ${missing.join(', ')}, which this graphics card does not offer.`;
  const granted = grantedBinding(limits);
  if (buffer === undefined || buffer <= granted) return null;
  return `It binds ${mebibytes(buffer)} MiB of memory at once, and WebLLM gets ${mebibytes(granted)} MiB of this graphics card.`;
}

/** In bytes: the runtime asks for the larger of two sizes where the card has it, and for nothing in between. */
function grantedBinding(limits: Card['limits']): number {
  const own = limits['maxStorageBufferBindingSize'] ?? 0;
  return own >= LARGE_BINDING ? LARGE_BINDING : Math.min(own, LEAST['maxStorageBufferBindingSize'] ?? own);
}

const mebibytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

interface CardNeeds {
  readonly features?: readonly string[];
  /** The largest piece of memory that the model binds at once, in bytes. */
  readonly buffer?: number;
}

export interface CatalogueRow extends CardNeeds {
  readonly id: string;
  readonly model: string;
  readonly library: string;
  readonly vram: number;
  /** What the library changes in the model's own settings. */
  readonly overrides: { readonly [name: string]: Json };
  readonly manifest?: string;
}

export const WEB_LLM_VERSION: string = list.version;
export const WEB_LLM_LIBRARIES: string = list.libraries;

export const WEB_LLM_ROWS: readonly CatalogueRow[] = list.models.map((line): CatalogueRow => {
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

/** What a model to begin with is recommended by: only one that was measured. */
const WORTH_TRYING: Readonly<Record<string, string>> = {
  'Qwen2.5-Coder-1.5B-Instruct-q4f16_1-MLC':
    'Apache 2.0. Measured in another precision (Q4_K_M): it is the recorded one.',
};

/** The quantization in an id, `q4f16_1`: bits of a weight, and the floats it is computed in; null where it names none. */
const quantizationOf = (id: string): string | null => /-(q\d+f(?:16|32)(?:_\d)?)(?:-|$)/.exec(id)?.[1] ?? null;

/** Models in 16-bit floats need them of the card, whatever the list says. */
export function needsOf(id: string): CardNeeds {
  const { features = [], buffer } = WEB_LLM_ROWS.find((row) => row.id === id) ?? {};
  const floats = quantizationOf(id)?.includes('f16') === true ? ['shader-f16'] : [];
  return { features: [...new Set([...features, ...floats])], ...(buffer !== undefined && { buffer }) };
}

export function webLlmCatalogue(card: CardReport): readonly CatalogueModel[] {
  return WEB_LLM_ROWS.map(({ id, vram, overrides }): CatalogueModel => {
    const quantization = quantizationOf(id) ?? '';
    const context = overrides['context_window_size'];
    const known = Object.hasOwn(WORTH_TRYING, id) ? `${String(WORTH_TRYING[id])} ` : '';
    return {
      name: `web-llm/${id}`,
      title: `${id.slice(0, id.indexOf(`-${quantization}`)).replaceAll('-', ' ')} (${quantization})`,
      kind: 'language',
      bytes: estimate(id, quantization),
      memory: vram * 1e6,
      contextLength: typeof context === 'number' ? context : null,
      obstacle: card.available
        ? cardProblem(needsOf(id), card)
        : 'It needs a graphics card, which this browser does not offer.',
      note: `${known}The size is estimated from its name.`,
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

export interface WebLlmModel extends CardNeeds {
  readonly id: string;
  /** What the library takes for the model's folder and under which it keeps its files; ends with `/resolve/<branch>/`. */
  readonly baseUrl: string;
  readonly libraryUrl: string;
  /** Under what the library file is kept: WebLLM never keeps one whose address has `localhost` in it. */
  readonly libraryKey: string;
  readonly overrides: { readonly [name: string]: Json };
  readonly quantization: string | null;
  readonly manifest: string | null;
}

/** The options of a spec whose model is `web-llm/<id>`. All are optional for a model of the catalogue. */
export interface WebLlmOptions {
  /** The weights' address; where it has no `/resolve/<branch>/`, they are in `/resolve/main/` below it. */
  readonly modelUrl?: string;
  readonly libraryUrl?: string;
  /** Changes to the model's own settings, such as `context_window_size`. */
  readonly overrides?: { readonly [name: string]: Json };
  /** How much the model may think before a reply that no schema holds, on top of its limit; 0 where it is not to think. */
  readonly thinkingTokens?: number;
}

const OPTIONS: SchemaOf<WebLlmOptions> = {
  type: 'object',
  properties: {
    modelUrl: { type: 'string' },
    libraryUrl: { type: 'string' },
    overrides: { type: 'object' },
    thinkingTokens: thinkingTokensSchema(0),
  },
  additionalProperties: false,
};

/** @throws LabError `spec-invalid` naming the option */
export function parseWebLlmOptions(model: string, given: { readonly [name: string]: Json }): WebLlmOptions {
  const options = readOptions(`web-llm/${model}`, given, OPTIONS);
  for (const name of ['modelUrl', 'libraryUrl'] as const) {
    const address = options[name];
    if (address === undefined || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))) continue;
    const problem = 'it is not an absolute address such as https://host/folder';
    throw new LabError('spec-invalid', `The option ${name} cannot be used: ${problem}.`, { option: name });
  }
  return options;
}

/**
 * The model that an id and its options mean. Its files are kept under the addresses that they come from, so that those of another host
 * never stand for those of the catalogue.
 * @throws LabError `name-unknown` where the id is not in the catalogue and the options do not say where the files are
 */
export function resolveWebLlmModel(id: string, options: WebLlmOptions): WebLlmModel {
  const row = WEB_LLM_ROWS.find((one) => one.id === id);
  const modelUrl = options.modelUrl ?? (row && list.weights + row.model);
  const libraryUrl = options.libraryUrl ?? (row && list.libraries + row.library);
  if (modelUrl === undefined || libraryUrl === undefined) {
    const wanted =
      modelUrl === undefined ? 'modelUrl (the folder of its weights)' : 'libraryUrl (its compiled .wasm library)';
    const message = `WebLLM's catalogue has no model ${id}. Choose one of the catalogue, or give the option ${wanted} with it.`;
    throw new LabError('name-unknown', message, { model: id, libraries: WEB_LLM_LIBRARIES });
  }
  const folder = new URL(modelUrl.endsWith('/') ? modelUrl : `${modelUrl}/`).href;
  return {
    id,
    baseUrl: /.\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`,
    libraryUrl,
    libraryKey: libraryUrl.replaceAll('localhost', '127.0.0.1'),
    overrides: { ...row?.overrides, ...options.overrides },
    quantization: quantizationOf(id),
    manifest: row?.manifest ?? null,
    ...needsOf(id),
  };
}
