/** @file Conversations about the open dataset, kept as they happen: `conversations/<id>.jsonl` holds the events of one. */
import { now, wallClock } from '../../core/clock.ts';
import type { Dataset } from '../../core/dataset.ts';
import { LabError, NEVER, throwIfAborted } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { TRACE_LINES, type KeptTrace } from '../../trace/trace-file.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { openJsonLines, readJsonLines, removeJsonLines } from '../../data/store/json-lines-file.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { conversationOptions, chatReasoner, openWhole } from './open-catalogue.ts';
import { openChat, type Chat } from './open-chat.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import type { OnEvents } from '../../rpc/transfer-handlers.ts';
import type { ChatService, ChatSettings, KeptChat, Saying } from './service.ts';
import { chatHeader, chatState } from './chat-file.ts';
import { demonstrationsOf } from './made-demonstrations.ts';
import { keepEvents } from '../run/keep-events.ts';
import type { ModelShelf } from '../models/model-shelf.ts';
import type { Workbench } from '../run/workbench.ts';

export interface LabParts {
  readonly files: () => Promise<FileStore>;
  readonly workbench: () => Workbench;
  readonly models: ModelShelf;
}

const FOLDER = 'conversations';
const pathOf = (id: string): string => `${FOLDER}/${id}.jsonl`;
const isId = (id: string): boolean => /^[\w-]{1,60}$/u.test(id);

export class ChatDesk implements ChatService {
  private readonly parts: () => LabParts;
  private readonly reasoner = chatReasoner();
  private live: LiveChat | null = null;
  /** Counts up where nothing that is open now may be used again. */
  private forgotten = 0;
  private catalogue: { readonly dataset: Dataset; readonly made: Promise<Catalogue> } | null = null;

  /** @param parts of the lab, as they are when something is asked */
  constructor(parts: () => LabParts) {
    this.parts = parts;
  }

  async say(id: string, settings: ChatSettings, text: string, saying: Saying): Promise<void> {
    const { onEvents, signal, useModels } = saying;
    await useModels?.(modelsOf(settings));
    await this.with(id, settings, onEvents, signal, async (chat, stop) => void (await chat.say(text, stop)));
  }

  async takeBack(id: string, settings: ChatSettings, from: string, onEvents: OnEvents): Promise<void> {
    await this.with(id, asksNobody(settings), onEvents, NEVER, (chat) => chat.takeBack(from));
  }

  async editProfile(...[id, settings, profile, onEvents]: Parameters<ChatService['editProfile']>): Promise<void> {
    await this.with(id, asksNobody(settings), onEvents, NEVER, (chat) => chat.editProfile(profile));
  }

  async list(): Promise<readonly KeptChat[]> {
    const files = await this.parts().files();
    const paths = (await files.list(FOLDER)).filter((path) => path.endsWith('.jsonl'));
    const kept = await Promise.all(
      paths.map(async (path) =>
        chatHeader(path.slice(FOLDER.length + 1, -'.jsonl'.length), (await files.read(path)) ?? new Uint8Array()),
      ),
    );
    const { name } = this.parts().workbench().dataset.manifest;
    const here = kept.filter((one) => one !== null).filter(({ dataset }) => dataset === name || dataset === '');
    return here.sort((a, b) => b.startedAt - a.startedAt);
  }

  async read(id: string): Promise<KeptTrace> {
    const kept = isId(id) ? await readJsonLines(await this.parts().files(), pathOf(id), TRACE_LINES) : null;
    if (kept === null)
      throw new LabError('name-unknown', `There is no conversation ${id}; it may have been removed.`, { id });
    return { events: kept.entries, fault: kept.fault };
  }

  async remove(id: string): Promise<void> {
    this.forget();
    if (!isId(id)) return;
    await removeJsonLines(await this.parts().files(), pathOf(id));
  }

  private forget(): void {
    this.live = null;
    this.forgotten += 1;
  }

  private opened(signal: AbortSignal): Promise<Catalogue> {
    const { dataset, whole } = this.parts().workbench();
    if (this.catalogue?.dataset !== dataset) this.catalogue = { dataset, made: openWhole(whole, dataset, signal) };
    const { made } = this.catalogue;
    made.catch(() => (this.catalogue = null));
    return made;
  }

  private async model(spec: ComponentSpec, signal: AbortSignal): Promise<LanguageModel> {
    if (spec.name === REASONER_ID) return this.reasoner;
    const { kind, model } = await this.parts().models.open(spec, signal);
    if (kind === 'language') return model;
    throw new LabError('name-unknown', `${spec.name} is an embedding model, which cannot talk.`);
  }

  private async with(
    id: string,
    settings: ChatSettings,
    onEvents: OnEvents,
    signal: AbortSignal,
    act: (chat: Chat, signal: AbortSignal) => Promise<void> | void,
  ): Promise<void> {
    if (!isId(id)) throw new LabError('spec-invalid', `${id} is not the name of a conversation.`, { id });
    throwIfAborted(signal);
    const catalogue = await this.opened(signal);
    // A model may have been loaded anew: it is asked for each time.
    const model = await this.model(settings.model, signal);
    const held: Held = { key: canonicalJson([id, asJson(settings)]), catalogue, model };
    const live = this.live !== null && isSame(this.live, held) ? this.live : null;
    // Whatever fails below leaves the file to say what the conversation is.
    this.live = null;
    const { forgotten } = this;
    const request = live === null ? {} : { knownSize: live.size };
    const file = await openJsonLines(await this.parts().files(), pathOf(id), TRACE_LINES, request);
    const used = await keepEvents(file, onEvents, async (write) => {
      const { before } = file;
      const open =
        live !== null && before === null
          ? live
          : await this.openLive(id, settings, held, before?.entries ?? [], signal);
      open.sink.write = write;
      for (const event of open.waiting.splice(0)) write(event);
      await act(open.chat, signal);
      return open;
    });
    if (this.forgotten === forgotten) this.live = { ...used, size: file.size };
  }

  /** A conversation as its file tells it. */
  private async openLive(
    id: string,
    settings: ChatSettings,
    held: Held,
    events: readonly TraceEvent[],
    signal: AbortSignal,
  ): Promise<LiveChat> {
    const { catalogue, model } = held;
    const critic = settings.critic === null ? model : await this.model(settings.critic, signal);
    const demonstrations = demonstrationsOf(settings.demonstrations, model, catalogue);
    const { planning, reflections, profile } = settings;
    const waiting: TraceEvent[] = [];
    const sink: LiveChat['sink'] = { write: (event) => waiting.push(event) };
    const chat = openChat({
      catalogue,
      manifest: this.parts().workbench().dataset.manifest,
      model,
      critic,
      options: conversationOptions({ planning, reflections, profile, demonstrations }),
      seed: id,
      kept: chatState(events),
      spec: { chat: id, startedAt: wallClock(), settings: asJson(settings) },
      now,
      write: (event) => sink.write(event),
    });
    return { ...held, chat, sink, waiting, size: 0 };
  }
}

function modelsOf({ model, critic }: ChatSettings): readonly ComponentSpec[] {
  const named = critic === null ? [model] : [model, critic];
  return named.filter(({ name }) => name !== REASONER_ID);
}

/** What asks no model needs none: a profile can be erased where its model is not loaded, or is gone. */
const asksNobody = (settings: ChatSettings): ChatSettings => ({
  ...settings,
  model: { name: REASONER_ID, options: {} },
  critic: null,
});

interface Held {
  readonly key: string;
  readonly catalogue: Catalogue;
  readonly model: LanguageModel;
}

interface LiveChat extends Held {
  readonly chat: Chat;
  readonly sink: { write: (event: TraceEvent) => void };
  readonly waiting: TraceEvent[];
  readonly size: number;
}

const isSame = (one: Held, other: Held): boolean =>
  one.key === other.key && one.catalogue === other.catalogue && one.model === other.model;
