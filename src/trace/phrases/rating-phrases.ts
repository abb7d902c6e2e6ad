/** @file The words of the built-in reasoner: what can be asked about how a person would rate an item. */
import { counted } from '../../core/text/counted.ts';
import type { Phrase } from './phrase.ts';
import { average, capital, percent, versusOthers, versusOwn, weighed } from './plain-words.ts';

/** By the name of the query. */
export const RATING_PHRASES = {
  'user-mean': {
    name: 'user-mean',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates in general.',
    question: 'What is the average rating given by {user}?',
    sentence: 'The average rating given by {user} is {value} ({support} ratings).',
    title: ({ person }) => `${person}’s average`,
    told: ({ person }, found) => `${person} gives ${average(found, 'rating')}.`,
    unit: 'average',
  },
  'recent-mean': {
    name: 'recent-mean',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} has been rating lately.',
    question: 'What is the average of the last 10 ratings given by {user}?',
    sentence: 'The average of the latest ratings given by {user} is {value} ({support} ratings).',
    title: () => 'Recent ratings',
    told: ({ person }, found) => `The latest ratings of ${person}: ${average(found, 'rating')}.`,
    unit: 'average',
  },
  'item-mean': {
    name: 'item-mean',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what people think of {item}.',
    question: 'What is the average rating of {item}?',
    sentence: 'The average rating of {item} is {value} ({support} ratings).',
    title: ({ theItem }) => `${capital(theItem)}’s average`,
    told: ({ item }, found) => `${item} gets ${average(found, 'rating')}.`,
    unit: 'average',
  },
  'popularity-taste': {
    name: 'popularity-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates items about as popular as {item}.',
    question: 'What is the average rating given by {user} to items about as popular as {item}?',
    sentence: 'The average rating given by {user} to items about as popular as {item} is {value} ({support} ratings).',
    title: ({ nouns }) => `Equally popular ${nouns}`,
    told: ({ person, item, nouns }, found) =>
      `${person} gives ${nouns} about as popular as ${item} ${average(found, 'rating')}.`,
    unit: 'average',
    nothing: ({ person, noun }) => `${person} has rated no ${noun} that is about as popular.`,
  },
  metadata: {
    name: 'metadata',
    kind: 'retrieval',
    tool: 'search',
    thought: 'I should look up what {item} is.',
    question: '{title}',
    sentence: '',
    title: ({ theItem }) => `About ${theItem}`,
  },
  'stated-taste': {
    name: 'stated-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know which genres of {item} {user} says they like.',
    question: 'Which genres of {item} does {user} say they like or dislike?',
    sentence:
      'Of the genres of {item}, the share that {user} likes minus the share they dislike is {value} ({support} genres named).',
    title: () => 'Stated taste',
    told: ({ person, item }, { value, support }) =>
      `Genres of ${item} that ${person} says they like, minus those disliked: ${percent(value)} (${counted(support, 'genre')}).`,
    unit: 'share',
  },
  'genre-taste': {
    name: 'genre-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates the genres of {item}.',
    question: 'How do the ratings given by {user} to the genres of {item} compare with those of others?',
    sentence:
      '{user} rates items of the genres of {item} {difference} than others do ({support} comparable items, weighted).',
    title: () => 'Same genres',
    told: (said, found) => `${said.person} rates ${said.nouns} of the genres of ${said.item} ${versusOthers(found)}.`,
    unit: 'others',
    nothing: ({ person, noun }) => `${person} has rated no ${noun} of these genres.`,
  },
  'year-taste': {
    name: 'year-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates items from about the year of {item}.',
    question: 'How do the ratings given by {user} to items from about the year of {item} compare with those of others?',
    sentence:
      '{user} rates items from about the year of {item} {difference} than others do ({support} comparable items, weighted).',
    title: () => 'Same years',
    told: (said, found) =>
      `${said.person} rates ${said.nouns} from about the year of ${said.item} ${versusOthers(found)}.`,
    unit: 'others',
  },
  'series-taste': {
    name: 'series-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rated the rest of the series of {item}.',
    question: 'How do the ratings given by {user} to the series of {item} compare with those of others?',
    sentence: '{user} rates the rest of the series of {item} {difference} than others do ({support} items).',
    title: () => 'Same series',
    told: (said, found) =>
      `${said.person} rates ${said.nouns} of the series of ${said.item} ${versusOthers(found, counted(found.support, said.noun, said.nouns))}.`,
    unit: 'others',
    nothing: ({ person, noun }) => `${person} has rated no other ${noun} of this series.`,
  },
  'makers-taste': {
    name: 'makers-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates items sharing makers or tags with {item}.',
    question:
      'How do the ratings given by {user} to items sharing makers or tags with {item} compare with those of others?',
    sentence:
      '{user} rates items sharing makers or tags with {item} {difference} than others do ({support} shared values).',
    title: () => 'Same makers or tags',
    told: (said, found) =>
      `${said.person} rates ${said.nouns} that share makers or tags with ${said.item} ${versusOthers(found, counted(found.support, 'shared value'))}.`,
    unit: 'others',
    nothing: ({ person, noun }) => `${person} has rated no ${noun} by the same makers or with the same tags.`,
  },
  'like-items': {
    name: 'like-items',
    kind: 'retrieval',
    tool: 'database',
    thought: 'I should find items like {item}.',
    question: 'Which items are most like {item}?',
    sentence: 'Most similar to {item} are the items {values}.',
    title: ({ nouns }) => `Similar ${nouns}`,
  },
  'similar-items': {
    name: 'similar-items',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rated items like {item}.',
    question: 'How did {user} rate items like {item}, compared with others?',
    sentence:
      '{user} rates items rated like {item} {difference} than others do ({support} comparable items, weighted).',
    title: ({ nouns }) => `Ratings of similar ${nouns}`,
    told: (said, found) => `${said.person} rates ${said.nouns} rated like ${said.item} ${versusOthers(found)}.`,
    unit: 'others',
    nothing: ({ person, nouns }) => `${person} has rated none of the most similar ${nouns}.`,
  },
  'co-rated-items': {
    name: 'co-rated-items',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rated items that the same people rated as {item}.',
    question: 'How did {user} rate items that the same people rated as {item}, compared with others?',
    sentence:
      '{user} rates items that the same people rated as {item} {difference} than others do ({support} comparable items, weighted).',
    title: ({ nouns }) => `Co-rated ${nouns}`,
    told: (said, found) =>
      `${said.person} rates ${said.nouns} that the same people rated as ${said.item} ${versusOthers(found)}.`,
    unit: 'others',
    nothing: ({ person, nouns }) => `${person} has rated none of the ${nouns} that go with it.`,
  },
  'like-users': {
    name: 'like-users',
    kind: 'retrieval',
    tool: 'database',
    thought: 'I should find people like {user}.',
    question: 'Which users are most like {user}?',
    sentence: 'Most similar to {user} are the users {values}.',
    title: ({ person }) => `People like ${person}`,
  },
  'similar-users': {
    name: 'similar-users',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what people like {user} think of {item}.',
    question: 'How did users like {user} rate {item}, compared with their own averages?',
    sentence:
      'Users like {user} rated {item} {difference} than their own averages ({support} users, weighted by similarity).',
    title: ({ person }) => `Ratings by people like ${person}`,
    told: ({ person, item }, { value, support }) =>
      `People like ${person} rated ${item} ${versusOwn(value)} (${weighed(support)}).`,
    unit: 'own',
    nothing: ({ person, item }) => `Nobody like ${person} has rated ${item}.`,
  },
  'shared-favourites': {
    name: 'shared-favourites',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what people with the favourites of {user} think of {item}.',
    question: 'How did users sharing favourites with {user} rate {item}, compared with their own averages?',
    sentence:
      'Users sharing favourites with {user} rated {item} {difference} than their own averages ({support} users).',
    title: () => 'Shared favourites',
    told: ({ person, item }, { value, support }) =>
      `${counted(support, 'person', 'people')} who share ${person}’s favourites rated ${item} ${versusOwn(value)}.`,
    unit: 'own',
  },
} as const satisfies Readonly<Record<string, Phrase>>;
