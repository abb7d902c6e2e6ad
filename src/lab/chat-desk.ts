/** @file Conversations about the open dataset, kept as they happen: `conversations/<id>.jsonl` holds the events of one. */
import { proxy } from 'comlink';
import { now, wallClock } from '../core/clock.ts';
import type { Demonstration } from '../core/dialogue.ts';
import type { Dataset } from '../core/dataset.ts';
import { LabError, throwIfAborted } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import { canonicalJson, type Json } from '../core/json.ts';
import type { LanguageModel } from '../core/language-model.ts';
import type { ComponentSpec } from '../core/run.ts';
import { formatTrace, parseTrace } from '../core/trace-file.ts';
import type { TraceEvent } from '../core/trace.ts';
import { leaveLastOut } from '../data/split/leave-last-out.ts';
import { REASONER_ID } from '../models/reasoner/reasoner.ts';
import { conversationOptions } from '../runs/chat/chat-options.ts';
import { chatReasoner } from '../runs/chat/chat-reasoner.ts';
import { openCatalogue } from '../runs/chat/open-catalogue.ts';
import { openChat, type Chat } from '../runs/chat/open-chat.ts';
import { EMPTY_PROFILE } from '../recommenders/interec/profile-memory.ts';
import { entriesGone } from '../recommenders/interec/without-entries.ts';
import type { Session } from '../runs/session.ts';
import { DEFAULT_EMBEDDING } from '../runs/tool-spec.ts';
import type { Catalogue } from '../tools/interactive/catalogue.ts';
import { createBatcher } from '../wire/batches.ts';
import type { ChatService, ChatSettings, KeptChat, OnEvents } from '../wire/chat-service.ts';
import type { LabService } from '../wire/lab-service.ts';
import { chatState } from './chat-file.ts';
import { DemonstrationShelf } from './demonstration-shelf.ts';
import type { ModelShelf } from './model-shelf.ts';
import type { Workbench } from './workbench.ts';

/** What the desk needs of the lab. */
interface ChatDeskHost {
  files(): Promise<FileStore>;
  /** The open dataset. */
  dataset(): Dataset;
  session(): Session;
  openModel(spec: ComponentSpec, signal: AbortSignal): Promise<LanguageModel>;
}

const FOLDER = 'conversations';
const NEVER = new AbortController().signal;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const pathOf = (id: string): string => `${FOLDER}/${id}.jsonl`;
const isId = (id: string): boolean => /^[\w-]{1,60}$/u.test(id);

/** Conversations. */
class ChatDesk implements ChatService {
  private readonly host: ChatDeskHost;
  private readonly reasoner = chatReasoner();
  private readonly shelf: DemonstrationShelf;
  private live: LiveChat | null = null;
  private catalogue: { readonly dataset: Dataset; readonly made: Promise<Catalogue> } | null = null;

  constructor(host: ChatDeskHost) {
    this.host = host;
    this.shelf = new DemonstrationShelf(() => host.files());
  }

  async chatModels({ model, critic }: ChatSettings): Promise<readonly ComponentSpec[]> {
    const named = critic === null ? [model] : [model, critic];
    return Promise.resolve(named.filter(({ name }) => name !== REASONER_ID));
  }

  async say(id: string, settings: ChatSettings, text: string, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    await this.with(id, settings, onEvents, signal, async (chat) => void (await chat.say(text, signal)));
  }

  async takeBack(id: string, settings: ChatSettings, from: string, onEvents: OnEvents): Promise<void> {
    await this.with(id, asksNobody(settings), onEvents, NEVER, (chat) => chat.takeBack(from));
  }

  async editProfile(...[id, settings, profile, onEvents]: Parameters<ChatService['editProfile']>): Promise<void> {
    await this.with(id, asksNobody(settings), onEvents, NEVER, async (chat) => {
      const gone = entriesGone(chat.conversation.profile, profile ?? EMPTY_PROFILE);
      chat.editProfile(profile);
      if (await this.shelf.forget(id, { gone, isAll: profile === null })) this.live = null;
    });
  }

  async addDemonstration(id: string, demonstration: Demonstration): Promise<void> {
    this.live = null;
    await this.shelf.add(id, demonstration);
  }

  async chats(): Promise<readonly KeptChat[]> {
    const files = await this.host.files();
    const paths = (await files.list(FOLDER)).filter((path) => path.endsWith('.jsonl'));
    const kept = await Promise.all(
      paths.map(async (path) => headerOf(path, (await files.read(path)) ?? new Uint8Array())),
    );
    const name = this.host.dataset().manifest.name;
    return kept.filter((one) => one.dataset === name).sort((a, b) => b.startedAt - a.startedAt);
  }

  async readChat(id: string): Promise<readonly TraceEvent[]> {
    const bytes = isId(id) ? await (await this.host.files()).read(pathOf(id)) : null;
    if (bytes === null)
      throw new LabError('name-unknown', `There is no conversation ${id}; it may have been removed.`, { id });
    return parseTrace(decoder.decode(bytes), { partial: true });
  }

  async removeChat(id: string): Promise<void> {
    this.live = null;
    if (isId(id)) await (await this.host.files()).remove(pathOf(id));
  }

  private opened(signal: AbortSignal): Promise<Catalogue> {
    const dataset = this.host.dataset();
    if (this.catalogue?.dataset !== dataset) this.catalogue = { dataset, made: this.open(dataset, signal) };
    const { made } = this.catalogue;
    made.catch(() => (this.catalogue = null));
    return made;
  }

  private async open(dataset: Dataset, signal: AbortSignal): Promise<Catalogue> {
    const split = leaveLastOut(dataset);
    const session = this.host.session();
    const database = await session.database(split, signal);
    const retrieval = await session.createRetrieval(DEFAULT_EMBEDDING, signal);
    return openCatalogue({ dataset, database, retrieval, heldOut: split.heldOut });
  }

  private async model(spec: ComponentSpec, signal: AbortSignal): Promise<LanguageModel> {
    return spec.name === REASONER_ID ? this.reasoner : this.host.openModel(spec, signal);
  }

  /** The conversation, open: the one that was used last stays so; any other is opened as its file tells it. */
  private async chat(id: string, settings: ChatSettings, signal: AbortSignal): Promise<LiveChat> {
    const catalogue = await this.opened(signal);
    const key = canonicalJson([id, { ...settings } as unknown as Json]);
    // A model may have been loaded anew: it is asked for each time.
    const model = await this.model(settings.model, signal);
    if (this.live?.key === key && this.live.catalogue === catalogue && this.live.model === model) return this.live;
    const known = await (await this.host.files()).read(pathOf(id));
    const kept = chatState(known === null ? [] : parseTrace(decoder.decode(known), { partial: true }));
    const critic = settings.critic === null ? model : await this.model(settings.critic, signal);
    const { planning, reflections, profile, demonstrations: mode } = settings;
    const demonstrations = await this.shelf.of(mode, { catalogue, model, signal });
    const sink: { write: (event: TraceEvent) => void } = { write: () => undefined };
    const waiting: TraceEvent[] = [];
    sink.write = (event) => waiting.push(event);
    const chat = openChat({
      catalogue,
      manifest: this.host.dataset().manifest,
      model,
      critic,
      options: conversationOptions({ planning, reflections, profile, demonstrations }),
      seed: id,
      kept,
      spec: { chat: id, startedAt: wallClock(), settings: { ...settings } as unknown as Json },
      now,
      write: (event) => sink.write(event),
    });
    this.live = { key, catalogue, model, chat, sink, waiting };
    return this.live;
  }

  /** Lets something be done in a conversation, and appends its events to the file. */
  private async with(
    id: string,
    settings: ChatSettings,
    onEvents: OnEvents,
    signal: AbortSignal,
    act: (chat: Chat) => Promise<void> | void,
  ): Promise<void> {
    if (!isId(id)) throw new LabError('spec-invalid', `${id} is no name of a conversation.`, { id });
    throwIfAborted(signal);
    const live = await this.chat(id, settings, signal);
    const file = await (await this.host.files()).appender(pathOf(id));
    let keeping = Promise.resolve();
    const batcher = createBatcher<TraceEvent>((batch) => {
      keeping = keeping.then(() => file.append(encoder.encode(formatTrace(batch))));
      onEvents(batch);
    }, now);
    live.sink.write = (event) => batcher.add(event);
    try {
      for (const event of live.waiting.splice(0)) batcher.add(event);
      await act(live.chat);
    } finally {
      batcher.flush();
      await keeping;
      await file.close();
    }
  }
}

/** What asks no model needs none: a profile can be erased where its model is not loaded, or is gone. */
const asksNobody = (settings: ChatSettings): ChatSettings => ({
  ...settings,
  model: { name: REASONER_ID, options: {} },
  critic: null,
});

/** The conversation that was used last. */
interface LiveChat {
  readonly key: string;
  readonly catalogue: Catalogue;
  readonly model: LanguageModel;
  readonly chat: Chat;
  readonly sink: { write: (event: TraceEvent) => void };
  /** Events from before there was a file. */
  readonly waiting: TraceEvent[];
}

/** What a list shows, from the first lines of a file. */
function headerOf(path: string, bytes: Uint8Array): KeptChat {
  const id = path.slice(FOLDER.length + 1, -'.jsonl'.length);
  const [first = '', second = ''] = decoder.decode(bytes.subarray(0, 16_384)).split('\n');
  const none = { id, title: 'A damaged conversation', dataset: '', startedAt: 0, bytes: bytes.length };
  try {
    const start = JSON.parse(first) as { spec: { startedAt: number }; dataset: { name: string } };
    const turn = JSON.parse(second) as { label: string };
    return { ...none, title: turn.label, dataset: start.dataset.name, startedAt: start.spec.startedAt };
  } catch {
    return none;
  }
}

/** What the desk takes of the lab. */
export interface LabParts {
  readonly files: () => Promise<FileStore>;
  /** The open dataset's. */
  readonly workbench: () => Workbench;
  readonly models: ModelShelf;
}

/** Conversations of a lab. @param parts asked for each time */
export function chatDesk(parts: () => LabParts): LabService['chat'] {
  return proxy(
    new ChatDesk({
      files: () => parts().files(),
      dataset: () => parts().workbench().dataset,
      session: () => parts().workbench().whole,
      async openModel(spec, signal) {
        const { kind, model } = await parts().models.open(spec, signal);
        if (kind === 'language') return model;
        throw new LabError('name-unknown', `${spec.name} is an embedding model, which cannot talk.`);
      },
    }),
  );
}
