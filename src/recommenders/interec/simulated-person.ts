/** @file A simulated person who looks for a held-out item in a conversation and may not name it (Huang and others 2023, section 4.1). */
import type { Attributes, Item } from '../../core/dataset.ts';
import type { SeekerView } from '../../core/dialogue.ts';
import type { Message } from '../../core/language-model.ts';
import { generateWords } from '../../core/reply/generate.ts';
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import { readParagraph } from '../../core/reply/read-words.ts';
import type { RunContext } from '../../core/run-context.ts';
import { leaks } from './same-title.ts';

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

/** What a person may be called before what they say. */
const SPEAKERS = ['seeker', 'user', 'person', 'human', 'customer', 'me', 'message'];

/** What the person says next, without the target. @param context at the node of the message */
export async function nextMessage(view: Omit<SeekerView, 'leaks'>, context: RunContext): Promise<string> {
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
