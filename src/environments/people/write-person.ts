/**
 * @file People in the words of a language model, as SUBER makes them (section 4.1 and appendix G): the description and, where
 * asked, the genres that they like and dislike.
 */
import type { SchemaOf } from '../../core/reply/fit.ts';
import { generateValue, generateWords, type Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import { readReply } from '../../core/reply/read-reply.ts';
import { readParagraph, wholeSentences } from '../../core/reply/read-words.ts';
import type { GenerateRequest } from '../../core/language-model.ts';
import type { Random } from '../../core/random.ts';
import type { Taste } from '../../core/simulation.ts';
import { describePerson, type PersonFacts, type GeneratedPerson } from './generate-people.ts';
import { PUBLISHED_PERSON } from '../prompts/examples.ts';
import { BOOK_CATEGORIES, FILM_TASTES } from './lists.ts';

export interface Writing {
  readonly model: LanguageModel;
  readonly choosesGenres: boolean;
  readonly random: Random;
  readonly signal: AbortSignal;
}

export interface WrittenPerson extends GeneratedPerson {
  readonly isDescribed: boolean;
  readonly isCut: boolean;
  readonly hasChosenGenres: boolean;
}

const MOST_GENRES = 4;
const TEMPERATURE = 0.8;
const DESCRIPTION = ['(?:person(?:al)? )?description', 'person', 'profile', 'answer'];

/**
 * Writes one person. Where the model chooses no genres that can be read, those that were drawn stay; where it describes with no
 * word, a template does.
 * @param generated whose name, age, job and hobby stay
 * @throws LabError what the model throws
 */
export async function writePerson(
  { person, taste: drawn }: GeneratedPerson,
  kind: PersonFacts['kind'],
  writing: Writing,
): Promise<WrittenPerson> {
  const facts: Facts = {
    age: person.age ?? 0,
    gender: person.gender === 'F' ? 'F' : 'M',
    job: person.job ?? '',
    hobby: person.hobby ?? '',
    kind,
  };
  const chosen = writing.choosesGenres ? await chosenTaste(facts, writing) : null;
  const taste = chosen ?? drawn;
  const asked = requestOf(
    writing,
    descriptionPrompt(person.name, { ...facts, taste }),
    REPLY_TOKENS['person-description'],
  );
  const { text: words, finishReason } = await generateWords(writing, asked, (reply) =>
    readParagraph(reply, DESCRIPTION, 2),
  );
  const text = finishReason === 'length' ? wholeSentences(words) : words;
  return {
    person: { ...person, description: text || describePerson({ ...facts, taste }, writing.random) },
    taste,
    isDescribed: text !== '',
    isCut: finishReason === 'length',
    hasChosenGenres: chosen !== null,
  };
}

type Facts = Omit<PersonFacts, 'taste'>;

function requestOf({ random }: Writing, content: string, maxTokens: number): GenerateRequest {
  return {
    messages: [{ role: 'user', content }],
    purpose: { type: 'summarize', title: 'a person', texts: [content] },
    seed: random.integer(2 ** 32),
    temperature: TEMPERATURE,
    maxTokens,
  };
}

const worksOf = (kind: PersonFacts['kind']): string => (kind === 'film' ? 'films' : 'books');

const factsPrompt = ({ age, gender, job, hobby }: Facts): string =>
  `Age: ${age}. Gender: ${gender}. Job: ${job}. Hobby: ${hobby}.`;

/** SUBER's listing 1, up to where the model goes on; `diskliked` is the paper's. */
const descriptionPrompt = (name: string, { taste, kind, age, gender, hobby, job }: PersonFacts): string =>
  [
    PUBLISHED_PERSON.replace('{works}', kind === 'film' ? 'cinematic' : 'literary'),
    `Name: ${name}, Age: ${age}, Gender: ${gender}, Hobby: ${hobby.toUpperCase()}, Job: ${job.toUpperCase()}`,
    `Genres liked: ${taste.liked.join(', ') || 'none'}, Genres diskliked: ${taste.disliked.join(', ') || 'none'} Description:`,
  ].join('\n\n');

async function chosenTaste(facts: Facts, writing: Writing): Promise<Taste | null> {
  const genres = Object.keys(facts.kind === 'film' ? FILM_TASTES : BOOK_CATEGORIES);
  const list = { type: 'array', items: { enum: genres }, maxItems: MOST_GENRES };
  const schema = {
    type: 'object',
    properties: { liked: list, disliked: list },
    required: ['liked', 'disliked'],
    additionalProperties: false,
  };
  const content =
    `${factsPrompt(facts)} Which genres of ${worksOf(facts.kind)} would such a person like, and which not? ` +
    `Choose one to ${MOST_GENRES} that they like, and up to ${MOST_GENRES} that they do not, from: ${genres.join(', ')}. ` +
    'Answer with JSON alone: {"liked": ["…"], "disliked": ["…"]}.';
  const request = { ...requestOf(writing, content, REPLY_TOKENS['person-taste']), responseSchema: schema };
  const reading = await generateValue(writing, request, (text, isCut) => tasteIn(text, schema, genres, isCut));
  return reading.ok ? reading.value : null;
}

/** A genre that is liked and disliked counts as liked; genres that we do not know are left out. */
function tasteIn(text: string, schema: SchemaOf<Taste>, genres: readonly string[], isCut = false): Reading<Taste> {
  const reading = readReply(text, { ...schema, properties: { liked: NAMES, disliked: NAMES } }, { isCut });
  if (!reading.ok) return reading;
  const ours = (names: readonly string[]): string[] => [
    ...new Set(names.map((name) => name.trim().toLowerCase()).filter((name) => genres.includes(name))),
  ];
  const liked = ours(reading.value.liked);
  if (liked.length === 0)
    return {
      ok: false,
      problem: `"liked" must be a list of texts, such as ${JSON.stringify(genres.slice(0, 2))}, each one of ${genres.join(', ')}`,
    };
  const disliked = ours(reading.value.disliked).filter((name) => !liked.includes(name));
  return { ...reading, value: { liked: liked.slice(0, MOST_GENRES), disliked: disliked.slice(0, MOST_GENRES) } };
}

const NAMES: Json = { type: 'array', items: { type: 'string' } };
