/** @file Speakers: the recommender in a variant, or a baseline (Huang and others 2023, tables 1 to 3; Chat-Rec, Gao 2023). */
import { now } from '../../core/clock.ts';
import { costsWith, NO_COSTS, type Costs } from '../../core/costs.ts';
import { LabError } from '../../core/errors.ts';
import { generateWords } from '../../core/reply/generate.ts';
import type { Message, LanguageModel } from '../../core/language-model.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { createRandom, shuffled } from '../../core/random.ts';
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import { traced } from '../../models/decorate.ts';
import type { ConversationOptions } from '../../recommenders/interec/demonstrations.ts';
import { openChat } from './open-chat.ts';
import type { Dataset } from '../../core/dataset.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';

export interface ConversationParties {
  readonly catalogue: Catalogue;
  readonly dataset: Dataset;
  readonly agent: LanguageModel;
  /** Judges turns; the agent itself where absent. */
  readonly critic?: LanguageModel;
  /** May be another model. */
  readonly simulator: LanguageModel;
  readonly seed: number;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly reply: string;
  /** The items that it names, best first. */
  readonly titles: readonly string[];
  /** Turns whose plan could not be read. */
  readonly unreadable: number;
}

export interface Speaker {
  /** @throws LabError `aborted`, and what a model throws; a plan that cannot be read is told */
  say(text: string): Promise<Answer>;
  /** Orders listed items for somebody who said what they liked. @param liked titles, none where nothing is known */
  rank(candidates: readonly string[], liked: readonly string[]): Promise<Answer>;
  readonly costs: Costs;
}

/** Opens a conversation. @param seed of this one alone */
export type OpenSpeaker = (host: ConversationParties, seed: string) => Speaker;

/** Items that a baseline names at once, as the agent does where nothing else is asked. */
const NAMED = 5;
/** Candidates that Chat-Rec shows its model. */
const SHOWN = 20;

const quoted = (titles: readonly string[]): string => titles.map((title) => `"${title}"`).join(', ');

/** What is said where listed items are to be ordered. */
const rankTexts = (candidates: readonly string[], liked: readonly string[]): readonly string[] => [
  ...(liked.length > 0 ? [`I liked ${quoted(liked)}.`] : []),
  `Rank these for me: ${quoted(candidates)}`,
];

export const agentSpeaker =
  (options: ConversationOptions): OpenSpeaker =>
  ({ catalogue, dataset, agent, critic, signal }, seed) => {
    let costs = NO_COSTS;
    const chat = openChat({
      catalogue,
      manifest: dataset.manifest,
      model: agent,
      ...(critic !== undefined && { critic }),
      options,
      seed,
      spec: null,
      now,
      write: (event) => void (costs = costsWith(costs, event)),
    });
    const say = async (text: string): Promise<Answer> => {
      try {
        const { reply, items } = await chat.say(text, signal);
        return { reply, titles: items.map(({ title }) => title), unreadable: 0 };
      } catch (thrown) {
        if (thrown instanceof LabError && thrown.code === 'reply-unparseable')
          return { reply: '', titles: [], unreadable: 1 };
        throw thrown;
      }
    };
    return {
      say,
      rank: (candidates, liked) => inTurn(rankTexts(candidates, liked), say),
      get costs() {
        return costs;
      },
    };
  };

async function inTurn(texts: readonly string[], say: (text: string) => Promise<Answer>): Promise<Answer> {
  const answers: Answer[] = [];
  for (const text of texts) answers.push(await say(text));
  const last = answers.at(-1) ?? { reply: '', titles: [] };
  return { ...last, unreadable: answers.reduce((sum, { unreadable }) => sum + unreadable, 0) };
}

/** One that asks nobody: an order of the catalogue that does not change. */
const fixedOrder = (
  orderOf: (titles: readonly string[], host: ConversationParties, seed: string) => string[],
): OpenSpeaker =>
  function open(host, seed) {
    const titles = host.catalogue.items.map(({ id }) => host.catalogue.titles.reference(id).title);
    const order = orderOf(titles, host, seed);
    let shown = 0;
    const answer = (named: readonly string[]): Promise<Answer> =>
      Promise.resolve({ reply: named.join('\n'), titles: named, unreadable: 0 });
    return {
      say() {
        shown += NAMED;
        return answer(order.slice(shown - NAMED, shown));
      },
      rank: (candidates) => answer(orderOf(candidates, host, seed)),
      costs: NO_COSTS,
    };
  };

export const randomSpeaker: OpenSpeaker = fixedOrder((titles, _, seed) => shuffled(titles, createRandom(seed)));

export const popularSpeaker: OpenSpeaker = fixedOrder((titles, { catalogue }) => {
  const known = new Map(catalogue.items.map(({ id }) => [catalogue.titles.reference(id).title, catalogue.known(id)]));
  return [...titles].sort((a, b) => (known.get(b) ?? 0) - (known.get(a) ?? 0));
});

/** A language model without tools: what it recommends is what it knows. */
export const plainSpeaker: OpenSpeaker = (host, seed) => plain(host, seed, () => Promise.resolve([]));

/** Chat-Rec: the model chooses among the items nearest in meaning to what was said, which are listed in its prompt. */
export const chatRecSpeaker: OpenSpeaker = (host, seed) =>
  plain(host, seed, async (said) => {
    const found = await host.catalogue.retrieval.search(said.join(' '), { limit: SHOWN, signal: host.signal });
    return found.map(({ item }) => host.catalogue.titles.reference(item.id).title);
  });

function plain(
  { agent, dataset, signal }: ConversationParties,
  seed: string,
  candidatesOf: (said: readonly string[]) => Promise<readonly string[]>,
): Speaker {
  const { itemNoun } = dataset.manifest;
  let costs = NO_COSTS;
  const turns: Message[] = [];
  const random = createRandom(seed);
  const counted = traced(
    agent,
    createTrace((event) => void (costs = costsWith(costs, event)), now),
  );
  const ask = async (text: string, candidates: readonly string[], count: number): Promise<Answer> => {
    turns.push({ role: 'user', content: text });
    const draw = random.fork(String(turns.length));
    const { text: reply } = await generateWords(
      { model: counted, random: draw, signal },
      {
        purpose: { type: 'recommend-plainly', itemNoun, candidates },
        messages: [plainPrompt(itemNoun, candidates, count), ...turns],
        seed: draw.integer(2 ** 32),
        temperature: 0,
        maxTokens: REPLY_TOKENS['recommend-plainly'],
      },
    );
    turns.push({ role: 'assistant', content: reply });
    return { reply, titles: listedIn(reply).slice(0, count), unreadable: 0 };
  };
  return {
    async say(text) {
      const before = turns.filter(({ role }) => role === 'user').map(({ content }) => content);
      return ask(text, await candidatesOf([...before, text]), NAMED);
    },
    rank(candidates, liked) {
      const texts = rankTexts(candidates, liked);
      return ask(texts.join(' '), candidates, candidates.length);
    },
    get costs() {
      return costs;
    },
  };
}

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
