/** @file The state of the Chat page: one conversation at a time, as a fold over its trace. */
import { PLANNINGS, usualPlanning, type Profile } from '../../../core/dialogue.ts';
import { EMPTY_PROFILE, isEmptyProfile } from '../../../core/profile.ts';
import type { ChatSettings, Experiment, Going, Said } from '../../../client/lab.ts';
import { wallClock } from '../../../core/clock.ts';
import { NEVER } from '../../../core/errors.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import { formatTrace } from '../../../trace/trace-file.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { download } from '../../browser.ts';
import { writtenSpec, type Written } from '../../forms/written.ts';
import type { Session } from '../../session.svelte.ts';
import { WorkingCalls, type WorkingCall } from '../../../trace/call-record.ts';
import { ConversationFold, type TurnView } from '../../../trace/conversation-fold.ts';
import { readyTrace } from '../plan/ready-case.ts';
import { wishesIn } from './catalogue.ts';
import { FLAG, oneOf, whole, z } from '../../parts/settings/shapes.ts';

export interface Chosen {
  readonly model: ComponentSpec;
  readonly critic: ComponentSpec | null;
}

const REASONER: ComponentSpec = { name: 'built-in/reasoner', options: {} };

export class Chat {
  readonly session: Session;
  turns = $state.raw<readonly TurnView[]>([]);
  profile = $state.raw<Profile>(EMPTY_PROFILE);
  /** The node of the turn whose detail is shown; the last one where null. */
  looked = $state<string | null>(null);
  draft = $state('');
  /** What was said and has not begun to be answered, since data or a model are still being opened. */
  pending = $state('');
  /** What is under way: `Loading SmolLM2`. */
  phase = $state('');
  working = $state.raw<WorkingCall | null>(null);
  /** As the model's usual ones where null. */
  planning = $state<ChatSettings['planning'] | null>(null);
  demonstrations = $state<ChatSettings['demonstrations']>('dynamic');
  reflections = $state<number | null>(null);
  remembers = $state(true);
  wishes = $state.raw<readonly string[]>([]);
  id = $state('');
  /** True while the conversation that comes with the lab is shown. */
  isRecorded = $state(false);
  private stopping = $state.raw<AbortController | null>(null);
  private readonly chosen: () => Chosen | null;
  private fold = new ConversationFold();
  private events: TraceEvent[] = [];
  private calls = new WorkingCalls();
  private dataset = $state('');

  constructor(session: Session, chosen: () => Chosen | null) {
    this.session = session;
    this.chosen = chosen;
    session.settings.keep<Chat>('chat', this, {
      planning: z.nullable(oneOf(() => PLANNINGS)),
      demonstrations: oneOf(() => ['zero', 'fixed', 'dynamic']),
      reflections: z.nullable(whole(0, 5)),
      remembers: FLAG,
    });
    this.clear();
  }

  get used(): readonly ComponentSpec[] {
    const { model, critic, reflections } = this.settings();
    return critic === null || reflections === 0 ? [model] : [model, critic];
  }

  get form(): Written {
    const before = this.settings();
    const schema = this.session.description?.forms.conversation;
    return writtenSpec(before, schema, ({ planning, demonstrations, reflections, profile }) => {
      if (profile !== before.profile) void this.keepProfile(profile);
      this.demonstrations = demonstrations;
      if (planning !== before.planning) Object.assign(this, { planning, reflections: null });
      if (reflections !== before.reflections) this.reflections = reflections;
    });
  }

  get isAnswering(): boolean {
    return this.stopping !== null;
  }

  /** True while a turn is being answered; one that a closed tab or a lost worker left without an end is not. */
  isUnderWay({ node, status }: TurnView): boolean {
    return status === 'running' && this.isAnswering && node === this.turns.at(-1)?.node;
  }

  get shown(): TurnView | null {
    return this.turns.find(({ node }) => node === this.looked) ?? this.turns.at(-1) ?? null;
  }

  /** @param hears whether to show what a language model said */
  async use(name: string, hears: boolean): Promise<void> {
    if (this.dataset !== name) {
      this.dataset = name;
      this.stop();
      this.clear();
      this.wishes = await wishesIn(this.session.client).catch(() => []);
      await this.session.kept.refresh();
    }
    await this.session.attempt('Opening the conversation', () => this.hear(hears && this.session.hears));
  }

  /** Shows what a language model said, or stops to; what is under way, or was opened meanwhile, stays. */
  private async hear(isRecorded: boolean): Promise<void> {
    if (isRecorded === this.isRecorded || this.isAnswering) return;
    const { id } = this;
    const events = isRecorded ? await readyTrace('conversation') : [];
    if (this.id !== id || this.isAnswering) return;
    this.clear();
    this.isRecorded = isRecorded;
    this.show(events);
  }

  begin(): void {
    this.session.hears = false;
    this.clear();
  }

  private clear(): void {
    this.isRecorded = false;
    this.session.settle('Answering');
    this.id = `chat-${String(wallClock())}`;
    this.show([]);
  }

  get kept(): readonly Experiment[] {
    return this.session.kept.of('chat').filter(({ dataset }) => dataset === this.dataset);
  }

  async open(id: string): Promise<void> {
    await this.session.attempt('Opening the conversation', async () => {
      const events = this.session.eventsOf(await this.session.client.read(id));
      this.begin();
      this.id = id;
      this.show(events);
      // It was kept with the conversation.
      if (!isEmptyProfile(this.profile)) this.remembers = true;
    });
  }

  async remove(id: string): Promise<void> {
    await this.session.attempt('Removing the conversation', async () => {
      await this.session.client.remove('experiment', id);
      if (id === this.id) this.begin();
      await this.session.kept.refresh();
    });
  }

  async send(text: string = this.draft): Promise<void> {
    if (text.trim() === '' || this.isAnswering) return;
    await this.answer(text);
  }

  private async answer(text: string): Promise<void> {
    if (this.isRecorded) this.begin();
    if (text === this.draft) this.draft = '';
    this.looked = null;
    this.pending = text;
    const controller = new AbortController();
    this.stopping = controller;
    this.calls = new WorkingCalls();
    try {
      const isAnswered = await this.session.attempt('Answering', () =>
        this.say({ text }, { onLoading: ({ phase }) => (this.phase = phase), signal: controller.signal }),
      );
      // What was shown and could not be kept is not part of the conversation; what was written is not lost.
      if (!isAnswered && (await this.fallBack())) this.pending = text;
    } finally {
      if (this.stopping === controller) this.stopping = null;
      // Nothing that was written is lost where the answer did not even begin, nor what was written meanwhile.
      this.draft = [this.pending, this.draft].filter((part) => part !== '').join('\n');
      this.pending = '';
      this.phase = '';
      await this.session.kept.refresh();
    }
  }

  /** Stops the answer; what came stays in the trace, and counts for nothing. */
  stop(): void {
    this.stopping?.abort();
  }

  /** Says again what a turn said that came to nothing. */
  async resend(turn: TurnView): Promise<void> {
    if (this.isAnswering) return;
    await this.takeBack(turn);
    await this.send(turn.text);
  }

  /** Takes a turn back; what was said stands in the box again. */
  async takeBack({ node, text }: TurnView): Promise<void> {
    const isDone = await this.session.attempt('Taking back the turn', () => this.say({ takeBack: node }));
    if (isDone && this.draft === '') this.draft = text;
  }

  /** Replaces the profile; null erases it. */
  async edit(profile: Profile | null): Promise<void> {
    const plain = $state.snapshot(profile);
    await this.session.attempt('Changing the profile', () => this.say({ profile: plain }));
  }

  /** Erases what is known of the person: nothing said so far is told to a model again. */
  async erase(): Promise<void> {
    await this.edit(null);
    this.session.announcement = 'The profile is erased.';
  }

  /** Keeps a profile from now on, or erases what is known and keeps none. */
  async keepProfile(keeps: boolean): Promise<void> {
    if (!keeps && !isEmptyProfile(this.profile)) await this.erase();
    this.remembers = keeps || !isEmptyProfile(this.profile);
  }

  forget(side: keyof Profile, gone: string): Promise<void> {
    const left = (entries: readonly string[]): readonly string[] => entries.filter((one) => one !== gone);
    const { titles, values } = this.profile[side];
    return this.edit({ ...this.profile, [side]: { titles: left(titles), values: left(values) } });
  }

  save(): void {
    download(new Blob([formatTrace(this.events)], { type: 'application/jsonl' }), `${this.id}.jsonl`);
  }

  saveWords(): void {
    const words = this.turns.map(
      ({ text, reply, error }) => `You: ${text}\n\nEspalier: ${error === null ? reply : `(no answer: ${error})`}\n`,
    );
    download(new Blob([words.join('\n')], { type: 'text/plain' }), `${this.id}.txt`);
  }

  private say(words: Said, going: Partial<Going> = {}): Promise<void> {
    const onEvents: Going['onEvents'] = (batch) => this.add(batch);
    const said = { settings: this.settings(), ...words };
    return this.session.client.say(this.id, said, { onEvents, signal: NEVER, ...going });
  }

  private settings(): ChatSettings {
    const { model = REASONER, critic = null } = this.chosen() ?? {};
    const { demonstrations, remembers: profile } = this;
    const { planning, reflections } = usualPlanning(model.name, this.planning);
    return { model, critic, planning, demonstrations, reflections: this.reflections ?? reflections, profile };
  }

  /** Shows what is kept of the conversation. @returns true where more was shown */
  private async fallBack(): Promise<boolean> {
    try {
      const { events } = await this.session.client.read(this.id);
      if (events.length >= this.events.length) return false;
      this.show(events);
      return true;
    } catch {
      return false;
    }
  }

  private show(events: readonly TraceEvent[]): void {
    this.fold = new ConversationFold();
    this.events = [];
    this.looked = null;
    this.add(events);
  }

  private add(batch: readonly TraceEvent[]): void {
    for (const event of batch) {
      this.events.push(event);
      this.fold.add(event);
      this.calls.add(event);
    }
    this.working = this.calls.call;
    if (this.fold.turns.length > this.turns.length) this.pending = '';
    this.turns = this.fold.turns;
    this.profile = this.fold.profile;
  }
}
