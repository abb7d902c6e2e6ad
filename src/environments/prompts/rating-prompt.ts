/**
 * @file The prompt by which a language model is asked for a rating, in the order of SUBER (appendix A.3.2): system, examples,
 * person, past ratings, item, question. What changes least comes first, so that an engine can reuse the prefix. Numbers of the
 * description stay as they are on every scale.
 */
import type { Message } from '../../core/language-model.ts';
import type { PastRating, RatedItem, RatedPerson } from '../../core/rater.ts';
import { PROMPT_EXAMPLES, PUBLISHED_EXAMPLES, type PromptExample, PUBLISHED_SYSTEM } from './examples.ts';
import type { WrittenScale } from './rating-scale.ts';

export interface PromptStyle {
  readonly scale: WrittenScale;
  /** Worked examples; `published` are SUBER's two and its query template; `yes-no` asks for no rating, but whether they would enjoy such a film. */
  readonly shots: 0 | 1 | 2 | 'published' | 'yes-no';
  /** `default` says what the task is; `custom` also how to weigh what is told; `published` is SUBER's; any other text is the system prompt itself. */
  readonly system: string;
}

export interface PromptQuestion {
  readonly person: RatedPerson;
  readonly item: RatedItem;
  readonly history: readonly PastRating[];
  readonly timesBefore: number;
}

const WORDS = {
  film: { noun: 'movie', meets: 'watches', met: 'watched', plot: 'genres', makers: 'main actors' },
  book: { noun: 'book', meets: 'reads', met: 'read', plot: 'categories', makers: 'authors' },
} as const;

const MOST_ACTORS = 2;

function systemPrompt({ system, scale }: PromptStyle, kind: RatedItem['kind']): string {
  const { noun } = WORDS[kind];
  const range = rangeOf(scale);
  if (system === 'default') return `You predict how people rate ${noun}s on a scale of ${range}.`;
  if (system === 'published') return PUBLISHED_SYSTEM[kind].replace('{range}', range);
  if (system !== 'custom') return system;
  return (
    `You know people and ${noun}s well, and you predict the rating that one person would give to one ${noun}, on a scale of ${range}. ` +
    `Weigh the person's tastes and dislikes first, then what the person gave to ${noun}s like it, then what people think of it on average. ` +
    `Use the whole scale: people who dislike a kind of ${noun} rate it low however famous it is. Put nothing of your own taste into it.`
  );
}

/** The messages that ask for a rating. Each example is answered as is asked for, and its reason is told when it is asked for. */
export function ratingMessages(question: PromptQuestion, style: PromptStyle): readonly Message[] {
  const { kind } = question.item;
  const { shots } = style;
  if (shots === 'yes-no') return yesNoMessages(question, style);
  const shown = shots === 'published' ? PUBLISHED_EXAMPLES[kind] : PROMPT_EXAMPLES[kind].slice(0, shots);
  const examples = shown.flatMap((example): Message[] => {
    const asked = asQuestion(example, question.person.name, style);
    const written = writtenOf(example.rating, kind, style);
    const answer = `${beginningOf(asked, style)}${written}`;
    const ask: Message = { role: 'user', content: questionText(asked, style) };
    if (shots === 'published') {
      const because = publishedReason(example.because, kind, style);
      return [ask, { role: 'assistant', content: `${answer} on a scale of ${rangeOf(style.scale)}, ${because}` }];
    }
    return [
      ask,
      { role: 'assistant', content: answer },
      { role: 'user', content: whyText(asked, written) },
      { role: 'assistant', content: example.because },
    ];
  });
  return [
    { role: 'system', content: systemPrompt(style, kind) },
    ...examples,
    { role: 'user', content: questionText(question, style) },
  ];
}

/** With title and overview small models read the film, and not the person (docs/experiments/raters-on-subers-test.md). */
function yesNoMessages(question: PromptQuestion, style: PromptStyle): readonly Message[] {
  const { person, item } = question;
  const { noun } = WORDS[item.kind];
  const kind = item.genres.length === 0 ? `the ${noun} "${item.title}"` : `a ${item.genres.join(', ')} ${noun}`;
  const asks = `Would ${pronounOf(person.gender)} enjoy ${kind}? Answer yes or no.`;
  const told = [personText(person), historyText(question, style), asks].filter((text) => text !== '');
  return [
    { role: 'system', content: 'You predict what people like from what is told of them.' },
    { role: 'user', content: told.join('\n') },
  ];
}

function publishedReason(because: string, kind: RatedItem['kind'], style: PromptStyle): string {
  return because.replaceAll(/\{(top|[\d.]+)\}/g, (_, number: string) => {
    if (number === 'top') return style.scale.written.at(-1) ?? '';
    return number.includes('.') ? averageOn(style.scale, Number(number), kind) : writtenOf(Number(number), kind, style);
  });
}

/** What stands before the rating in an answer: nothing, or what SUBER's public code puts into the model's mouth (`assistant_start`). */
export function beginningOf({ person: { name, gender } }: Pick<PromptQuestion, 'person'>, style: PromptStyle): string {
  if (style.shots !== 'published') return '';
  return `A: Based on ${name || 'the person'}'s preferences and tastes, I conclude that ${pronounOf(gender)} will assign a rating of `;
}

const pronounOf = (gender: string | null): string =>
  /^f/i.test(gender ?? '') ? 'she' : /^m/i.test(gender ?? '') ? 'he' : 'they';

const whyText = ({ person, item }: PromptQuestion, written: string): string =>
  `Why does ${person.name || 'the person'} rate "${item.title}" ${written}? Answer in one or two sentences, from what was told of the person and the ${WORDS[item.kind].noun}.`;

function asQuestion(example: PromptExample, asked: string, style: PromptStyle): PromptQuestion {
  const { person, otherNames, item, history } = example;
  const names = [person.name, ...otherNames];
  const name = names.find((one) => one !== asked) ?? names.at(-1) ?? '';
  const { min } = style.scale.kept;
  return {
    person: { ...person, name },
    item,
    history: history.map((past) => ({ ...past, rating: min + ratingPlace(past.rating, item.kind, style) })),
    timesBefore: 0,
  };
}

/** Examples are rated on 1–10 or 1–5; another scale takes the nearest place. */
function ratingPlace(rating: number, kind: RatedItem['kind'], { scale }: PromptStyle): number {
  const top = kind === 'film' ? 10 : 5;
  return Math.round(((rating - 1) / (top - 1)) * (scale.written.length - 1));
}

const writtenOf = (rating: number, kind: RatedItem['kind'], style: PromptStyle): string =>
  style.scale.written[ratingPlace(rating, kind, style)] ?? '';

/** The query templates of SUBER (listings 3, 4, 6 and 10). A catalogue may lack what a sentence tells; the sentence is then left out. */
function publishedQuestion({ person, item, history, timesBefore }: PromptQuestion, { scale }: PromptStyle): string {
  const { noun, meets, met } = WORDS[item.kind];
  const { title, overview, genres, people, averageRating, year } = item;
  const isFilm = item.kind === 'film';
  const name = person.name || 'Somebody';
  const range = rangeOf(scale);
  const named = `the ${noun} "${title}"`;
  const rated = history.map((past) => `"${past.item.title}" (${scale.written[ratingAt(past.rating, scale)]})`);
  const makers = isFilm ? people.slice(0, MOST_ACTORS) : people;
  const isOne = makers.length === 1;
  const about = [
    `Consider ${named}${year === null ? '' : `, released in ${year}`}${overview === '' ? '.' : `, which is described as follows: ${overview}`}`,
    genres.length === 0
      ? ''
      : ` The ${noun} "${title}" ${isFilm ? 'contains the following genres' : 'belongs to the following categories'}:\n${genres.map((genre) => `-${genre}`).join('\n')}`,
  ].join('');
  const actors = `Here ${isOne ? 'is' : 'are'} the ${makers.length} main actor${isOne ? '' : 's'} of the ${noun}, in order of importance: ${makers.join(', ')}.`;
  const facts = [
    makers.length === 0
      ? ''
      : isFilm
        ? actors
        : `The author${isOne ? '' : 's'} of the ${noun} ${isOne ? 'is' : 'are'} ${makers.join(', ')}.`,
    averageRating === null
      ? ''
      : `On average, people rate ${named} ${averageOn(scale, averageRating, item.kind)} on a scale of ${range}.`,
    `${name} ${meets} ${named} for the ${ordinal(timesBefore + 1)} time.`,
  ];
  return [
    `Q: ${name} is a ${person.age === null ? '' : `${person.age} years old `}${gendered(person.gender, person.age)}, ${person.description}`,
    rated.length === 0
      ? ''
      : `${name} has previously ${met} the following ${noun}s (in parentheses are the ratings ${pronounOf(person.gender)} gave on a scale of ${range}): ${rated.join(', ')}.`,
    about,
    facts.filter((text) => text !== '').join(' '),
    `What can you conclude about ${name}'s rating for ${named} on a scale of ${range}, where ${scale.written[0]} represents a low rating and ${scale.written.at(-1)} represents a high rating, based on available information and logical reasoning?`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function questionText(question: PromptQuestion, style: PromptStyle): string {
  if (style.shots === 'published') return publishedQuestion(question, style);
  const { person, item, timesBefore } = question;
  const { noun, meets } = WORDS[item.kind];
  const range = rangeOf(style.scale);
  return [
    personText(person),
    historyText(question, style),
    itemText(item, style),
    `${person.name} ${meets} the ${noun} "${item.title}" for the ${ordinal(timesBefore + 1)} time.`,
    `How does ${person.name} rate the ${noun} "${item.title}" on a scale of ${range}, where ${style.scale.written[0]} is the lowest and ${style.scale.written.at(-1)} the highest rating? ${formOf(style.scale)} Answer with the rating alone.`,
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function personText({ name, age, gender, description, job, hobby }: RatedPerson): string {
  const years = age === null ? '' : `${age}-year-old `;
  const facts = [job === null ? '' : `job: ${job}`, hobby === null ? '' : `hobby: ${hobby}`].filter(
    (fact) => fact !== '',
  );
  const rest = facts.length === 0 ? '' : ` (${facts.join('; ')})`;
  return `${name || 'Somebody'} is ${article(age)} ${years}${gendered(gender, age)}${rest}: ${description}`;
}

const article = (age: number | null): string => (age !== null && /^(?:8|11$|18$)/.test(String(age)) ? 'an' : 'a');

function gendered(gender: string | null, age: number | null): string {
  const isChild = age !== null && age < 18;
  if (gender !== null && /^f/i.test(gender)) return isChild ? 'girl' : 'woman';
  if (gender !== null && /^m/i.test(gender)) return isChild ? 'boy' : 'man';
  return isChild ? 'child' : 'person';
}

function historyText({ person, history, item }: PromptQuestion, { scale }: PromptStyle): string {
  if (history.length === 0) return '';
  const { noun, met } = WORDS[item.kind];
  const told = history.map(({ item: past, rating }) => `"${past.title}" (${scale.written[ratingAt(rating, scale)]})`);
  return `${person.name} has ${met} these ${noun}s before (in brackets the ratings on a scale of ${rangeOf(scale)}): ${told.join(', ')}.`;
}

const ratingAt = (rating: number, { kept }: WrittenScale): number => Math.round(rating) - kept.min;

function itemText(
  { kind, title, overview, genres, people, averageRating, year }: RatedItem,
  { scale }: PromptStyle,
): string {
  const { noun, plot, makers } = WORDS[kind];
  const average = averageRating === null ? null : averageOn(scale, averageRating, kind);
  return [
    aboutText(noun, title, year, overview),
    genres.length === 0 ? '' : `Its ${plot}: ${genres.join(', ')}.`,
    people.length === 0
      ? ''
      : `Its ${makers}: ${people.slice(0, kind === 'film' ? MOST_ACTORS : undefined).join(', ')}.`,
    average === null ? '' : `On average people rate it ${average} on that scale.`,
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function aboutText(noun: string, title: string, year: number | null, overview: string): string {
  const from = year === null ? '' : ` from ${year}`;
  return overview === ''
    ? `The ${noun} is "${title}"${from}.`
    : `The ${noun} "${title}"${from} is described like this: ${overview}`;
}

/** Averages of films are of 10 and those of books of 5; a scale of another length stretches them. */
function averageOn({ kept, shift }: WrittenScale, average: number, kind: RatedItem['kind']): string {
  const top = kind === 'film' ? 10 : 5;
  const value = kept.max === top ? average : (average / top) * kept.max;
  return Math.max(kept.min - shift, value - shift).toFixed(1);
}

const formOf = ({ written }: WrittenScale): string =>
  /^\d/.test(written[0] ?? '')
    ? `Write it in figures, as a whole number from ${written[0]} to ${written.at(-1)}.`
    : `Write it as a word, one of: ${written.join(', ')}.`;

const rangeOf = ({ written }: WrittenScale): string => `${written[0]} to ${written.at(-1)}`;

function ordinal(count: number): string {
  const ending = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}
