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

export type Card = Pick<Extract<GpuReport, { readonly available: true }>, 'available' | 'features'>;

export type CardReport = Card | Extract<GpuReport, { readonly available: false }>;

const NO_WEBGPU =
  'This browser has no WebGPU here. Models that run on the processor work all the same; the others need WebGPU, which a current Chrome or Edge has on most systems, and Safari and Firefox on some, over https or on localhost.';

const NO_ADAPTER =
  'The browser offers no graphics card to WebGPU. Models that run on the processor work all the same; for the others switch on hardware acceleration and update the graphics driver.';

/** The card that WebLLM would be given. Never throws. @param gpu the browser's WebGPU, undefined where it has none */
export async function reportGpu(gpu: GPU | undefined = navigator.gpu): Promise<GpuReport> {
  if (gpu === undefined) return { available: false, reason: NO_WEBGPU };
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (adapter === null) return { available: false, reason: NO_ADAPTER };
  const info: Partial<GPUAdapterInfo> = (adapter as Partial<GPUAdapter>).info ?? {};
  const { vendor = '', architecture = '', device = '', description = '' } = info;
  const isSoftware = /swiftshader|llvmpipe|basic render/i.test(`${architecture} ${device} ${description}`);
  const features = [...adapter.features].sort();
  return { available: true, vendor, architecture, device, description, isSoftware, features };
}

/** Why a card cannot run what needs these features; null where it can, as far as that is known before it is tried. */
export function cardProblem({ features: needed = [] }: CardNeeds, { features }: Card): string | null {
  const missing = needed.filter((feature) => !features.includes(feature));
  return missing.length === 0 ? null : `It needs ${missing.join(', ')}, which this graphics card does not offer.`;
}

interface CardNeeds {
  readonly features?: readonly string[];
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
  const [id = '', model = '', library = '', vram, overrides = '{}', features = '-', manifest = '-'] = line.split(' ');
  return {
    id,
    model: model === '=' ? `mlc-ai/${id}` : model,
    library,
    vram: Number(vram),
    overrides: JSON.parse(overrides) as CatalogueRow['overrides'],
    ...(features !== '-' && { features: features.split(',') }),
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
  const { features = [] } = WEB_LLM_ROWS.find((row) => row.id === id) ?? {};
  const floats = quantizationOf(id)?.includes('f16') === true ? ['shader-f16'] : [];
  return { features: [...new Set([...features, ...floats])] };
}

export function webLlmCatalogue(card: CardReport): readonly CatalogueModel[] {
  return WEB_LLM_ROWS.map(({ id, vram, overrides }): CatalogueModel => {
    const quantization = quantizationOf(id) ?? '';
    const context = overrides['context_window_size'];
    const known = WORTH_TRYING[id] ?? '';
    return {
      name: `web-llm/${id}`,
      title: `${id.slice(0, id.indexOf(`-${quantization}`)).replaceAll('-', ' ')} (${quantization})`,
      kind: 'language',
      bytes: null,
      memory: vram * 1e6,
      contextLength: typeof context === 'number' ? context : null,
      obstacle: card.available
        ? cardProblem(needsOf(id), card)
        : 'It needs a graphics card, which this browser does not offer.',
      note: known,
      isWorthTrying: known !== '',
    };
  });
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
