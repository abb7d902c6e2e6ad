/** @file The models of a run: live, recorded to `recordings/<name>.jsonl`, or replayed from there. */
import { LabError, toLabError } from '../../core/errors.ts';
import { appendTo, type FileStore } from '../../core/file-store.ts';
import { type Json, canonicalJson } from '../../core/json.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import type { Item, ItemId } from '../../core/dataset.ts';
import { isBuiltInEmbedding } from '../../models/built-in-embeddings.ts';
import {
  recorded,
  type RecordedRole,
  parseRecording,
  replayed,
  nearestKey,
  type KeepLine,
  type RecordedEmbedding,
  type RecordedReply,
  missing,
  recordedReply,
  type Recording,
} from '../../models/recorded.ts';
import type { SoftRetrieval, RetrievalQuery, RetrievedItem } from '../../tools/retrieval/soft-retrieval.ts';
import { namedModelsOf } from './registry.ts';
import type { CompleteRunSpec } from './run-spec.ts';
import { MemoryFileStore } from '../../data/store/file-stores.ts';

const FOLDER = 'recordings/';

export const recordingPath = (name: string): string => `${FOLDER}${name}.jsonl`;

/** The files under a notebook's recordings. Runs write elsewhere: a stranger's notebook must not replace a recording. */
export async function withRecordings(
  files: FileStore,
  recordings: { readonly [name: string]: string },
): Promise<FileStore> {
  const own = new MemoryFileStore();
  for (const [name, text] of Object.entries(recordings)) {
    await own.write(recordingPath(name), new TextEncoder().encode(text));
  }
  const storeOf = (path: string): FileStore => (path.startsWith(FOLDER) ? own : files);
  return {
    list: (folder) => files.list(folder),
    read: async (path) => (await storeOf(path).read(path)) ?? files.read(path),
    size: (path) => storeOf(path).size(path),
    write: (path, bytes) => storeOf(path).write(path, bytes),
    appender: (path) => storeOf(path).appender(path),
    remove: (path) => storeOf(path).remove(path),
  };
}

export interface RecordingWriter {
  /** @throws LabError with what an earlier line could not be written for: replies that nobody keeps need not be asked for */
  readonly keep: KeepLine;
  /** Waits until all is durable. @throws LabError `storage-full`, `storage-failed` */
  readonly flush: () => Promise<void>;
}

/** @param path of the file. What is there stays until there is a reply to put in its place. */
export function recordingWriter(files: FileStore, path: string): RecordingWriter {
  let waiting = '';
  let isBegun = false;
  let hasReply = false;
  let failure: LabError | null = null;
  let pending: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    if (waiting === '' || failure !== null) return;
    const bytes = new TextEncoder().encode(waiting);
    waiting = '';
    if (isBegun) return appendTo(files, path, bytes);
    await files.write(path, bytes);
    isBegun = true;
  };
  return {
    keep(line, kind) {
      if (failure !== null) throw failure;
      waiting += line;
      hasReply ||= kind === 'reply';
      if (!hasReply) return;
      pending = pending.then(write).catch((thrown: unknown) => {
        failure = toLabError(thrown);
      });
    },
    async flush() {
      await pending;
      if (failure !== null) throw failure;
    },
  };
}

const sorted = ({ among }: Pick<RetrievalQuery, 'among'>): readonly ItemId[] | null =>
  among === undefined ? null : [...among].sort((a, b) => a - b);

/** Retrieval that hands each result to `keep` as a line. @param identity the embedding's name in the spec */
export function recordedRetrieval(retrieval: SoftRetrieval, identity: Json, keep: KeepLine): SoftRetrieval {
  const header: RecordedEmbedding = { embedding: retrieval.embedding, identity };
  keep(`${JSON.stringify(header)}\n`, 'description');
  const kept = (key: string, found: readonly RetrievedItem[]): readonly RetrievedItem[] => {
    const reply: RecordedReply = { key, nearest: found.map(({ item, cosine }) => [item.id, cosine]) };
    keep(`${JSON.stringify(reply)}\n`, 'reply');
    return found;
  };
  return {
    embedding: retrieval.embedding,
    async search(text, query) {
      return kept(nearestKey(identity, text, query.limit, sorted(query)), await retrieval.search(text, query));
    },
    like: (itemId, query) =>
      kept(nearestKey(identity, itemId, query.limit, sorted(query)), retrieval.like(itemId, query)),
  };
}

/** Recorded retrieval. @throws LabError `reply-not-recorded` for an unknown embedding or search */
export function replayedRetrieval(recording: Recording, identity: Json, items: readonly Item[]): SoftRetrieval {
  const embedding = recording.embeddings.get(canonicalJson(identity));
  if (embedding === undefined) throw missing(recording, 'has nothing that this embedding found', { identity });
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const found = (key: string): readonly RetrievedItem[] =>
    recordedReply(recording, key, 'nearest', 'retrieval').nearest.map(([id, cosine]) => {
      const item = itemOf.get(id);
      if (item !== undefined) return { item, cosine };
      throw new LabError(
        'file-invalid',
        `The recording ${recording.name} names item ${String(id)}, which is not here.`,
      );
    });
  return {
    embedding,
    search: async (text, query) => found(nearestKey(identity, text, query.limit, sorted(query))),
    like: (itemId, query) => found(nearestKey(identity, itemId, query.limit, sorted(query))),
  };
}

export interface ModelsWithReplies {
  readonly model: LanguageModel;
  readonly critic: LanguageModel;
  /** Retrieval by meaning, in the same way. The built-in embedding is never recorded: it is at hand everywhere. */
  readonly retrieve: (embedding: ComponentSpec, create: CreateRetrieval) => Promise<SoftRetrieval>;
  readonly named: ReadonlyMap<string, LanguageModel>;
  /** Waits until what was recorded is durable. @throws LabError `storage-full`, `storage-failed` */
  readonly flush: () => Promise<void>;
}

type ModelSpec = CompleteRunSpec['model'];
type CreateRetrieval = (embedding: ComponentSpec) => Promise<SoftRetrieval>;
type Create = (spec: ModelSpec, role: RecordedRole) => Promise<LanguageModel>;

async function allOf(
  spec: CompleteRunSpec,
  create: Create,
): Promise<Pick<ModelsWithReplies, 'model' | 'critic' | 'named'>> {
  const { model, critic } = spec;
  const agent = await create(model, 'agent');
  const named = new Map<string, LanguageModel>();
  for (const [name, other] of namedModelsOf(spec)) named.set(name, await create(other, `model ${name}`));
  return { model: agent, critic: critic === undefined ? agent : await create(critic, 'critic'), named };
}

const identityOf = ({ name, options }: ComponentSpec): Json => ({ name, options });
const nothing = async (): Promise<void> => {};
const live: ModelsWithReplies['retrieve'] = (embedding, create) => create(embedding);

/** The models of a spec; a replay makes no engine. @throws LabError `reply-not-recorded`, `file-invalid`, `storage-failed` */
export async function modelsWithReplies(
  spec: CompleteRunSpec,
  files: FileStore | undefined,
  items: readonly Item[],
  createEngine: (spec: ModelSpec) => Promise<LanguageModel>,
): Promise<ModelsWithReplies> {
  const { replies } = spec;
  if (replies.mode === 'live') return { ...(await allOf(spec, createEngine)), retrieve: live, flush: nothing };
  if (files === undefined)
    throw new LabError('storage-failed', 'Recordings need a place for files, and there is none here.');
  const path = `recordings/${replies.recording}.jsonl`;
  if (replies.mode === 'replay') {
    const bytes = await files.read(path);
    if (bytes === null) {
      const message = `There is no recording ${replies.recording}. Run with replies.mode "record" first.`;
      throw new LabError('reply-not-recorded', message, { recording: replies.recording });
    }
    const recording = parseRecording(replies.recording, new TextDecoder().decode(bytes));
    const replay: Create = async (component, role) => replayed(recording, identityOf(component), role);
    const retrieve: ModelsWithReplies['retrieve'] = async (embedding, create) =>
      isBuiltInEmbedding(embedding.name)
        ? create(embedding)
        : replayedRetrieval(recording, identityOf(embedding), items);
    return { ...(await allOf(spec, replay)), retrieve, flush: nothing };
  }
  const { keep, flush } = recordingWriter(files, path);
  const models = await allOf(spec, async (component, role) =>
    recorded(await createEngine(component), identityOf(component), keep, role),
  );
  return {
    ...models,
    async retrieve(embedding, create) {
      const retrieval = await create(embedding);
      return isBuiltInEmbedding(embedding.name) ? retrieval : recordedRetrieval(retrieval, identityOf(embedding), keep);
    },
    flush,
  };
}
