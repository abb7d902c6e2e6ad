/**
 * @file Which files make up a model of WebLLM, as its own settings and its list of shards say.
 */
import type { ModelRecord } from '@mlc-ai/web-llm';
import { fileDamaged } from './file-errors.ts';

/** A file of tensors. */
export interface Shard {
  /** Its path in the model's folder. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal; null where the list does not have it. */
  readonly md5: string | null;
}

/** What the list of shards says. */
export interface ShardList {
  readonly shards: readonly Shard[];
  /** The largest tensor as it lies in graphics memory, in bytes. */
  readonly largestTensor: number;
}

/** Of the model's settings (`mlc-chat-config.json`) what the lab reads. */
export interface ChatSettings {
  readonly contextLength: number | null;
  readonly quantization: string | null;
  /** The file that the library will read its tokenizer from. */
  readonly tokenizer: string;
}

/** The model's settings. */
export const SETTINGS = 'mlc-chat-config.json';
/** The list of shards, under the name of today and that of older models. */
export const SHARD_LIST = 'tensor-cache.json';
/** The same list in folders made before 2025; the library itself no longer looks for it. */
export const OLD_SHARD_LIST = 'ndarray-cache.json';

type Fields = Readonly<Record<string, unknown>>;
type Override = NonNullable<ModelRecord['overrides']>;

/** @throws LabError `model-damaged` */
export function parseSettings(bytes: Uint8Array, place: string, overrides: Override): ChatSettings {
  const fields = { ...parseJson(SETTINGS, bytes, place), ...overrides } as Fields;
  const files = fields['tokenizer_files'];
  const names: readonly unknown[] = Array.isArray(files) ? files : [];
  const tokenizer = ['tokenizer.json', 'tokenizer.model'].find((name) => names.includes(name));
  if (tokenizer === undefined) {
    throw fileDamaged(SETTINGS, place, 'it names neither tokenizer.json nor tokenizer.model in tokenizer_files');
  }
  const length = [fields['context_window_size'], fields['sliding_window_size']].find(
    (value) => typeof value === 'number' && value > 0,
  );
  const { quantization } = fields as { readonly quantization?: unknown };
  return {
    contextLength: typeof length === 'number' ? length : null,
    quantization: typeof quantization === 'string' ? quantization : null,
    tokenizer,
  };
}

/** @throws LabError `model-damaged` */
export function parseShardList(bytes: Uint8Array, place: string): ShardList {
  const { records } = parseJson(SHARD_LIST, bytes, place);
  if (!Array.isArray(records) || records.length === 0) throw fileDamaged(SHARD_LIST, place, 'it lists no shards');
  const shards = (records as readonly Fields[]).map(({ dataPath, nbytes, md5sum }, index): Shard => {
    // The path becomes a part of an address, and the list comes from anywhere.
    if (
      typeof dataPath !== 'string' ||
      !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(dataPath) ||
      typeof nbytes !== 'number'
    ) {
      throw fileDamaged(SHARD_LIST, place, `entry ${index + 1} has no usable dataPath and nbytes`);
    }
    return { file: dataPath, size: nbytes, md5: typeof md5sum === 'string' ? md5sum.toLowerCase() : null };
  });
  const tensors = (records as readonly Fields[]).flatMap((record) =>
    Array.isArray(record['records']) ? (record['records'] as readonly Fields[]) : [],
  );
  return { shards, largestTensor: tensors.reduce((largest, tensor) => Math.max(largest, residentBytes(tensor)), 0) };
}

/** Some 32-bit floats are stored in 16 bits and unfolded on the way to the card. */
function residentBytes({ nbytes, format, dtype }: Fields): number {
  const stored = typeof nbytes === 'number' ? nbytes : 0;
  return format === 'f32-to-bf16' && dtype === 'float32' ? 2 * stored : stored;
}

/** @throws LabError `model-damaged` where it is not a JSON object */
export function parseJson(file: string, bytes: Uint8Array, place: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw fileDamaged(file, place, isWebPage(bytes) ? 'it is a web page in place of JSON' : 'it is cut off or no JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw fileDamaged(file, place, 'it is JSON, but no object');
  }
  return value as Fields;
}

/** @throws LabError `model-damaged` where it is no whole WebAssembly */
export function checkLibrary(file: string, bytes: Uint8Array<ArrayBuffer>, place: string): void {
  if (isWebPage(bytes)) throw fileDamaged(file, place, 'it is a web page in place of WebAssembly');
  if (bytes.length < 8 || new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) !== 0x00_61_73_6d) {
    throw fileDamaged(file, place, 'it is not WebAssembly');
  }
  if (!WebAssembly.validate(bytes)) throw fileDamaged(file, place, 'its WebAssembly is cut off or damaged');
}

/** Servers like to answer with a page where a file is missing. */
export function isWebPage(bytes: Uint8Array): boolean {
  return /^\s*<(!doctype|html|head|\?xml)/i.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}
