/** @file A simulated person who looks for a held-out item in a conversation and may not name it (Huang and others 2023, section 4.1). */
import type { Attributes, Item, ItemId, UserId } from '../../core/dataset.ts';
import type { SeekerView } from '../../core/dialogue.ts';
import type { Message } from '../../core/language-model.ts';
import { generateWords } from '../../core/reply/generate.ts';
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import { readParagraph } from '../../core/reply/read-words.ts';
import type { RunContext } from '../../core/run-context.ts';
import { leaks } from './meant-by.ts';
import { LabError, toLabError } from '../../core/errors.ts';
import type { Answer, Recommender } from '../../core/recommender.ts';
import { isRanking, type ItemReference, type RankingTask, type SeekingTask } from '../../core/task.ts';
import { NAMED, openSpeaker, type Said, type Speaker, type SpeakerName, type SpeakerSetup } from './speakers.ts';

/** By which name a run knows the model that plays people. */
export const SIMULATOR = 'simulator';

/** Tries of a message that gives the target away (public code). */
const TRIES = 5;

/** Attributes that say what kind of thing an item is, the first that it has; people call it its genre. */
const KINDS = ['genres', 'categories', 'main_category'] as const;
/** No person would say these of what they look for: names in other forms, numbers of the source, what is only seen. */
const UNSAID = /title|(?:^|_)id$|isbn|asin|url|image|thumbnail|count|also_|popularity|embedding/u;
const LONGEST_FACT = 300;

/** All that the catalogue says of an item but its title and numbers of the source, as the public code has it; nothing that holds the title. */
function factsOf({ title, year, attributes }: Item): Readonly<Record<string, string>> {
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
function seekerMessages(view: SeekerView): Message[] {
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
const evasion = ({ itemNoun, turns }: Pick<SeekerView, 'itemNoun' | 'turns'>): string =>
  turns.length === 0 ? `Recommend me some ${itemNoun}s, please.` : 'None of these, show me others.';

const SPEAKERS = ['seeker', 'user', 'person', 'human', 'customer', 'me', 'message'];

/** What the person says next, without the target. @param context at the node of the message */
async function nextMessage(view: Omit<SeekerView, 'leaks'>, context: RunContext): Promise<string> {
  const person = { ...context, model: context.modelNamed(SIMULATOR) };
  for (let tried = 0; tried < TRIES; tried += 1) {
    const asked = { ...view, leaks: tried };
    const request = {
      purpose: { type: 'dialogue-seek', view: asked } as const,
      messages: seekerMessages(asked),
      seed: context.random.fork(String(tried)).integer(2 ** 32),
      temperature: tried === 0 ? 0 : 0.7,
      maxTokens: REPLY_TOKENS['dialogue-seek'],
    };
    const { text } = await generateWords(person, request, (reply) => readParagraph(reply, SPEAKERS));
    if (!leaks(text, view.target.title)) return text;
  }
  return evasion(view);
}

export interface InteRecSetup extends SpeakerSetup {
  readonly speaker: SpeakerName;
  /** What a person liked, the latest first. */
  readonly liked: (user: UserId) => readonly ItemReference[];
}

const PERSON = 'Person';
const RECOMMENDER = 'Recommender';

export function inteRec(setup: InteRecSetup): Recommender {
  return {
    name: 'interec',
    recommend(task, context) {
      const speaker = openSpeaker(setup.speaker, setup, context.random.fork('speaker'));
      if (task.type === 'simulated-conversation') return seek(task, speaker, setup, context);
      if (isRanking(task)) return rank(task, speaker, setup.liked(task.user.id), context);
      throw new LabError('internal', `InteRecAgent was asked for ${task.type}.`);
    },
  };
}

function turnOf(agent: string, from: string, message: string, context: RunContext): RunContext {
  return context.at(context.trace.child({ kind: 'agent', label: agent, detail: { agent, from, message } }));
}

function answered(
  items: readonly ItemId[],
  turn: number | null,
  states: readonly string[],
  { trace }: RunContext,
): Answer[] {
  const recommendation = { type: 'ranking', items, ...(turn !== null && { turn }) } as const;
  trace.emit({ type: 'answer', from: 'kept', states, recommendation, reason: '' });
  return [{ from: 'kept', recommendation }];
}

async function seek(task: SeekingTask, speaker: Speaker, setup: InteRecSetup, context: RunContext): Promise<Answer[]> {
  const { catalogue, itemNoun } = setup;
  const titleOf = (id: number): string => catalogue.titles.reference(id).title;
  const item = catalogue.items.find(({ id }) => id === task.item.id);
  const target = { title: task.item.title, facts: item === undefined ? {} : factsOf(item) };
  const liked = task.liked.map(({ title }) => title);
  const turns: { readonly said: string; readonly reply: string; readonly items: readonly string[] }[] = [];
  let last: Said = { reply: '', items: [] };
  let node = context.trace.node;
  let turn = 0;
  while (turn < task.turns && !last.items.includes(task.item.id)) {
    turn += 1;
    const own = turnOf(PERSON, RECOMMENDER, last.reply, context);
    const said = await nextMessage({ itemNoun, target, liked, turns }, own);
    own.trace.emit({ type: 'node-end', status: 'done', result: { reply: said } });
    const theirs = turnOf(RECOMMENDER, PERSON, said, context);
    const { reply, items } = await orNothing(speaker.say(said, theirs));
    last = { reply, items: items.slice(0, NAMED) };
    node = theirs.trace.node;
    turns.push({ said, reply, items: items.map(titleOf) });
  }
  const found = last.items.includes(task.item.id);
  return answered(last.items, found ? turn : task.turns + 1, [node], context);
}

/** A turn whose plan could not be read names nothing, and the person goes on. */
async function orNothing(said: Promise<Said>): Promise<Said> {
  try {
    return await said;
  } catch (thrown) {
    if (toLabError(thrown).code !== 'reply-unparseable') throw thrown;
    return { reply: '', items: [] };
  }
}

const quoted = (items: readonly ItemReference[]): string => items.map(({ title }) => `"${title}"`).join(', ');

/** Has the candidates ranked, after the person said what they liked. */
async function rank(
  { candidates }: RankingTask,
  speaker: Speaker,
  liked: readonly ItemReference[],
  context: RunContext,
): Promise<Answer[]> {
  const texts = [
    ...(liked.length > 0 ? [`I liked ${quoted(liked)}.`] : []),
    `Rank these for me: ${quoted(candidates)}`,
  ];
  const states: string[] = [];
  const said = await speaker.rank(candidates, texts, (text) => {
    const turn = turnOf(RECOMMENDER, PERSON, text, context);
    states.push(turn.trace.node);
    return turn;
  });
  const among = new Set(candidates.map(({ id }) => id));
  return answered(
    said.items.filter((id) => among.has(id)),
    null,
    states,
    context,
  );
}
