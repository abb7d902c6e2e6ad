/** @file What a tool of a conversation could not do, in words that a person and a model read alike. */
import type { DialogueProblem } from '../core/dialogue.ts';
import { ownValue } from '../core/own-value.ts';

/** `Alien, Heat or Ran`. @param last what goes before the last */
export const listed = (texts: readonly string[], last: string): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1) ?? ''}`;
/** `running time`. */
export const spaced = (name: string): string => name.replaceAll('_', ' ');

/** What it means that the catalogue has no such attribute, in words. */
const UNKNOWN: Readonly<Record<string, (noun: string) => string>> = {
  director: (noun) => `This catalogue does not know who made its ${noun}s.`,
  actor: (noun) => `This catalogue does not know who plays in its ${noun}s.`,
  writer: (noun) => `This catalogue does not know who wrote its ${noun}s.`,
  availability: (noun) => `This catalogue does not know where its ${noun}s are to be had.`,
  country: (noun) => `This catalogue does not know where its ${noun}s come from.`,
  tag: () => 'This catalogue has no such descriptions, so I cannot check that.',
  running_time: (noun) => `This catalogue does not know how long its ${noun}s are.`,
  mpaa_rating: (noun) => `This catalogue does not know the age ratings of its ${noun}s.`,
};

/** A problem as the person is told of it. @param noun of the items: `film` */
export function problemWords(problem: DialogueProblem, noun: string): string {
  switch (problem.type) {
    case 'title-taken': {
      const others =
        problem.others.length === 0
          ? ''
          : ` There ${problem.others.length === 1 ? 'is' : 'are'} also ${listed(problem.others, 'and')}; say so if you mean ${problem.others.length === 1 ? 'that' : 'one of them'}.`;
      return `By "${problem.text}" I take ${problem.title}.${others}`;
    }
    case 'title-ambiguous':
      return `"${problem.text}" may be ${listed(problem.titles, 'or')}. Which one do you mean?`;
    case 'title-unknown': {
      const near = problem.near.length === 0 ? '' : ` Did you mean ${listed(problem.near, 'or')}?`;
      return `I do not know a ${noun} called "${problem.text}".${near}`;
    }
    case 'text-unknown':
      return `No ${noun} that satisfies the rest is said here to have to do with "${problem.text}", so I left that aside.`;
    case 'attribute-unknown':
      return (
        ownValue(UNKNOWN, problem.attribute)?.(noun) ??
        `This catalogue does not know the ${spaced(problem.attribute)} of its ${noun}s.`
      );
    case 'value-unknown': {
      const known = problem.near.length === 0 ? '' : ` It knows ${problem.near.slice(0, 30).join(', ')}.`;
      return `No ${noun} here has the ${spaced(problem.attribute)} "${problem.value}".${known}`;
    }
    case 'fact-missing':
      return problem.attribute === 'director'
        ? `The catalogue does not say who made ${problem.title}.`
        : `The catalogue does not say the ${spaced(problem.attribute)} of ${problem.title}.`;
    case 'input-invalid':
      return `A step of the plan could not be done: ${problem.problem}`;
  }
}
