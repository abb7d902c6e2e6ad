/** @file Conversations about the open dataset, each an experiment whose events are kept as they happen. */
import { now, wallClock } from '../../core/clock.ts';
import type { Dataset } from '../../core/dataset.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { asJson, canonicalJson, type JsonObject } from '../../core/json.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { comesWithLab, REASONER_ID } from '../../core/reasoner-name.ts';
import { conversationOptions, chatReasoner, openWhole } from './open-catalogue.ts';
import { chatState, openChat, type Chat } from './open-chat.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import type { LabParts } from '../kind.ts';
import type { Going } from '../service.ts';
import type { ChatSettings, ChatWords } from './service.ts';
import { demonstrationsOf } from './made-demonstrations.ts';
import { keepEvents, type NewExperiment } from '../experiments/experiments.ts';

export class ChatDesk {
  private readonly lab: LabParts;
  private readonly reasoner = chatReasoner();
  private live: LiveChat | null = null;
  /** Counts up where nothing that is open now may be used again. */
  private forgotten = 0;
  private catalogue: { readonly dataset: Dataset; readonly made: Promise<Catalogue> } | null = null;

  constructor(lab: LabParts) {
    this.lab = lab;
  }

  async say(id: string, words: ChatWords, going: Going): Promise<void> {
    const { settings } = words;
    if ('text' in words) {
      await going.useModels?.(modelsOf(settings));
      const act = async (chat: Chat, stop: AbortSignal): Promise<void> => void (await chat.say(words.text, stop));
      return this.with({ id, settings, going, title: words.text }, act);
    }
    return this.with({ id, settings: asksNobody(settings), going }, (chat) =>
      'takeBack' in words ? chat.takeBack(words.takeBack) : chat.editProfile(words.profile),
    );
  }

  /** Open conversations are read again: what is kept of them may be gone. */
  forget(): void {
    this.live = null;
    this.forgotten += 1;
  }

  private opened(signal: AbortSignal): Promise<Catalogue> {
    const { dataset, whole } = this.lab.workbench();
    if (this.catalogue?.dataset !== dataset) this.catalogue = { dataset, made: openWhole(whole, dataset, signal) };
    const { made } = this.catalogue;
    made.catch(() => (this.catalogue = null));
    return made;
  }

  private async model(spec: ComponentSpec, signal: AbortSignal): Promise<LanguageModel> {
    if (spec.name === REASONER_ID) return this.reasoner;
    const { kind, model } = await this.lab.models.open(spec, signal);
    if (kind === 'language') return model;
    throw new LabError('name-unknown', `${spec.name} is an embedding model, which cannot talk.`);
  }

  private async with(
    { id, settings, going: { onEvents = () => undefined, signal }, title = 'Nothing said yet' }: Talking,
    act: (chat: Chat, signal: AbortSignal) => Promise<void> | void,
  ): Promise<void> {
    throwIfAborted(signal);
    const catalogue = await this.opened(signal);
    // A model may have been loaded anew: it is asked for each time.
    const model = await this.model(settings.model, signal);
    const held: Held = { key: canonicalJson([id, asJson(settings)]), catalogue, model };
    const live = this.live !== null && isSame(this.live, held) ? this.live : null;
    // Whatever fails below leaves the file to say what the conversation is.
    this.live = null;
    const { forgotten } = this;
    const kept = await this.lab.experiments();
    if ((await kept.find(id)) === null) await kept.create(this.made(id, title, settings));
    const file = await kept.open(id);
    const used = await keepEvents(file, onEvents, async (write) => {
      const isUnchanged = live?.size === file.size;
      const open = isUnchanged ? live : await this.openLive(id, settings, held, file.before.entries, signal);
      open.sink.write = write;
      for (const event of open.waiting.splice(0)) write(event);
      await act(open.chat, signal);
      return open;
    });
    if (this.forgotten === forgotten) this.live = { ...used, size: file.size };
  }

  private made(id: string, title: string, settings: ChatSettings): NewExperiment {
    const dataset = this.lab.workbench().dataset.manifest.name;
    const spec = asJson(settings) as JsonObject;
    return { id, kind: 'chat', startedAt: wallClock(), title, about: '', dataset, spec, outcome: 'done' };
  }

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
      manifest: this.lab.workbench().dataset.manifest,
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
  return named.filter(({ name }) => !comesWithLab(name));
}

/** What asks no model needs none: a profile can be erased where its model is not loaded, or is gone. */
const asksNobody = (settings: ChatSettings): ChatSettings => ({
  ...settings,
  model: { name: REASONER_ID, options: {} },
  critic: null,
});

interface Talking {
  readonly id: string;
  readonly settings: ChatSettings;
  readonly going: Going;
  /** What the conversation is called if it begins here. */
  readonly title?: string;
}

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
