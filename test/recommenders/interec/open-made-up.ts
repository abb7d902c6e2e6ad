/** @file A small catalogue that is open for conversations, and conversations about it, for tests. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import type { ConversationOptions } from '../../../src/recommenders/interec/demonstrations.ts';
import { conversationOptions, chatReasoner, openWhole } from '../../../src/lab/chat/open-catalogue.ts';
import { openChat, type Chat } from '../../../src/lab/chat/open-chat.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import type { Catalogue } from '../../../src/tools/interactive/catalogue.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

/** A dataset and its catalogue. */
export interface Opened {
  readonly dataset: Dataset;
  readonly catalogue: Catalogue;
}

const WORDS = resolve(import.meta.dirname, '../../../datasets/word-vectors');

/** Opens a dataset as conversations do: whole, with the word vectors. */
export async function openMadeUp(dataset: Dataset = madeUpDataset()): Promise<Opened> {
  const { signal } = new AbortController();
  const session = openSession(await testEngine(), dataset, {
    fetchWords: (file) => Promise.resolve(new Uint8Array(readFileSync(join(WORDS, file)))),
  });
  return { dataset, catalogue: await openWhole(session, dataset, signal) };
}

/** A conversation, with its events. */
export function startChat(
  { catalogue, dataset }: Opened,
  {
    model = chatReasoner(),
    critic = model,
    options = {},
    now = () => 0,
  }: {
    readonly model?: LanguageModel;
    readonly critic?: LanguageModel;
    readonly options?: Partial<ConversationOptions>;
    readonly now?: () => number;
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
    now,
    write: (event) => events.push(event),
  });
  return { ...chat, events };
}
