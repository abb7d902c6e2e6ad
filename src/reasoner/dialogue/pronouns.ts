/** @file "It" where an item was just spoken of: "Who directed Shrek, and is it long?", "I saw Alien and loved that film". */
import type { CatalogueOutline } from '../../core/dialogue.ts';
import { edited, type Message } from './edited.ts';
import { linked } from './link.ts';
import { withoutQuotes } from './quotes.ts';

/** "Longer than it" means another. */
const IT = /(?<!\p{L}|than )(?:it|that one|this one|th(?:at|is) (?:film|movie|book))(?!\p{L})/iu;

/** The message with a title in place of its first "it". */
export function named<Told extends Message>(message: Told, title: string, from = 0): Told {
  const it = IT.exec(withoutQuotes(message.text).slice(from));
  if (it === null) return message;
  const start = from + it.index;
  // "I saw Jaws, it was boring" lists no two films.
  const apart = /(?:[,;]|(?<!\p{L})and)\s+$/iu.test(message.text.slice(0, start)) ? 'so ' : '';
  return { ...message, ...edited(message, [start, start + it[0].length], `${apart}"${title}"`) };
}

/** The message with the title that it names before "it" in that place: an earlier list is not meant then. */
export function ownNamed<Told extends Message>(message: Told, catalogue: CatalogueOutline): Told {
  const titles = linked(message.text, message.mentions, catalogue).tokens.filter(({ title }) => title !== undefined);
  // In a title, such as "Get Over It", it stands for nothing.
  const others = titles.reduce((text, { start, end }) => blank(text, start, end), withoutQuotes(message.text));
  const it = IT.exec(others)?.index ?? 0;
  const before = titles.findLast(({ end }) => end <= it);
  return before?.title === undefined ? message : named(message, before.title.text, it);
}

const blank = (text: string, start: number, end: number): string =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
