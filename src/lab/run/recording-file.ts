/**
 * @file The models of a run as its spec wants the replies: live, live and kept, or from a recording alone. Recordings are
 * `recordings/<name>.jsonl` in the host's files.
 */
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { Json } from '../../core/json.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import type { Item } from '../../core/dataset.ts';
import { isBuiltInEmbedding } from '../../models/lexical/lexical-embedding.ts';
import { recorded, type RecordedRole, parseRecording, replayed } from '../../models/recorded.ts';
import type { SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';
import { recordedRetrieval, replayedRetrieval } from './recorded-retrieval.ts';
import { recordingWriter } from './recording-writer.ts';
import { namedModelsOf } from './registry.ts';
import type { CompleteRunSpec } from './run-spec.ts';

/** The models of a run and what has to be done for their recording. */
export interface ModelsWithReplies {
  readonly model: LanguageModel;
  /** The model itself where the spec names no critic. */
  readonly critic: LanguageModel;
  /** Retrieval by meaning, in the same way. The built-in embedding is never recorded: it is at hand everywhere. */
  readonly retrieve: (embedding: ComponentSpec, create: CreateRetrieval) => Promise<SoftRetrieval>;
  /** By the names that the spec's recommender gives them. */
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

/**
 * The models of a spec.
 * @param items of the dataset
 * @param createEngine is not called in replay
 * @throws LabError `reply-not-recorded` where there is no such recording, `file-invalid` where it is damaged,
 * `storage-failed` where the host keeps no files
 */
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
