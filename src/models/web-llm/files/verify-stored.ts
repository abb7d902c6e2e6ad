/**
 * @file Reads the files of a model again that are kept here.
 */
import { throwIfAborted } from '../../../core/errors.ts';
import type { LoadProgress } from '../../../rpc/model-service.ts';
import type { WebLlmModel } from '../web-llm-model.ts';
import { expectedByCatalogue, libraryFile, readCompared, weightsFile, type ComparedFile } from './expected-hashes.ts';
import { fileDamaged } from './file-errors.ts';
import { parseSettings, parseShardList, SETTINGS, SHARD_LIST } from './file-set.ts';
import type { StoredFiles } from './stored-files.ts';
import { isShard } from './verified-stream.ts';

/** What files were compared with, besides the sizes and hashes in their own list of shards. */
export type ComparedWith =
  | 'pins'
  /** What first came from the catalogue’s own address. */
  | 'first'
  /** Nothing but themselves as they came: nobody has said what they should be. */
  | 'itself';

/** What checking takes besides the model. */
export interface StoredCheck {
  readonly stored: StoredFiles;
  /** Where the files came from. */
  readonly place: string;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

/**
 * Compares library, settings, tokenizer and list of shards with what they have to be, and every shard with the list.
 * @throws LabError `integrity-failed` naming file and host; `model-damaged` naming the file that is not what its list says, which is
 * then removed
 */
export async function verifyStored(model: WebLlmModel, check: StoredCheck): Promise<ComparedWith> {
  const { stored, place } = check;
  const part = (file: string, shelf: ComparedFile['shelf'] = 'webllm/model') => weightsFile(model, shelf, file);
  const settings = await readWhole(model, part(SETTINGS, 'webllm/config'), check);
  const list = await readWhole(model, part(SHARD_LIST), check);
  const { tokenizer } = parseSettings(settings, place, model.overrides);
  const manifest = model.manifest === null ? [] : [part(model.manifest, 'webllm/config')];
  const others = [part(tokenizer), ...manifest, libraryFile(model)];
  for (const file of others) await readWhole(model, file, check);
  await verifyShards(model, list, check);
  const compared = [part(SETTINGS, 'webllm/config'), part(SHARD_LIST), ...others];
  const said = await Promise.all(compared.map((file) => expectedByCatalogue(stored, model, file)));
  if (said.includes(null)) return 'itself';
  return said.every((expected) => expected?.by.type === 'pin') ? 'pins' : 'first';
}

async function readWhole(model: WebLlmModel, compared: ComparedFile, check: StoredCheck): Promise<Uint8Array> {
  const { stored, place, signal } = check;
  throwIfAborted(signal);
  const bytes = await readCompared(stored, model, compared, compared.isLibrary ? model.libraryUrl : place);
  if (bytes !== null) return bytes;
  throw fileDamaged(compared.file, 'this browser', 'it is not here, or nobody noted what it was when it came');
}

async function verifyShards(model: WebLlmModel, list: Uint8Array, check: StoredCheck): Promise<void> {
  const { stored, place, onProgress, signal } = check;
  const { shards } = parseShardList(list, place);
  const totalBytes = shards.reduce((sum, { size }) => sum + size, 0);
  let bytes = 0;
  for (const shard of shards) {
    throwIfAborted(signal);
    const key = new URL(shard.file, model.baseUrl).href;
    const kept = await stored.read('webllm/model', key);
    const isWhole = await isShard(kept, shard, (count) => {
      bytes += count;
      onProgress({ phase: `Checking ${shard.file}`, bytes, totalBytes });
    });
    if (isWhole) continue;
    await stored.remove('webllm/model', key);
    throw fileDamaged(shard.file, 'this browser', kept === null ? 'it is not here' : 'its bytes have changed');
  }
}
