/**
 * @file InteRecAgent (Huang and others 2023): a conversation with a recommender. Each turn is a task in the trace, each attempt at it a
 * state: plan, execute strictly, reply, and let a critic judge; a no reverts to the state before the turn.
 */
import type { DialogueView, Mention, Profile, KeptTurn, ReplyView, Turn } from '../../core/dialogue.ts';
import { EMPTY_PROFILE, entriesGone } from '../../core/profile.ts';
import { throwIfAborted, toLabError } from '../../core/errors.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { attempt, type AttemptResult } from './attempt.ts';
import { cleanMessage, type CleanMessage, startsOver } from './meant-by.ts';
import {
  EMPTY_MEMORY,
  mergedProfile,
  newIn,
  remember,
  editedMemory,
  type ProfileMemory,
  withForm,
  knownProfile,
} from './profile-memory.ts';
import type { ConversationOptions } from './demonstrations.ts';
import { askProfile } from './ask-model.ts';
import { wishesIn } from '../../trace/dialogue-words.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';

const TURNS_TOLD = 8;

export class Conversation {
  private readonly catalogue: Catalogue;
  private readonly options: ConversationOptions;
  private history: { readonly turn: Turn; readonly before: ProfileMemory }[] = [];
  private memory: ProfileMemory = EMPTY_MEMORY;

  constructor(catalogue: Catalogue, options: ConversationOptions) {
    this.catalogue = catalogue;
    this.options = options;
  }

  /** The turns since the person last erased what is known of them, oldest first. */
  get turns(): readonly Turn[] {
    return this.history.map(({ turn }) => turn);
  }

  /** Those that a planner may be told of: who says to forget everything starts over, with what the same message asks for. */
  private get told(): readonly Turn[] {
    const over = this.turns.findLastIndex(({ plan }) => startsOver(plan.reply));
    return this.turns.slice(this.turns[over]?.plan.steps.length === 0 ? over + 1 : Math.max(over, 0));
  }

  get profile(): Profile {
    return mergedProfile(this.memory);
  }

  /** Goes on where a kept conversation was: its turns, each with the profile that taking it back leaves, and its last profile. */
  restore(turns: readonly KeptTurn[], profile: Profile): void {
    this.history = turns.map(({ turn, before }) => ({ turn, before: editedMemory(before) }));
    this.memory = editedMemory(profile);
  }

  /** Takes back the last turn, with what it changed in the profile; what the person wrote into the profile since stays. */
  undo(): void {
    const last = this.history.pop();
    if (last !== undefined) this.memory = last.before;
  }

  /** Replaces the profile by what the person wrote. Where they took something out, no earlier turn is told again: it may say it. */
  editProfile(profile: Profile): void {
    const isLess = entriesGone(this.profile, profile).length > 0;
    this.memory = editedMemory(profile);
    this.history = isLess ? [] : this.history.map(({ turn }) => ({ turn, before: this.memory }));
  }

  /** Erases all that is known of the person: nothing that was said before is told to anybody again. */
  erase(): void {
    this.memory = EMPTY_MEMORY;
    this.history = [];
  }

  /**
   * Answers a message. Where it throws, the conversation is as it was before.
   * @param context at the node of the turn
   * @throws LabError `aborted`, `reply-unparseable` where the model wrote no plan, and what the model throws
   */
  async say(raw: string, context: RunContext): Promise<Turn> {
    const before = this.memory;
    try {
      return await this.answer(cleanMessage(raw), context, before);
    } catch (thrown) {
      this.memory = before;
      const status = toLabError(thrown).code === 'aborted' ? 'aborted' : 'failed';
      context.trace.emit({ type: 'node-end', status, result: null });
      throw thrown;
    }
  }

  private async answer({ text, isCut }: CleanMessage, context: RunContext, before: ProfileMemory): Promise<Turn> {
    throwIfAborted(context.signal);
    const mentions = mentionsIn(text, this.catalogue);
    const known = mergedProfile(before);
    // Rules fill in no forms, and plan as they do.
    const isByForm = this.options.planning === 'form' && context.model.id !== REASONER_ID;
    if (!isByForm) await this.remember(text, mentions, context);
    const profile = this.options.profile ? mergedProfile(this.memory) : EMPTY_PROFILE;
    const unknown = this.options.profile ? (this.memory.short.unknown ?? []) : [];
    const view = this.view(text, mentions, profile, unknown);
    const result = await attempt(
      {
        view,
        catalogue: this.catalogue,
        options: this.options,
        isByForm,
        noted: ({ form }) => {
          if (form !== undefined && this.options.profile) this.memory = withForm(before, form, view);
          return newIn(known, mergedProfile(this.memory));
        },
        // What is still unknown from a turn before was told in its reply.
        unknown: unknown.filter((one) => before.short.unknown?.includes(one) !== true),
        explain: () => this.explained(mentions),
      },
      context,
    );
    const { plan, items, problems, outcomes, passed, isLabs } = result;
    const reply = isCut
      ? `I read the first ${String(text.length)} characters of your message. ${result.reply}`
      : result.reply;
    // What the same message asks for is read again with the next one, for which it counts.
    if (startsOver(plan.reply))
      this.memory =
        plan.steps.length === 0 ? EMPTY_MEMORY : { ...EMPTY_MEMORY, segment: [{ text, mentions, shown: [] }] };
    const found = plan.intent === 'ask-about-item' ? outcomes.flatMap((outcome) => outcome.found) : [];
    const about = found.map(({ title }) => title).filter((title) => title !== '');
    const own = { text, reply, items, plan, problems, profile: mergedProfile(this.memory) };
    const turn: Turn = { ...own, passed, about, ...(isLabs && { isLabs }) };
    this.history.push({ turn, before });
    this.tell(turn, result, context);
    return turn;
  }

  private async remember(text: string, mentions: readonly Mention[], context: RunContext): Promise<void> {
    if (!this.options.profile) return;
    const shown = this.told.findLast(({ items }) => items.length > 0)?.items.map(({ title }) => title) ?? [];
    const utterance = { text, mentions, shown };
    this.memory = await remember(this.memory, utterance, async (utterances, expected) =>
      knownProfile(await askProfile(utterances, expected, this.catalogue.values.outline, context), this.catalogue),
    );
  }

  private view(text: string, mentions: readonly Mention[], profile: Profile, unknown: readonly string[]): DialogueView {
    const { told } = this;
    const earlier = told.length - TURNS_TOLD;
    const turns = told.slice(-TURNS_TOLD).map(({ text: said, plan, reply, items, problems, about }) => ({
      text: said,
      plan,
      reply,
      items,
      problems,
      about,
    }));
    return {
      ...{ text, mentions, turns, profile, unknown, catalogue: this.catalogue.values.outline },
      ...(earlier > 0 && { earlier }),
      ...{ demonstrations: [], rejected: null },
    };
  }

  /** What the items of the last list passed: those that are named, else all. */
  private explained(mentions: readonly Mention[]): Pick<ReplyView, 'explained' | 'wishes'> {
    const last = this.told.findLast(({ items }) => items.length > 0);
    if (last === undefined) return { explained: [] };
    const all = last.items.map(({ title }, at) => ({ title, passed: last.passed[at] ?? [] }));
    const named = all.filter(({ title }) => mentions.some(({ titles }) => titles.includes(title)));
    return { explained: named.length > 0 ? named : all, wishes: wishesIn(last.plan) };
  }

  private tell(turn: Turn, { node }: AttemptResult, { trace }: RunContext): void {
    const { items, reply } = turn;
    const ids = items.map(({ id }) => id).slice(0, 20);
    const recommendation = { type: 'ranking', items: ids } as const;
    trace.emit({ type: 'answer', from: 'kept', states: [node], recommendation, reason: reply });
    trace.emit({ type: 'node-end', status: 'done', result: turn });
  }
}

function mentionsIn(
  text: string,
  { titles, values, known }: Pick<Catalogue, 'titles' | 'values' | 'known'>,
): Mention[] {
  const mentions = new Map<string, Mention>();
  const note = (
    { start, end, isExact }: { readonly start: number; readonly end: number; readonly isExact: boolean },
    named: Partial<Mention>,
  ): void => {
    const key = `${String(start)} ${String(end)} ${String(isExact)}`;
    const before = mentions.get(key) ?? { titles: [], ratings: 0, values: [] };
    mentions.set(key, { start, end, ...(!isExact && { isGuess: true }), ...before, ...named });
  };
  for (const span of titles.spans(text)) {
    const [first] = span.items;
    const ratings = first === undefined ? 0 : known(first.id);
    note(span, { titles: span.items.slice(0, 5).map(({ title }) => title), ratings });
  }
  for (const span of values.spans(text)) note(span, { values: span.values.slice(0, 12) });
  return [...mentions.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}
