/**
 * @file WebLLM's own list of models, and which of them this machine can run. The list is kept as a file, so that it can be
 * shown without the library's six megabytes; a test compares it with the installed library.
 */
import type { Json } from '../../core/json.ts';
import type { WebLlmEntry, WebLlmFit } from '../service/web-llm.ts';
import type { Card, CardReport } from './adapter.ts';
import list from './catalogue.json' with { type: 'json' };
import { grantedBinding, shortOfLimits } from './limits.ts';

/** One model as the file keeps it; what is left out of a row is absent. */
export interface CatalogueRow {
  readonly id: string;
  /** The repository of the weights, below `weights`. */
  readonly model: string;
  /** The file of the library, below `libraries`. */
  readonly library: string;
  readonly vram: number;
  /** What the library changes in the model's own settings. */
  readonly overrides: { readonly [name: string]: Json };
  readonly features?: readonly string[];
  readonly buffer?: number;
  readonly manifest?: string;
  /** SHA-256 in hexadecimal by file name, `library` for the library; absent where nobody has pinned the files. */
  readonly pins?: Pins;
}

/** What files have to be: SHA-256 in hexadecimal by file name, and `library` for the compiled library. */
export type Pins = Readonly<Record<string, string>>;

/** The installed version of the library, to which the compiled libraries belong. */
export const WEB_LLM_VERSION: string = list.version;
/** Where the compiled libraries of this version lie. */
export const WEB_LLM_LIBRARIES: string = list.libraries;

const ROWS: readonly CatalogueRow[] = list.models;

/** The row of a model in the library's list; null for any other id. */
export function catalogueRow(id: string): CatalogueRow | null {
  return ROWS.find((row) => row.id === id) ?? null;
}

/** All of WebLLM's models that chat, in the library's order. */
export function webLlmCatalogue(): readonly WebLlmEntry[] {
  const ids = new Set(ROWS.map(({ id }) => id));
  return ROWS.map((row) => entryOf(row, ids));
}

/**
 * The quantization in an id, `q4f16_1`; null where it names none.
 */
export function quantizationOf(id: string): string | null {
  return /-(q\d+f(?:16|32)(?:_\d)?)(?:-|$)/.exec(id)?.[1] ?? null;
}

/** The features of WebGPU that a quantization needs: 16-bit floats, or none. */
export function featuresOf(quantization: string | null): readonly string[] {
  return quantization?.includes('f16') === true ? ['shader-f16'] : [];
}

function entryOf(row: CatalogueRow, ids: ReadonlySet<string>): WebLlmEntry {
  const quantization = quantizationOf(row.id) ?? '';
  const twin = row.id.replace(/(-q\d+)f16/, '$1f32');
  const context = row.overrides['context_window_size'];
  return {
    id: row.id,
    family: row.id.slice(0, row.id.indexOf(`-${quantization}`)),
    quantization,
    modelUrl: `${list.weights}${row.model}`,
    libraryUrl: `${list.libraries}${row.library}`,
    vramMegabytes: row.vram,
    contextLength: typeof context === 'number' ? context : 0,
    estimatedBytes: estimate(row.id, quantization),
    requiredFeatures: [...new Set([...(row.features ?? []), ...featuresOf(quantization)])],
    bufferBytes: row.buffer ?? null,
    in32Bits: twin !== row.id && ids.has(twin) ? twin : null,
    hasManifest: row.manifest !== undefined,
  };
}

/** Bits of a weight with its share of the group's scale: groups of 32 weights in 4 bits, of 40 in 3. */
const BITS: Readonly<Record<string, number>> = {
  q0f16: 16,
  q0f32: 32,
  q4f16_1: 4.5,
  q4f32_1: 5,
  q3f16_1: 3.6,
};

function estimate(id: string, quantization: string): number | null {
  // An "effective" count such as E2B says nothing of the size.
  const named = /[-_](\d+(?:[._]\d+)?)([bm])(?:-|_|$)/i.exec(id);
  const bits = BITS[quantization];
  if (named?.[1] === undefined || bits === undefined) return null;
  const count = Number(named[1].replace('_', '.')) * (named[2]?.toLowerCase() === 'm' ? 1e6 : 1e9);
  return Math.round((count * bits) / 8);
}

/** Every entry beside what the card can do with it. */
export function fitting(catalogue: readonly WebLlmEntry[], adapter: CardReport): readonly WebLlmFit[] {
  const byId = new Map(catalogue.map((entry) => [entry.id, entry]));
  return catalogue.map((entry) => {
    if (!adapter.available) return { entry, runs: false, instead: null, reason: adapter.reason };
    const problem = cardProblem(entry, adapter);
    if (problem === null) return { entry, runs: true, instead: null, reason: null };
    const twin = entry.in32Bits === null ? undefined : byId.get(entry.in32Bits);
    if (twin === undefined || cardProblem(twin, adapter) !== null) {
      return { entry, runs: false, instead: null, reason: problem };
    }
    return { entry, runs: true, instead: twin.id, reason: `${problem} ${twin.id} is loaded in its place.` };
  });
}

/** Why a card cannot run what needs these features and this much memory at once; null where it can. */
export function cardProblem(
  needs: Pick<WebLlmEntry, 'requiredFeatures' | 'bufferBytes'>,
  adapter: Card,
): string | null {
  const short = shortOfLimits(adapter);
  if (short !== null) return short;
  const missing = needs.requiredFeatures.filter((feature) => !adapter.features.includes(feature));
  if (missing.length > 0) return `It needs ${missing.join(', ')}, which this graphics card does not offer.`;
  const granted = grantedBinding(adapter);
  if (needs.bufferBytes !== null && needs.bufferBytes > granted) {
    return `It binds ${mebibytes(needs.bufferBytes)} MiB of memory at once, and WebLLM gets ${mebibytes(granted)} MiB of this graphics card.`;
  }
  return null;
}

const mebibytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
