/** @file A small catalogue that is open for conversations, and conversations about it, for tests. */
import type { Dataset } from '../../../src/core/dataset.ts';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import type { ConversationOptions } from '../../../src/recommenders/interec/options.ts';
import { conversationOptions } from '../../../src/runs/chat/chat-options.ts';
import { chatReasoner } from '../../../src/runs/chat/chat-reasoner.ts';
import { openCatalogue } from '../../../src/runs/chat/open-catalogue.ts';
import { openChat, type Chat } from '../../../src/runs/chat/open-chat.ts';
import { openSession } from '../../../src/runs/session.ts';
import { DEFAULT_EMBEDDING } from '../../../src/runs/tool-spec.ts';
import type { Catalogue } from '../../../src/tools/interactive/catalogue.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

/** A dataset and its catalogue. */
export interface Opened {
  readonly dataset: Dataset;
  readonly catalogue: Catalogue;
}

/** Opens a dataset as conversations do: without each person's last interaction. */
export async function openMadeUp(dataset: Dataset = madeUpDataset()): Promise<Opened> {
  const { signal } = new AbortController();
  const session = openSession(await testEngine(), dataset);
  const split = leaveLastOut(dataset);
  const database = await session.database(split, signal);
  const retrieval = await session.createRetrieval(DEFAULT_EMBEDDING, signal);
  return { dataset, catalogue: openCatalogue({ dataset, database, retrieval, heldOut: split.heldOut }) };
}

/** A conversation, with its events. */
export function startChat(
  { catalogue, dataset }: Opened,
  {
    model = chatReasoner(),
    critic = model,
    options = {},
  }: {
    readonly model?: LanguageModel;
    readonly critic?: LanguageModel;
    readonly options?: Partial<ConversationOptions>;
  } = {},
): Chat & { readonly events: readonly TraceEvent[] } {
  const events: TraceEvent[] = [];
  const chat = openChat({
    catalogue,
    manifest: dataset.manifest,
    model,
    critic,
    options: conversationOptions(options),
    seed: 1,
    spec: null,
    now: () => 0,
    write: (event) => events.push(event),
  });
  return { ...chat, events };
}
