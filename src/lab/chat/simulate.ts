/** @file Conversations with simulated people (Huang and others 2023, section 4.1), each looking for a held-out item. */
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import { readParagraph } from '../../core/reply/read-words.ts';
import { now } from '../../core/clock.ts';
import { costsWith, NO_COSTS, type Costs } from '../../core/costs.ts';
import { createTrace } from '../../trace/create-trace.ts';
import type { Attributes, Dataset, Item, ItemId } from '../../core/dataset.ts';
import type { SeekerView } from '../../core/dialogue.ts';
import { generateWords } from '../../core/reply/generate.ts';
import type { Message } from '../../core/language-model.ts';
import { createRandom, shuffled } from '../../core/random.ts';
import type { Split } from '../../data/split/leave-last-out.ts';
import { traced } from '../../models/decorate.ts';
import { isSameTitle, leaks } from '../../recommenders/interec/same-title.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import type { ConversationParties, OpenSpeaker } from './speakers.ts';

export interface Seeker {
  readonly user: number;
  readonly target: SeekerView['target'];
  readonly liked: readonly string[];
  /** The target among items that the person does not know, shuffled. */
  readonly candidates: readonly string[];
}

export interface SaidTurn {
  readonly said: string;
  readonly reply: string;
  readonly items: readonly string[];
}

export type SpokenCosts = Pick<Costs, 'modelCalls' | 'toolCalls' | 'tokens'>;

export interface Sought {
  readonly user: number;
  /** The turn of the hit, from 1; null for none. */
  readonly turn: number | null;
  /** The place of the hit in its list, from 1; null for none. */
  readonly place: number | null;
  /** Messages that gave the target away and were thrown away. */
  readonly leaks: number;
  /** Turns in which the person said a fixed sentence, since every message of theirs gave the target away. */
  readonly evasions: number;
  /** Turns whose plan could not be read. */
  readonly failures: number;
  /** Of whom the person talked with. */
  readonly costs: SpokenCosts;
  readonly seekerTokens: number;
  readonly turns: readonly SaidTurn[];
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
      // Only what the person liked is worth looking for. Where nothing is rated, all of it was.
      const isLiked = Number.isNaN(rating[at]) || (rating[at] ?? 0) >= high;
      const facts = target === undefined ? {} : factsOf(target);
      if (target === undefined || !isLiked || Object.keys(facts).length === 0) return [];
      const own = (ofUser.get(user[at]!) ?? []).sort((a, b) => time[b]! - time[a]! || item[a]! - item[b]!);
      const seen = new Set(own.map((one) => item[one]!));
      const liked = own.filter((one) => Number.isNaN(rating[one]) || (rating[one] ?? 0) >= high).slice(0, MOST_LIKED);
      const others = shuffled(
        dataset.items.filter(({ id }) => id !== target.id && !seen.has(id)),
        random.fork(String(user[at])),
      ).slice(0, SEEKING.candidates - 1);
      return [
        {
          user: user[at]!,
          target: { title: titleOf(target.id), facts },
          liked: liked.map((one) => titleOf(item[one]!)),
          candidates: shuffled([target, ...others], random.fork(`order ${String(user[at])}`)).map(({ id }) =>
            titleOf(id),
          ),
        },
      ];
    })
    .slice(0, count);
}

/** Attributes that say what kind of thing an item is, the first that it has; people call it its genre. */
const KINDS = ['genres', 'categories', 'main_category'] as const;
/** No person would say these of what they look for: names in other forms, numbers of the source, what is only seen. */
const UNSAID = /title|(?:^|_)id$|isbn|asin|url|image|thumbnail|count|also_|popularity|embedding/u;
const LONGEST_FACT = 300;

/** All that the catalogue says of an item but its title and numbers of the source, as the public code has it; nothing that holds the title. */
export function factsOf({ title, year, attributes }: Item): Readonly<Record<string, string>> {
  const kind = KINDS.find((name) => attributes[name] !== undefined && attributes[name] !== '');
  const written = (value: Attributes[string]): string =>
    (typeof value === 'object' ? value.join(', ') : String(value)).slice(0, LONGEST_FACT);
  const facts: Record<string, string> = {};
  if (kind !== undefined) facts['genre'] = written(attributes[kind]!);
  if (year !== null) facts['year'] = String(year);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === kind || UNSAID.test(name)) continue;
    const text = written(value);
    if (text !== '' && !leaks(text, title)) facts[name] = text;
  }
  return facts;
}

/** The roles alternate and end with whom the person talks with, as servers that insist on it want. */
export function seekerMessages(view: SeekerView): Message[] {
  const facts = Object.entries(view.target.facts).map(([name, value]) => `${name}: ${value}`);
  const rules = [
    `You are a person who talks with a recommender of ${view.itemNoun}s and looks for "${view.target.title}" (${facts.join('; ')}).`,
    'Say in one or two sentences what you want, with at most two of these facts in a message, a little more with each turn.',
    `Never write its title or words of it that could tell it ("the" or "and" may be said). Where other ${view.itemNoun}s are recommended, refuse them and ask on. Do not recommend anything yourself.`,
    view.liked.length === 0 ? '' : `You liked: ${view.liked.join('; ')}.`,
  ];
  const turns = view.turns.flatMap(({ said, reply }): Message[] => [
    { role: 'assistant', content: said },
    { role: 'user', content: reply === '' ? '(no answer)' : reply },
  ]);
  const messages: Message[] = [
    { role: 'system', content: rules.filter((rule) => rule !== '').join(' ') },
    { role: 'user', content: `Hello! What ${view.itemNoun} are you looking for?` },
    ...turns,
  ];
  if (view.leaks === 0) return messages;
  const last = messages.at(-1)!;
  const again = `${last.content}\n(Your last message named it. Say it without its title.)`;
  return [...messages.slice(0, -1), { ...last, content: again }];
}

/** What a person says who gives the target away each time. It tells nothing, and is nobody's own words. */
const evasion = ({ itemNoun, turns }: SeekerView): string =>
  turns.length === 0 ? `Recommend me some ${itemNoun}s, please.` : 'None of these, show me others.';

/** What a person may be called before what they say. */
const SPEAKERS = ['seeker', 'user', 'person', 'human', 'customer', 'me', 'message'];

interface NextMessage {
  readonly said: string;
  readonly leaked: number;
  readonly evaded: boolean;
  readonly tokens: number;
}

/** The next message, without the target. */
async function nextMessage(view: SeekerView, { simulator, seed, signal }: ConversationParties): Promise<NextMessage> {
  let spent = NO_COSTS;
  const model = traced(
    simulator,
    createTrace((event) => void (spent = costsWith(spent, event)), now),
  );
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
    const { text } = await generateWords({ model, random: createRandom(draw), signal }, request, (reply) =>
      readParagraph(reply, SPEAKERS),
    );
    if (!leaks(text, view.target.title)) return { said: text, leaked: tried, evaded: false, tokens: spent.tokens };
  }
  return { said: evasion(view), leaked: SEEKING.tries, evaded: true, tokens: spent.tokens };
}

export async function converse(
  seeker: Seeker,
  open: OpenSpeaker,
  most: number,
  host: ConversationParties,
): Promise<{ readonly oneTurn: Sought; readonly manyTurns: Sought }> {
  const speaker = open(host, `${String(host.seed)} ${String(seeker.user)}`);
  const turns: SaidTurn[] = [];
  let [leaked, evasions, failures, seekerTokens] = [0, 0, 0, 0];
  let place = -1;
  const standing = (): Sought => {
    const { modelCalls, toolCalls, tokens } = speaker.costs;
    const hit = place < 0 ? null : turns.length;
    return {
      user: seeker.user,
      turn: hit,
      place: hit === null ? null : place + 1,
      leaks: leaked,
      evasions,
      failures,
      costs: { modelCalls, toolCalls, tokens },
      seekerTokens,
      turns: [...turns],
    };
  };
  let first: Sought | null = null;
  while (turns.length < most && place < 0) {
    const view: SeekerView = {
      itemNoun: host.dataset.manifest.itemNoun,
      target: seeker.target,
      liked: seeker.liked,
      turns: [...turns],
      leaks: 0,
    };
    const next = await nextMessage(view, host);
    leaked += next.leaked;
    evasions += Number(next.evaded);
    seekerTokens += next.tokens;
    const { reply, titles, unreadable } = await speaker.say(next.said);
    failures += unreadable;
    place = titles.findIndex((title) => isSameTitle(title, seeker.target.title));
    turns.push({ said: next.said, reply, items: titles });
    first ??= standing();
  }
  const manyTurns = standing();
  return { oneTurn: first ?? manyTurns, manyTurns };
}

export interface Ranked {
  /** The place of the target, from 1; null where the reply does not name it. */
  readonly place: number | null;
  /** Turns whose plan could not be read. */
  readonly failures: number;
}

/** Has the listed candidates ranked, after the person said what they liked. */
export async function rankListed(seeker: Seeker, open: OpenSpeaker, host: ConversationParties): Promise<Ranked> {
  const speaker = open(host, `${String(host.seed)} rank ${String(seeker.user)}`);
  const { titles, unreadable } = await speaker.rank(seeker.candidates, seeker.liked);
  const place = titles.findIndex((title) => isSameTitle(title, seeker.target.title));
  return { place: place < 0 ? null : place + 1, failures: unreadable };
}
