/**
 * @file The prompts by which a language model plays a simulated person in a session. They tell what rules are told: the person, past ratings,
 * and of each item its title, year, genres, makers, average and overview; nothing of tastes that were drawn, nor of who recommends.
 */
import type { Message } from '../../core/language-model.ts';
import type { PastRating, RatedItem, RatedPerson } from '../../core/rater.ts';
import { historyText, itemText, personText, WORDS } from '../prompts/rating-prompt.ts';
import type { WrittenScale } from '../prompts/rating-scale.ts';
import type { OfferedItem, OfferedPage } from './visitor.ts';

const MEETS = { film: 'watch', book: 'read' } as const;

/** Who is played, and how replies are written. */
function roleText(person: RatedPerson, kind: RatedItem['kind'], { kept, shift }: WrittenScale): string {
  return (
    `You play a person who uses a service that recommends ${WORDS[kind].noun}s. Stay within what is told of the person: choose little, rate low and leave ` +
    `early where that fits them. Ratings are whole numbers from ${kept.min - shift} (worst) to ${kept.max - shift} (best).\n${personText(person)}`
  );
}

/** Asks what the person does with a page. */
export function pageMessages(
  { person, offered, page, patience }: OfferedPage,
  scale: WrittenScale,
): readonly Message[] {
  const kind = offered[0]?.item.kind ?? 'film';
  const numbered = offered.map(({ item, ratedBefore }, at) => {
    const before = ratedBefore === null ? '' : ` ${person.name} rated it ${writtenRating(ratedBefore, scale)} before.`;
    return `${at + 1}. ${itemText(item, { scale })}${before}`;
  });
  const told = historyText({ person, history: remembered(offered), kind }, { scale });
  const question =
    `This is page ${page}. ${patienceText(person, patience)} Which of these would ${person.name} choose to ${MEETS[kind]}, and how would ` +
    `${person.name} rate each of them afterwards? None (an empty list) is a good answer too. Would ${person.name} look at another page then? ` +
    'Answer with JSON alone: {"chosen": [{"number": 1, "rating": …}], "goesOn": true or false}.';
  return [
    { role: 'system', content: roleText(person, kind, scale) },
    { role: 'user', content: [told, ...numbered, question].filter((text) => text !== '').join('\n') },
  ];
}

/** What the items of a page remind of, each past item once. */
function remembered(offered: readonly OfferedItem[]): readonly PastRating[] {
  const past = offered.flatMap(({ history }) => history);
  return [...new Map(past.map((one) => [one.item.id, one])).values()];
}

function patienceText({ name }: RatedPerson, patience: number): string {
  const pages = Math.max(1, Math.ceil(patience));
  return `${name} has patience for about ${pages} more ${pages === 1 ? 'page' : 'pages'} without anything that pleases.`;
}

/** As the scale writes it. */
const writtenRating = (rating: number, { kept, written }: WrittenScale): string =>
  written[Math.round(rating) - kept.min] ?? String(rating);
