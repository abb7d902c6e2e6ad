/**
 * @file Conversations with simulated people (Huang and others 2023, section 4.1): each looks for an item that was held out of all that the
 * recommender has, and must not name it.
 */
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import { now } from '../../core/clock.ts';
import type { Dataset, ItemId } from '../../core/dataset.ts';
import type { SeekerView } from '../../core/dialogue.ts';
import { LabError } from '../../core/errors.ts';
import { generateWords } from '../../core/generate.ts';
import type { LanguageModel, Message } from '../../core/language-model.ts';
import { createRandom, shuffled } from '../../core/random.ts';
import type { Split } from '../../data/split/leave-last-out.ts';
import { isSameTitle, leaks } from '../../recommenders/interec/same-title.ts';
import type { ConversationOptions } from '../../recommenders/interec/options.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import type { Turn } from '../../recommenders/interec/turn.ts';
import { openChat, type Chat } from './open-chat.ts';

/** A person who looks for something. */
export interface Seeker {
  readonly user: number;
  readonly target: SeekerView['target'];
  readonly liked: readonly string[];
  /** The target among items that the person does not know, shuffled. */
  readonly candidates: readonly string[];
}

/** How one conversation went. */
export interface Sought {
  readonly user: number;
  /** The turn of the hit, from 1; null for none. */
  readonly turn: number | null;
  /** The place of the hit in its list, from 1; null for none. */
  readonly place: number | null;
  /** Messages that gave the target away and were thrown away. */
  readonly leaks: number;
  /** Turns whose plan could not be read. */
  readonly failures: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
}

/** Of the public code: most turns, and tries of a message that leaks. */
export const SEEKING = { turns: 5, tries: 5, candidates: 20 } as const;
const LIKED_SHARE = 0.75;
const MOST_LIKED = 5;

/** People with a held-out item that the catalogue knows something of, in a seeded order. */
export function seekersOf(dataset: Dataset, split: Split, catalogue: Catalogue, count: number, seed: number): Seeker[] {
  const { user, item, rating, time } = dataset.interactions;
  const hidden = new Set(split.heldOut);
  const { min, max } = dataset.manifest.scale;
  const high = min + LIKED_SHARE * (max - min);
  const ofUser = new Map<number, number[]>();
  for (const at of user.keys()) {
    if (hidden.has(at)) continue;
    const own = ofUser.get(user[at]!) ?? [];
    own.push(at);
    ofUser.set(user[at]!, own);
  }
  const random = createRandom(seed).fork('seekers');
  const byId = new Map(dataset.items.map((one) => [one.id, one]));
  const titleOf = (id: ItemId): string => catalogue.titles.reference(id).title;
  return shuffled([...split.targets], random)
    .flatMap((at): Seeker[] => {
      const target = byId.get(item[at]!);
      const genres = target?.attributes['genres'];
      // Only what the person liked is worth looking for.
      if (target === undefined || !Array.isArray(genres) || target.year === null || !((rating[at] ?? 0) >= high))
        return [];
      const own = (ofUser.get(user[at]!) ?? []).sort((a, b) => time[b]! - time[a]! || item[a]! - item[b]!);
      const seen = new Set(own.map((one) => item[one]!));
      const liked = own.filter((one) => (rating[one] ?? 0) >= high).slice(0, MOST_LIKED);
      const others = shuffled(
        dataset.items.filter(({ id }) => id !== target.id && !seen.has(id)),
        random.fork(String(user[at])),
      ).slice(0, SEEKING.candidates - 1);
      return [
        {
          user: user[at]!,
          target: {
            title: titleOf(target.id),
            facts: { genre: (genres as readonly string[]).join(', '), year: String(target.year) },
          },
          liked: liked.map((one) => titleOf(item[one]!)),
          candidates: shuffled([target, ...others], random.fork(`order ${String(user[at])}`)).map(({ id }) =>
            titleOf(id),
          ),
        },
      ];
    })
    .slice(0, count);
}

/** Who talks to whom. */
export interface SimulationHost {
  readonly catalogue: Catalogue;
  readonly dataset: Dataset;
  readonly agent: LanguageModel;
  /** May be another model. */
  readonly simulator: LanguageModel;
  readonly seed: number;
  readonly signal: AbortSignal;
}

function seekerMessages(view: SeekerView): Message[] {
  const rules = `You are a person who talks with a recommender of ${view.itemNoun}s and looks for ${view.target.title} (${Object.values(view.target.facts).join('; ')}). Say in one or two sentences what you want, a little more with each turn. Never write its title or a part of it. You liked: ${view.liked.join('; ')}.`;
  const turns = view.turns.flatMap(({ said, reply }): Message[] => [
    { role: 'assistant', content: said },
    { role: 'user', content: reply },
  ]);
  const again = view.leaks === 0 ? '' : ' Your last message named it; say it without its title.';
  return [{ role: 'system', content: rules }, ...turns, { role: 'user', content: `What do you say next?${again}` }];
}

/** The next message, without the target; null where every try gave it away. */
async function nextMessage(
  view: SeekerView,
  { simulator, seed, signal }: SimulationHost,
): Promise<{ said: string | null; leaked: number }> {
  for (let tried = 0; tried < SEEKING.tries; tried += 1) {
    const asked = { ...view, leaks: tried };
    const draw = createRandom(seed)
      .fork(`${view.target.title} ${String(view.turns.length)} ${String(tried)}`)
      .integer(2 ** 32);
    const request = {
      purpose: { type: 'dialogue-seek', view: asked } as const,
      messages: seekerMessages(asked),
      seed: draw,
      temperature: tried === 0 ? 0 : 0.7,
      maxTokens: REPLY_TOKENS['dialogue-seek'],
    };
    const { text } = await generateWords({ model: simulator, random: createRandom(draw), signal }, request);
    if (!leaks(text, view.target.title)) return { said: text, leaked: tried };
  }
  return { said: null, leaked: SEEKING.tries };
}

/** A turn; null where its plan cannot be read, which is a turn without a hit. */
async function turnOf(chat: Chat, text: string, signal: AbortSignal): Promise<Turn | null> {
  try {
    return await chat.say(text, signal);
  } catch (thrown) {
    if (thrown instanceof LabError && thrown.code === 'reply-unparseable') return null;
    throw thrown;
  }
}

/** One conversation, until the item is named or the turns are over. */
export async function converse(
  seeker: Seeker,
  options: ConversationOptions,
  most: number,
  host: SimulationHost,
): Promise<Sought> {
  const counts = { modelCalls: 0, toolCalls: 0 };
  const chat = openChat({
    catalogue: host.catalogue,
    manifest: host.dataset.manifest,
    model: host.agent,
    options,
    seed: `${String(host.seed)} ${String(seeker.user)}`,
    spec: null,
    now,
    write: ({ type }) => {
      if (type === 'model-call') counts.modelCalls += 1;
      else if (type === 'tool-call') counts.toolCalls += 1;
    },
  });
  const turns: { said: string; reply: string; items: string[] }[] = [];
  let leaked = 0;
  let failures = 0;
  const end = (turn: number | null, place: number | null): Sought => ({
    user: seeker.user,
    turn,
    place,
    leaks: leaked,
    failures,
    ...counts,
  });
  while (turns.length < most) {
    const view: SeekerView = {
      itemNoun: host.dataset.manifest.itemNoun,
      target: seeker.target,
      liked: seeker.liked,
      turns: [...turns],
      leaks: 0,
    };
    const next = await nextMessage(view, host);
    leaked += next.leaked;
    if (next.said === null) return end(null, null);
    const turn = await turnOf(chat, next.said, host.signal);
    if (turn === null) failures += 1;
    const titles = turn?.items.map(({ title }) => title) ?? [];
    const place = titles.findIndex((title) => isSameTitle(title, seeker.target.title));
    turns.push({ said: next.said, reply: turn?.reply ?? '', items: titles });
    if (place >= 0) return end(turns.length, place + 1);
  }
  return end(null, null);
}

/** How the ranking of listed candidates went. */
export interface Ranked {
  /** The place of the target, from 1; null where the reply does not name it. */
  readonly place: number | null;
  /** Turns whose plan could not be read. */
  readonly failures: number;
}

/** Has the listed candidates ranked, after the person said what they liked. */
export async function rankListed(seeker: Seeker, options: ConversationOptions, host: SimulationHost): Promise<Ranked> {
  const chat = openChat({
    catalogue: host.catalogue,
    manifest: host.dataset.manifest,
    model: host.agent,
    options,
    seed: `${String(host.seed)} rank ${String(seeker.user)}`,
    spec: null,
    now,
    write: () => undefined,
  });
  const quoted = (titles: readonly string[]): string => titles.map((title) => `"${title}"`).join(', ');
  const taste = seeker.liked.length > 0 ? [`I liked ${quoted(seeker.liked)}.`] : [];
  const turns: (Turn | null)[] = [];
  for (const text of [...taste, `Rank these for me: ${quoted(seeker.candidates)}`])
    turns.push(await turnOf(chat, text, host.signal));
  const items = turns.at(-1)?.items ?? [];
  const place = items.findIndex(({ title }) => isSameTitle(title, seeker.target.title));
  return { place: place < 0 ? null : place + 1, failures: turns.filter((turn) => turn === null).length };
}
