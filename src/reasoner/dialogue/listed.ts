/** @file Items that the person lists to choose from: "which of these suits me: …", "Alien or Heat?", "rank these". */
import type { Mention } from '../../core/dialogue.ts';
import type { ItemReference } from '../../core/task.ts';
import { Scan } from './scan.ts';
import { TitleReader, type WrittenTitle } from './titles.ts';

/** Listed items, and the message without them. */
export interface Listed {
  readonly titles: readonly string[];
  readonly rest: string;
}

const CHOOSES =
  /(?<!\p{L})(?:(?:which|what)(?: one)? of (?:these|those|the following|them|the two|the three|my)|which(?: one)? (?:should|would|do you|is|suits?|fits?|shall|can|of|would you|matches|do i|to)|which (?:film|movie)(?: is| should| would| suits| fits| to)? ?(?:i watch|better|more suitable|for me|me|best)?|(?:choose|pick|decide|choosing|deciding|choice|torn|hesitat\p{L}+|select|undecided) (?:one )?(?:between|from|among|amongst|out of)|(?:rank|order|sort|compare|rate) (?:these|those|the following|them|this list)|should (?:i|we) (?:watch|see|go for|pick|choose|rent|take|try)|what(?:'s| is) (?:better|best|more suitable)(?: for me)?|better for me|suits? me|(?:pick|choose|select|recommend|suggest) (?:me )?(?:one|something)(?: for me| for us)?(?=\s*:| from| of| out of)|(?:pick|choose|select|decide) for (?:me|us)(?=\s*:)|(?:my )?(?:options|choices|candidates|shortlist|watch ?list) (?:are|is)|from this list|out of these|between)(?!\p{L})/iu;
const OF_SHOWN =
  /(?<!\p{L})(?:which|what)(?: one)? (?:of (?:these|those|them)|(?:one )?(?:should|would|do|is|suits|fits))(?!\p{L})|(?<!\p{L})(?:rank|order|sort|\p{L}+est|most \p{L}+|best \p{L}+|best) (?:of )?(?:these|those|them)(?!\p{L})/iu;
const OR_ALONE = /(?<!\p{L})(?:or|vs\.?|versus)(?!\p{L})/iu;

/** The region with the most titles: after the last colon, after the words of choice, or all before them. */
function regions(text: string, start: number, end: number): (readonly [number, number])[] {
  const colon = /:\s/u.exec(text);
  const found: (readonly [number, number])[] = [[end, text.length]];
  if (colon !== null) found.push([colon.index + 1, text.length], [0, colon.index]);
  for (const { index } of text.matchAll(/[?,](?=\s)|:(?=\s)|\n| - /gu))
    if (index > start) found.push([index + 1, text.length]);
  const verb =
    /(?<!\p{L})(?:between|among|amongst|watch|see|me|for|from|of|is|better|suitable|these|try|pick|choose|take)(?!\p{L})[,:]?/giu;
  for (const { index, 0: word } of text.matchAll(verb))
    if (index >= start) found.push([index + word.length, text.length]);
  found.push([0, start]);
  const sentence = Math.max(text.lastIndexOf('. ', start), text.lastIndexOf('! ', start));
  if (sentence > 0) found.push([sentence + 2, start]);
  return found;
}

function best(
  text: string,
  mentions: readonly Mention[],
  spans: readonly (readonly [number, number])[],
): readonly WrittenTitle[] {
  let most: readonly WrittenTitle[] = [];
  let known = 0;
  let isAfterColon = false;
  for (const [from, to] of spans) {
    const list = new TitleReader(new Scan(text), mentions).list(from, { until: to });
    const own = list.filter(({ isKnown }) => isKnown).length;
    if (own > known || (own === known && own > 0 && list.length < most.length && !isAfterColon))
      [most, known] = [list, own];
    isAfterColon ||= own > 0 && /:\s*$/u.test(text.slice(0, from));
  }
  return known > 0 ? most : [];
}

/** The listed items; null where the message asks for no choice. @param shown the items of the last list */
export function readListed(text: string, mentions: readonly Mention[], shown: readonly ItemReference[]): Listed | null {
  const trigger = CHOOSES.exec(text);
  if (trigger === null) {
    if (!OR_ALONE.test(text)) return null;
    // "I like Gladiator. Troy or Braveheart?"
    const question = /(?:^|[.!]\s+)([^.!]*(?<!\p{L})(?:or|vs\.?|versus)(?!\p{L})[^.!]*)\W*$/iu.exec(text);
    const from = question === null ? 0 : question.index + question[0].indexOf(question[1] ?? '');
    const list = new TitleReader(new Scan(text), mentions).list(from);
    const isAll =
      list.length > 1 &&
      list.every(({ isKnown }) => isKnown) &&
      text.slice(list.at(-1)?.end).replaceAll(/[\s?.!]/gu, '') === '';
    return isAll ? { titles: list.map((title) => title.text), rest: text.slice(0, from) } : null;
  }
  if (
    /(?<!\p{L})between\s+(?:the\s+)?(?:\d|[a-z]+ties)/iu.test(
      trigger[0] + text.slice(trigger.index + trigger[0].length, trigger.index + trigger[0].length + 12),
    )
  )
    return null;
  const end = trigger.index + trigger[0].length;
  const list = best(text, mentions, regions(text, trigger.index, end));
  if (list.length >= 2) {
    const scan = new Scan(text);
    for (const { start, end: last } of list) scan.consume(start, last);
    // What is left is read for wishes: "which of these is a comedy: …".
    return {
      titles: list.map((title) => title.text),
      rest: scan.rest.replaceAll(/▮+/gu, ' ').replaceAll(/\bwhich\b/giu, ' '),
    };
  }
  const isShown = shown.length > 1 && OF_SHOWN.test(text) && text.split(/\s+/u).length <= 14;
  return isShown ? { titles: shown.map(({ title }) => title), rest: text } : null;
}
