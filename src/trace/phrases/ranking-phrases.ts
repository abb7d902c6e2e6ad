/** @file The words of the built-in reasoner: what can be asked about which of a list of candidates a person would choose. */
import type { Phrase } from './phrase.ts';
import { listed } from './plain-words.ts';

/** A question about each of the candidates, which the database answers with a list. */
const aboutEach = <const Words extends Omit<Phrase, 'kind' | 'tool' | 'unit'>>(words: Words) =>
  ({ kind: 'evidence', tool: 'database', unit: 'list', ...words }) as const;

/** By the name of the query. */
export const RANKING_PHRASES = {
  popularity: aboutEach({
    name: 'popularity',
    thought: 'I should know how popular the candidates are.',
    question: 'How many ratings does each of {items} have?',
    sentence: 'Numbers of ratings: {values}.',
    title: (said) => `Popularity: ${listed(said)}`,
    told: () => 'Number of ratings',
  }),
  'mean-rating': aboutEach({
    name: 'mean-rating',
    thought: 'I should know how well the candidates are rated.',
    question: 'How far is the average rating of each of {items} above the overall average?',
    sentence: 'Average ratings minus the overall average, shrunk to zero where there are few ratings: {values}.',
    title: (said) => `Average ratings: ${listed(said)}`,
    told: () => 'Average rating above or below the overall average',
  }),
  'genre-match': aboutEach({
    name: 'genre-match',
    thought: 'I should know which candidates are of the genres that {user} chooses.',
    question: 'How often does {user} choose the genres of each of {items}?',
    sentence: 'Shares of the {support} ratings of {user} that are of the same genres: {values}.',
    title: (said) => `${said.person}’s genres: ${listed(said)}`,
    told: ({ person }) => `Share of ${person}’s ratings that are of the same genres`,
  }),
  'year-match': aboutEach({
    name: 'year-match',
    thought: 'I should know which candidates are from the years that {user} chooses.',
    question: 'How often does {user} choose items from about the year of each of {items}?',
    sentence: 'Shares of the {support} ratings of {user} that are from about the same years: {values}.',
    title: (said) => `${said.person}’s years: ${listed(said)}`,
    told: ({ person }) => `Share of ${person}’s ratings that are from about the same years`,
  }),
  'makers-match': aboutEach({
    name: 'makers-match',
    thought: 'I should know which candidates share makers or tags with what {user} rated.',
    question: 'How many items rated by {user} share makers or tags with each of {items}?',
    sentence: 'How many of the {support} items rated by {user} share makers or tags: {values}.',
    title: (said) => `Same makers or tags: ${listed(said)}`,
    told: ({ person, nouns }) => `Number of ${nouns} rated by ${person} that share makers or tags`,
  }),
  'series-match': aboutEach({
    name: 'series-match',
    thought: 'I should know which candidates are of a series that {user} began.',
    question: 'How many items rated by {user} are of the series of each of {items}?',
    sentence: 'How many of the {support} items rated by {user} are of the same series: {values}.',
    title: (said) => `Same series: ${listed(said)}`,
    told: ({ person, nouns }) => `Number of ${nouns} rated by ${person} that are of the same series`,
  }),
  'co-rated-match': aboutEach({
    name: 'co-rated-match',
    thought: 'I should know which candidates go with what {user} rated.',
    question: 'How close is each of {items} to all that was rated by {user}?',
    sentence: 'Closeness to the {support} items rated by {user}: {values}.',
    title: (said) => `How close: ${listed(said)}`,
    told: ({ person, nouns }) => `Closeness to all ${nouns} that ${person} rated`,
  }),
  'latest-ten-match': aboutEach({
    name: 'latest-ten-match',
    thought: 'I should know which candidates go with what {user} rated lately.',
    question: 'How close is each of {items} to the last 10 items rated by {user}?',
    sentence: 'Closeness to the latest of the {support} items rated by {user}: {values}.',
    title: (said) => `Close to the last 10: ${listed(said)}`,
    told: ({ person, nouns }) => `Closeness to the last 10 ${nouns} that ${person} rated`,
  }),
  'latest-two-match': aboutEach({
    name: 'latest-two-match',
    thought: 'I should know which candidates go with the very last that {user} rated.',
    question: 'How close is each of {items} to the last 2 items rated by {user}?',
    sentence: 'Closeness to the last two of the {support} items rated by {user}: {values}.',
    title: (said) => `Close to the last 2: ${listed(said)}`,
    told: ({ person, nouns }) => `Closeness to the last 2 ${nouns} that ${person} rated`,
  }),
  'similar-users-match': aboutEach({
    name: 'similar-users-match',
    thought: 'I should know which candidates people like {user} chose.',
    question: 'How many users like {user} rated each of {items}?',
    sentence: 'Users like {user} ({support} ratings) who rated each, weighted by similarity: {values}.',
    title: (said) => `People like ${said.person}: ${listed(said)}`,
    told: ({ person }) => `People like ${person} who rated it, weighted by similarity`,
  }),
} as const;

/** What the Rank tool is asked, which has its own words for the answer. */
export const FITTED_RANKING_PHRASE: Phrase = {
  name: 'fitted-ranking',
  kind: 'evidence',
  tool: 'rank',
  unit: 'list',
  thought: 'I should know how a fitted recommender ranks the candidates for {user}.',
  question: '{user}',
  sentence: '',
  title: ({ person }) => `Fitted ranking for ${person}`,
};
