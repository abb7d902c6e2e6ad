/**
 * @file Brings all files of a model into the caches where WebLLM looks for them, one by one and each of them checked, so
 * that the library itself never asks the network: of a file that is missing, cut off or wrong it only says that something
 * failed.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { throwIfAborted } from '../../../core/errors.ts';
import { nameInSite } from '../../../core/platform/site-scope.ts';
import type { LoadProgress } from '../../../rpc/model-service.ts';
import type { ModelFiles } from '../../engine.ts';
import type { WebLlmModel } from '../web-llm-model.ts';
import { fileAbsent, fileDamaged, modelAbsent, noRoom, storeFailed } from './file-errors.ts';
import type { FileHost } from './file-host.ts';
import { checkLibrary, isWebPage, parseJson, parseSettings, parseShardList } from './file-set.ts';
import { OLD_SHARD_LIST, SETTINGS, SHARD_LIST, type ChatSettings, type Shard } from './file-set.ts';
import { networkFile, networkFiles } from './network-files.ts';
import { compareFile, libraryFile, readCompared, weightsFile, type ComparedFile } from './expected-hashes.ts';
import { keepRecord, readRecord } from './records.ts';
import { hashOf, noteHash } from './seen-hashes.ts';
import { storedFiles, type Shelf, type StoredFiles } from './stored-files.ts';
import { isShard, verifiedStream } from './verified-stream.ts';

/** All files of a model, at hand and checked. */
export interface CheckedFiles {
  readonly settings: ChatSettings;
  /** Of all files, in bytes. */
  readonly bytes: number;
  /** The largest tensor as it lies in graphics memory, in bytes. */
  readonly largestTensor: number;
  /** SHA-256 in hexadecimal of settings, list of shards (which has their hashes) and library. */
  readonly fingerprint: string;
}

/** What checking takes besides the model. */
export interface FileCheck {
  readonly host: FileHost;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
  /** Where the files come from; the model's own addresses where they are left out. */
  readonly weights?: ModelFiles;
  readonly library?: ModelFiles;
  /** Called once settings and sizes are known, before any weight is fetched; what it throws ends the check. */
  readonly beforeWeights?: (found: Pick<CheckedFiles, 'settings' | 'largestTensor'>) => void;
}

/**
 * Looks for all files and fetches those that are not here. A second tab waits until the first one is done.
 * @throws LabError `model-missing`, `model-damaged`, `integrity-failed`, `network-failed`, `storage-full`, `storage-failed`,
 * `aborted`
 */
export async function checkWebLlmFiles(model: WebLlmModel, check: FileCheck): Promise<CheckedFiles> {
  const { locks } = check.host;
  const work = () => new FileSet(model, check).complete();
  if (locks === null) return work();
  const name = nameInSite(`web-llm ${model.baseUrl}`);
  const first = await locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? null : work()));
  if (first !== null) return first;
  check.onProgress({ phase: `Waiting for another tab that downloads ${model.id}`, bytes: 0, totalBytes: 0 });
  return locks.request(name, { signal: check.signal }, work).catch((thrown: unknown) => {
    throwIfAborted(check.signal);
    throw thrown;
  });
}

interface Small extends ComparedFile {
  readonly from: ModelFiles;
  /** Throws where the content is not what it should be. */
  readonly inspect: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** Other names for the same file. */
  readonly formerly?: readonly string[];
}

class FileSet {
  private readonly model: WebLlmModel;
  private readonly check: FileCheck;
  private readonly stored: StoredFiles;
  private readonly weights: ModelFiles;
  private readonly library: ModelFiles;
  private phase: string;
  private isListNew = false;
  private bytes = 0;
  private totalBytes = 0;

  constructor(model: WebLlmModel, check: FileCheck) {
    this.model = model;
    this.check = check;
    this.phase = `Looking for the files of ${model.id}`;
    this.stored = storedFiles(check.host);
    this.weights = check.weights ?? networkFiles(check.host, model.folders);
    this.library = check.library ?? networkFile(check.host, model.libraryUrl);
  }

  async complete(): Promise<CheckedFiles> {
    const { model, weights } = this;
    const settingsBytes = await this.small(this.part('webllm/config', SETTINGS, (bytes) => this.settingsOf(bytes)));
    const settings = this.settingsOf(settingsBytes);
    const record = await readRecord(this.stored, model);
    const place = record?.place ?? weights.place;
    if (record === null) await keepRecord(this.stored, model, { place, complete: false });
    if (model.manifest !== null) {
      const { manifest } = model;
      await this.small(this.part('webllm/config', manifest, (bytes) => parseJson(manifest, bytes, weights.place)));
    }
    const listBytes = await this.small({
      ...this.part('webllm/model', SHARD_LIST, (bytes) => parseShardList(bytes, weights.place)),
      formerly: [OLD_SHARD_LIST],
    });
    const list = parseShardList(listBytes, weights.place);
    this.check.beforeWeights?.({ settings, largestTensor: list.largestTensor });
    await this.small(this.part('webllm/model', settings.tokenizer, (bytes) => this.checkTokenizer(settings, bytes)));
    const libraryBytes = await this.small(this.libraryPart());
    await this.shards(list.shards);
    if (record?.complete !== true) await keepRecord(this.stored, model, { place, complete: true });
    const fingerprint = sha256.create().update(settingsBytes).update(listBytes).update(libraryBytes).digest();
    return {
      settings,
      bytes: this.bytes,
      largestTensor: list.largestTensor,
      fingerprint: bytesToHex(fingerprint),
    };
  }

  private settingsOf(bytes: Uint8Array): ChatSettings {
    return parseSettings(bytes, this.weights.place, this.model.overrides);
  }

  private checkTokenizer({ tokenizer }: ChatSettings, bytes: Uint8Array): void {
    if (tokenizer.endsWith('.json')) parseJson(tokenizer, bytes, this.weights.place);
    else if (bytes.length === 0 || isWebPage(bytes)) {
      throw fileDamaged(tokenizer, this.weights.place, 'it is empty or a web page');
    }
  }

  private part(shelf: Shelf, file: string, inspect: (bytes: Uint8Array<ArrayBuffer>) => void): Small {
    return { ...weightsFile(this.model, shelf, file), from: this.weights, inspect };
  }

  private libraryPart(): Small {
    const { library } = this;
    const compared = libraryFile(this.model);
    return { ...compared, from: library, inspect: (bytes) => checkLibrary(compared.file, bytes, library.place) };
  }

  /** A file that fits into memory: from the store, or fetched, looked at and stored. */
  private async small(wanted: Small): Promise<Uint8Array<ArrayBuffer>> {
    const { shelf, file, from, key, inspect, formerly = [] } = wanted;
    const { signal } = this.check;
    throwIfAborted(signal);
    const kept = await this.kept(wanted);
    if (kept !== null) {
      this.count(kept.length);
      return kept;
    }
    if (file === SHARD_LIST) this.isListNew = true;
    this.phase = `Downloading ${this.model.id}`;
    for (const path of [file, ...formerly]) {
      const found = await from.open(path, signal);
      if (found === null) continue;
      const bytes = await collect(found.body);
      inspect(bytes);
      await compareFile(this.stored, this.model, wanted, bytes, from.place);
      try {
        await noteHash(this.stored, shelf, key, hashOf(bytes));
        await this.stored.write(shelf, key, bytes, bytes.length);
      } catch (cause) {
        throw storeFailed(file, cause);
      }
      this.count(bytes.length);
      return bytes;
    }
    throw file === SETTINGS ? modelAbsent(file, from.place) : fileAbsent(file, from.place);
  }

  /** A file that is here and still what it was when it came. */
  private async kept(wanted: Small): Promise<Uint8Array<ArrayBuffer> | null> {
    const record = await readRecord(this.stored, this.model);
    const place = wanted.isLibrary ? this.library.place : (record?.place ?? this.weights.place);
    return readCompared(this.stored, this.model, wanted, place);
  }

  /** Whether a shard is here; where the list of shards has only just come, shards of before are compared with it. */
  private async hasShard(shard: Shard): Promise<boolean> {
    const key = this.keyOf(shard);
    const size = await this.stored.size('webllm/model', key);
    if (size === null || (!Number.isNaN(size) && size !== shard.size)) return false;
    return !this.isListNew || (await isShard(await this.stored.read('webllm/model', key), shard));
  }

  private async shards(shards: readonly Shard[]): Promise<void> {
    const absent: Shard[] = [];
    for (const shard of shards) {
      if (await this.hasShard(shard)) this.bytes += shard.size;
      else absent.push(shard);
    }
    const needed = absent.reduce((sum, { size }) => sum + size, 0);
    this.totalBytes = this.bytes + needed;
    await this.checkRoom(needed);
    if (needed > 0) this.phase = `Downloading ${this.model.id}`;
    for (const shard of absent) await this.shard(shard);
    this.report();
  }

  private async checkRoom(needed: number): Promise<void> {
    const { quota, usage } = await this.check.host.estimate();
    if (quota === undefined || usage === undefined) return;
    const free = Math.max(0, quota - usage);
    if (needed > free) throw noRoom(this.model.id, needed, free);
  }

  private async shard(shard: Shard): Promise<void> {
    const { signal } = this.check;
    throwIfAborted(signal);
    const { place } = this.weights;
    const found = await this.weights.open(shard.file, signal);
    if (found === null) throw fileAbsent(shard.file, place);
    const before = this.bytes;
    const verified = verifiedStream(found.body, shard, place, (bytes) => {
      this.bytes += bytes;
      this.report();
    });
    try {
      await this.stored.write('webllm/model', this.keyOf(shard), verified.stream, shard.size);
    } catch (cause) {
      this.bytes = before;
      throwIfAborted(signal);
      throw verified.failure() ?? storeFailed(shard.file, cause);
    }
  }

  private keyOf({ file }: Shard): string {
    return new URL(file, this.model.baseUrl).href;
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    this.report();
  }

  private report(): void {
    const { phase, bytes, totalBytes } = this;
    this.check.onProgress({ phase, bytes, totalBytes });
  }
}

async function collect(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
  }
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
