/**
 * @file WebLLM's models of this browser: what there is to choose, what is here, and how it gets here and away.
 */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type {
  CatalogueModel,
  DownloadOptions,
  Fetching,
  GpuReport,
  ImportedFile,
  SourceTest,
  StoredModel,
} from '../service/model-library.ts';
import type { WebLlmEntry } from '../service/web-llm.ts';
import type { CardReport } from './adapter.ts';
import { catalogueRow, fitting, quantizationOf, WEB_LLM_LIBRARIES, webLlmCatalogue } from './catalogue.ts';
import { checkWebLlmFiles } from './files/check-files.ts';
import { hostOf } from './files/expected-hashes.ts';
import { modelAbsent } from './files/file-errors.ts';
import type { FileHost } from './files/file-host.ts';
import { parseShardList, SETTINGS, SHARD_LIST, type Shard } from './files/file-set.ts';
import { missingFiles, modelFolder } from './files/folder-files.ts';
import { networkFiles } from './files/network-files.ts';
import { allRecords, removeRecord, type ModelRecord } from './files/records.ts';
import { isSeenHash } from './files/seen-hashes.ts';
import { SHELVES, storedFiles, type StoredFiles } from './files/stored-files.ts';
import { verifyStored, type ComparedWith } from './files/verify-stored.ts';
import { WORTH_TRYING } from './worth-trying.ts';
import { importedModel, parseWebLlmOptions, resolveWebLlmModel, type WebLlmModel } from './web-llm-model.ts';

const PREFIX = 'web-llm/';
const idOf = (name: string): string => name.slice(PREFIX.length);

/** The catalogue as the page lists it, each entry with why it cannot run on this card or as what it does. */
export function listWebLlmModels(card: GpuReport | CardReport): readonly CatalogueModel[] {
  return fitting(webLlmCatalogue(), card).map(({ entry, runs, reason }) => ({
    name: `${PREFIX}${entry.id}`,
    title: `${entry.family.replaceAll('-', ' ')} (${entry.quantization})`,
    kind: 'language',
    bytes: entry.estimatedBytes,
    memory: entry.vramMegabytes * 1e6,
    contextLength: entry.contextLength,
    obstacle: runs ? null : reason,
    note: noteOf(entry, runs ? reason : null),
    isWorthTrying: Object.hasOwn(WORTH_TRYING, entry.id),
  }));
}

function noteOf({ id, requiredFeatures }: WebLlmEntry, remark: string | null): string {
  const needs = requiredFeatures.length === 0 ? '' : ` Needs ${requiredFeatures.join(', ')}.`;
  const pinned = catalogueRow(id)?.pins === undefined ? ' Not pinned.' : '';
  const tried = Object.hasOwn(WORTH_TRYING, id) ? WORTH_TRYING[id] : undefined;
  const known = tried === undefined ? '' : `${tried.licence}. ${tried.because} Not measured here. `;
  return `${known}Runs on the graphics card.${needs} The size is estimated from its name.${pinned}${remark === null ? '' : ` ${remark}`}`;
}

/** WebLLM's models in this browser. Names are those of a spec: `web-llm/<id>`. */
export class WebLlmShelf {
  private readonly host: FileHost;
  private readonly files: StoredFiles;

  constructor(host: FileHost) {
    this.host = host;
    this.files = storedFiles(host);
  }

  async catalogue({ gpu }: { readonly gpu: GpuReport }): Promise<readonly CatalogueModel[]> {
    return listWebLlmModels(gpu);
  }

  /** All models that have files here, complete or not. */
  async stored(): Promise<readonly StoredModel[]> {
    return Promise.all((await allRecords(this.files)).map((record) => this.measure(record)));
  }

  private async measure(record: ModelRecord): Promise<StoredModel> {
    const sizes = await this.sizes(record);
    const present = [...sizes.values()].filter((size) => size !== null);
    const list = await this.files.read('webllm/model', new URL(SHARD_LIST, record.baseUrl).href);
    const shards = shardsIn(list, record.place);
    const lacking = shards?.filter(({ file }) => (sizes.get(new URL(file, record.baseUrl).href) ?? null) === null);
    const bytes = present.reduce((sum, size) => sum + (Number.isNaN(size) ? 0 : size), 0);
    const toCome = lacking?.reduce((sum, { size }) => sum + size, 0) ?? null;
    const isWhole = toCome === 0 && (sizes.get(record.libraryKey) ?? null) !== null && this.hasTokenizer(sizes);
    return {
      name: `${PREFIX}${record.id}`,
      kind: 'language',
      bytes,
      totalBytes: toCome === null ? null : bytes + toCome,
      complete: record.complete && isWhole,
      source: record.place,
      addresses: record.addresses,
      revision: 'main',
      dtype: quantizationOf(record.id),
    };
  }

  private hasTokenizer(sizes: ReadonlyMap<string, number | null>): boolean {
    return [...sizes.keys()].some((key) => /\/tokenizer\.(json|model)$/.test(key));
  }

  private async sizes({ baseUrl, libraryKey }: ModelRecord): Promise<ReadonlyMap<string, number | null>> {
    const sizes = new Map<string, number | null>();
    for (const shelf of SHELVES) {
      for (const key of await this.files.keys(shelf)) {
        const isOwn = key.startsWith(baseUrl) || key === libraryKey;
        if (isOwn && !isSeenHash(key)) sizes.set(key, await this.files.size(shelf, key));
      }
    }
    return sizes;
  }

  /** Reads a source's list of shards, and nothing large. */
  async testSource(name: string, options: DownloadOptions, signal: AbortSignal): Promise<SourceTest> {
    const { folders } = await this.modelAt(idOf(name), options);
    const weights = networkFiles(this.host, folders);
    const list = (await weights.open(SHARD_LIST, signal)) ?? (await weights.open('ndarray-cache.json', signal));
    if (list === null) throw modelAbsent(SHARD_LIST, weights.place);
    const bytes = new Uint8Array(await new Response(list.body as BodyInit).arrayBuffer());
    const { shards } = parseShardList(bytes, weights.place);
    return { files: shards.length, bytes: shards.reduce((sum, { size }) => sum + size, 0), resumable: true };
  }

  /** Fetches what is missing, of a model of the catalogue or of one that has files here. */
  async download(name: string, options: DownloadOptions, { onProgress, signal }: Fetching): Promise<void> {
    const model = await this.modelAt(idOf(name), options);
    await checkWebLlmFiles(model, { host: this.host, onProgress, signal });
  }

  /** The model at a source, which may also be the place that a download was begun from. */
  private async modelAt(id: string, { source, revision, librarySource }: DownloadOptions): Promise<WebLlmModel> {
    const libraries = librarySource === undefined ? {} : parseWebLlmOptions({ librarySource });
    const begun = (await allRecords(this.files)).find((one) => one.id === id && one.place === source);
    if (begun !== undefined) {
      if (URL.canParse(begun.place)) return resolveWebLlmModel(id, { ...begun.addresses, ...libraries });
      throw new LabError('model-missing', `${id} was imported and is not whole. Import its folder again.`, {
        model: id,
      });
    }
    const filled = source.replaceAll('{revision}', revision === '' ? 'main' : revision);
    return resolveWebLlmModel(id, { ...(filled === '' ? {} : parseWebLlmOptions({ source: filled })), ...libraries });
  }

  /**
   * Takes a folder: weights, tokenizer, settings and the compiled library, in any folder of it.
   * @throws LabError `model-missing` naming what the folder lacks; nothing is kept then
   */
  async importFiles(name: string, chosen: readonly ImportedFile[], { onProgress, signal }: Fetching): Promise<void> {
    const id = idOf(name);
    const folder = modelFolder(chosen);
    const model = resolveWebLlmModel(id, {}, importedModel(id));
    const hasLibrary = (await this.files.size('webllm/wasm', model.libraryKey)) !== null;
    const missing = await missingFiles(folder, !hasLibrary, signal);
    if (missing.length > 0) throw incomplete(folder.weights.place, missing, model);
    throwIfAborted(signal);
    // What was here under this name may be of another folder.
    const { weights, library } = folder;
    const isImport = ({ baseUrl }: ModelRecord): boolean => baseUrl === model.baseUrl;
    await this.removeModel(id, isImport, library === null);
    const source = { weights, ...(library !== null && { library }) };
    try {
      await checkWebLlmFiles(model, { host: this.host, onProgress, signal, ...source });
    } catch (thrown) {
      await this.removeModel(id, isImport, library === null);
      throw thrown;
    }
  }

  /**
   * Reads all files again.
   * @param source of the copy that is meant; all of them where it is left out
   * @throws LabError `integrity-failed`, `model-damaged` naming the file, which the next download or load then fetches anew
   */
  async verify(name: string, { onProgress, signal }: Fetching, source?: string): Promise<string> {
    const records = (await allRecords(this.files)).filter((one) => isMeant(one, name, source));
    if (records.length === 0) throw modelAbsent(SETTINGS, 'this browser');
    const said: string[] = [];
    for (const record of records) {
      const { place } = record;
      const check = { stored: this.files, place, onProgress, signal };
      said.push(SAID[await verifyStored(modelOf(record), check)](hostOf(place)));
    }
    return [...new Set(said)].join(' ');
  }

  /**
   * Removes a model's files, and its library where no other model uses it.
   * @param source of the copy that is meant; all of them where it is left out
   */
  remove(name: string, source?: string): Promise<void> {
    return this.removeModel(idOf(name), (one) => isMeant(one, name, source), false);
  }

  private async removeModel(
    id: string,
    isMeant: (record: ModelRecord) => boolean,
    keepsLibrary: boolean,
  ): Promise<void> {
    const records = await allRecords(this.files);
    for (const record of records) {
      if (record.id === id && isMeant(record)) await removeRecord(this.files, record, keepsLibrary);
    }
  }

  /** Removes everything that WebLLM keeps here, also what other versions left. */
  async removeAll(): Promise<void> {
    for (const shelf of SHELVES) for (const key of await this.files.keys(shelf)) await this.files.remove(shelf, key);
  }
}

/** The shards of a list; null where it is not here, or damaged. */
function shardsIn(list: Uint8Array | null, place: string): readonly Shard[] | null {
  try {
    return list === null ? null : parseShardList(list, place).shards;
  } catch {
    return null;
  }
}

const isMeant = ({ id, place }: ModelRecord, name: string, source: string | undefined): boolean =>
  id === idOf(name) && (source === undefined || place === source);

/** The model whose files a line is about. */
function modelOf({ id, addresses, baseUrl }: ModelRecord): WebLlmModel {
  const imported = importedModel(id);
  return resolveWebLlmModel(id, addresses, baseUrl === imported.modelUrl ? imported : null);
}

/** What is said of files that are whole. */
const SAID: Readonly<Record<ComparedWith, (host: string) => string>> = {
  pins: () => 'All files are those that the catalogue pins.',
  first: (host) =>
    `All files are whole, and what first came from the catalogue’s own address. These came from ${host}.`,
  itself: (host) =>
    `All files are whole, as they came from ${host}. Nothing says what they should be: the catalogue does not pin them, and its own were never here.`,
};

function incomplete(place: string, missing: readonly string[], model: WebLlmModel): LabError {
  const named = missing.slice(0, 3).join(', ');
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
  const published = catalogueRow(model.id);
  const where = published === null ? '' : ` WebLLM publishes its library at ${WEB_LLM_LIBRARIES}${published.library}.`;
  return new LabError(
    'model-missing',
    `${place} lacks ${named}${more}. Put what is missing beside the weights and import again.${where}`,
    { missing, model: model.id },
  );
}
