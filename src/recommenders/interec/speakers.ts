/** @file Whom a simulated person talks with: the recommender, or a baseline (Huang and others 2023, tables 1 to 3; Chat-Rec, Gao 2023). */
import type { ItemId } from '../../core/dataset.ts';
import type { Message } from '../../core/language-model.ts';
import { shuffled, type Random } from '../../core/random.ts';
import { generateWords } from '../../core/reply/generate.ts';
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { ItemReference } from '../../core/task.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { Conversation } from './conversation.ts';
import type { ConversationOptions } from './demonstrations.ts';

export interface Said {
  readonly reply: string;
  readonly items: readonly ItemId[];
}

/** One conversation. Each answer ends the node that its context is at. */
export interface Speaker {
  /** @throws LabError `aborted`, `reply-unparseable`, and what a model throws */
  say(text: string, context: RunContext): Promise<Said>;
  /** Orders listed items. @param texts what is said to it @param turn opens the node of a message */
  rank(
    candidates: readonly ItemReference[],
    texts: readonly string[],
    turn: (text: string) => RunContext,
  ): Promise<Said>;
}

export interface SpeakerSetup {
  readonly catalogue: Catalogue;
  readonly itemNoun: string;
  readonly conversation: ConversationOptions;
}

type OpenSpeaker = (setup: SpeakerSetup, random: Random) => Speaker;

export const NAMED = 5;
const SHOWN = 20;

function ended(said: Said, { trace }: RunContext): Said {
  trace.emit({ type: 'node-end', status: 'done', result: { reply: said.reply } });
  return said;
}

const agent: OpenSpeaker = ({ catalogue, conversation: options }) => {
  const conversation = new Conversation(catalogue, options);
  const say: Speaker['say'] = async (text, context) => {
    const { reply, items } = await conversation.say(text, context);
    return { reply, items: items.map(({ id }) => id) };
  };
  return {
    say,
    async rank(_, texts, turn) {
      let last: Said = { reply: '', items: [] };
      for (const text of texts) last = await say(text, turn(text));
      return last;
    },
  };
};

/** One that asks nobody: an order of the catalogue that does not change. */
const fixedOrder =
  (orderOf: (items: readonly ItemId[], catalogue: Catalogue, random: Random) => readonly ItemId[]): OpenSpeaker =>
  ({ catalogue }, random) => {
    const ids = (items: readonly { readonly id: ItemId }[]): readonly ItemId[] =>
      orderOf(
        items.map(({ id }) => id),
        catalogue,
        random,
      );
    const order = ids(catalogue.items);
    const answer = (items: readonly ItemId[], context: RunContext): Promise<Said> =>
      Promise.resolve(
        ended({ reply: items.map((id) => catalogue.titles.reference(id).title).join('\n'), items }, context),
      );
    let shown = 0;
    return {
      say(_, context) {
        shown += NAMED;
        return answer(order.slice(shown - NAMED, shown), context);
      },
      rank: (candidates, texts, turn) => answer(ids(candidates), turn(texts.join(' '))),
    };
  };

const plain =
  (
    candidatesOf: (said: readonly string[], catalogue: Catalogue, signal: AbortSignal) => Promise<readonly string[]>,
  ): OpenSpeaker =>
  ({ catalogue, itemNoun }) => {
    const turns: Message[] = [];
    const ask = async (
      text: string,
      candidates: readonly string[],
      count: number,
      context: RunContext,
    ): Promise<Said> => {
      turns.push({ role: 'user', content: text });
      const { text: reply } = await generateWords(context, {
        purpose: { type: 'recommend-plainly', itemNoun, candidates },
        messages: [plainPrompt(itemNoun, candidates, count), ...turns],
        seed: context.random.fork('reply').integer(2 ** 32),
        temperature: 0,
        maxTokens: REPLY_TOKENS['recommend-plainly'],
      });
      turns.push({ role: 'assistant', content: reply });
      return ended({ reply, items: itemsIn(reply, catalogue).slice(0, count) }, context);
    };
    return {
      async say(text, context) {
        const said = turns.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
        return ask(text, await candidatesOf([...said, text], catalogue, context.signal), NAMED, context);
      },
      rank(candidates, texts, turn) {
        const text = texts.join(' ');
        const titles = candidates.map(({ title }) => title);
        return ask(text, titles, titles.length, turn(text));
      },
    };
  };

const SPEAKERS = {
  agent,
  random: fixedOrder((items, _, random) => shuffled(items, random)),
  popularity: fixedOrder((items, { known }) => items.toSorted((a, b) => known(b) - known(a))),
  /** What it recommends is what it knows. */
  plain: plain(() => Promise.resolve([])),
  /** It chooses among the items nearest in meaning to what was said, which are listed in its prompt. */
  'chat-rec': plain(async (said, { retrieval, titles }, signal) => {
    const found = await retrieval.search(said.join(' '), { limit: SHOWN, signal });
    return found.map(({ item }) => titles.reference(item.id).title);
  }),
} as const satisfies Readonly<Record<string, OpenSpeaker>>;

export type SpeakerName = keyof typeof SPEAKERS;

/** Those that only a language model can be. */
export const isOfLanguageModels = (name: SpeakerName): boolean => name === 'plain' || name === 'chat-rec';

export const openSpeaker = (name: SpeakerName, setup: SpeakerSetup, random: Random): Speaker =>
  SPEAKERS[name](setup, random);

function plainPrompt(itemNoun: string, candidates: readonly string[], count: number): Message {
  const among = candidates.length === 0 ? '' : ` Recommend nothing but these: ${candidates.join('; ')}.`;
  return {
    role: 'system',
    content: `You recommend ${itemNoun}s in a conversation.${among} Answer in a sentence or two, then name ${String(count)} ${itemNoun}s at most, the best first, each on a line of its own as "- Title (year)".`,
  };
}

const LISTED = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(.+?)\s*$/u;

/** The titles of a reply's list: lines that begin with a dash, a bullet or a number, without emphasis and what follows a dash. */
export function listedIn(reply: string): readonly string[] {
  return reply.split('\n').flatMap((line) => {
    const written = LISTED.exec(line.slice(0, 400))?.[1]?.replaceAll(/[*_"“”]/gu, '');
    const title = written?.split(/ [–—-] |: (?=[a-z])/u)[0]?.trim() ?? '';
    return title === '' ? [] : [title];
  });
}

function itemsIn(reply: string, { titles }: Catalogue): readonly ItemId[] {
  const found = listedIn(reply).map((title) => titles.match(title));
  return [...new Set(found.flatMap((match) => (match.type === 'found' ? [match.item.id] : [])))];
}
