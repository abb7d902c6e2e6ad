/** @file A dataset and its models, opened for conversations in the terminal. */
import type { Dataset } from '../../core/dataset.ts';
import type { ConversationSettings } from '../../core/dialogue.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { RANKERS, type LikenessName, type RankerName } from '../../recommenders/interec/rankers.ts';
import { LabError } from '../../core/errors.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { leaveLastOut, type Split } from '../../data/split/leave-last-out.ts';
import { chatReasoner, openCatalogue, openRankedCatalogue, NOTHING_HELD_OUT } from '../../lab/chat/open-catalogue.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { openDataset } from '../datasets.ts';
import { folderFileStore } from '../folder-file-store.ts';
import { createModelOpener, type ModelPlaces } from '../open-model.ts';
import { openLab } from '../open-session.ts';
import type { VariantId } from '../../lab/chat/ablations.ts';
import type { DEMONSTRATION_MODES } from '../../lab/chat/made-demonstrations.ts';

export interface ChatOptions {
  /** A file of lines `{id, turns}`. */
  readonly turns: string;
  readonly dataset: string | null;
  readonly model: string;
  /** As the model's usual one where absent. */
  readonly planning?: ConversationSettings['planning'];
  /** Which demonstrations a language model is shown. */
  readonly demonstrations: (typeof DEMONSTRATION_MODES)[number];
  readonly files: string;
  readonly events: string | null;
  readonly places: ModelPlaces;
  /** What compares texts by meaning. */
  readonly embedding: ComponentSpec;
  readonly ranker: RankerName;
  /** By what items are alike. */
  readonly likeness: LikenessName;
}

export interface SimulateOptions extends Omit<ChatOptions, 'turns' | 'planning' | 'demonstrations' | 'events'> {
  readonly simulator: string;
  /** The model that judges turns; the agent itself where null. */
  readonly critic: string | null;
  /** Some of the variants; all where null. */
  readonly variants: readonly VariantId[] | null;
  readonly conversations: number;
  readonly seed: number;
}

/** The dataset of conversations where none is named. */
const PACKAGED = 'synthetic-films';
/** Equal conversations have equal rankers. */
const RANKER_SEED = 1;

type ChatSources = Pick<ChatOptions, 'dataset' | 'files' | 'places' | 'embedding' | 'ranker' | 'likeness'>;

export interface ChatSession {
  readonly dataset: Dataset;
  /** Nothing is held out for people; each person's last interaction for simulated ones, who look for it. */
  readonly split: Split;
  readonly catalogue: Catalogue;
  /** @throws LabError `name-unknown`, `model-missing` */
  model(name: string): Promise<LanguageModel>;
  close(): void;
}

/** Opens a dataset: whole, or without each person's last interaction. */
export async function openChatSession(
  sources: ChatSources,
  held: 'nothing' | 'the last',
  onProgress: (text: string) => void,
  signal: AbortSignal,
): Promise<ChatSession> {
  const dataset = await openDataset(sources.dataset, PACKAGED, signal, onProgress);
  const opener = createModelOpener(sources.places, onProgress);
  const session = await openLab(dataset, { files: folderFileStore(sources.files), opener, onProgress });
  const split = held === 'nothing' ? NOTHING_HELD_OUT : leaveLastOut(dataset);
  const database = await session.database(split, signal);
  const retrieval = await session.createRetrieval(sources.embedding, signal);
  const parts = { dataset, database, retrieval, heldOut: split.heldOut, likeness: sources.likeness };
  // As on the page; and where nobody rated anything there is nothing to fit.
  const isOwn = held === 'nothing' && sources.ranker === RANKERS[0];
  return {
    dataset,
    split,
    catalogue: isOwn ? openCatalogue(parts) : await openRankedCatalogue(parts, sources.ranker, RANKER_SEED, signal),
    async model(name) {
      const reasoner = chatReasoner();
      if (name === reasoner.id) return reasoner;
      const { kind, model } = await opener.openModel({ name, options: {} }, signal);
      if (kind === 'language') return model;
      throw new LabError('name-unknown', `${name} is an embedding model, which cannot talk.`, { name });
    },
    close: () => session.close(),
  };
}
