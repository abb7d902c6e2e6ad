/** @file The table of labels: words for each named question and its answer. */
import { counted, capital, short } from '../core/text/words.ts';

export interface Said {
  readonly person: string;
  readonly item: string;
  /** `the film` for the task's own item, else the title. */
  readonly theItem: string;
  readonly noun: string;
  readonly nouns: string;
  readonly items: number;
}

export interface Single {
  readonly value: number;
  readonly support: number;
}

export interface Label {
  readonly title: (said: Said) => string;
  readonly told?: (said: Said, single: Single) => string;
  /** What the number of an answer is; a list has one for each item, `ids` are the people or items that were found. */
  readonly unit?: 'average' | 'others' | 'own' | 'share' | 'list' | 'ids';
  readonly nothing?: (said: Said) => string;
}

const average = ({ value, support }: Single): string => `${short(value)} on average (${counted(support, 'rating')})`;
const weighed = ({ support }: Single): string => `their weights add up to ${short(support)}`;
const percent = (share: number): string => `${String(Math.round(share * 100))} %`;
const versusOthers = (single: Single, rests = weighed(single)): string =>
  `${short(Math.abs(single.value))} ${single.value < 0 ? 'lower' : 'higher'} than others do (${rests})`;
const versusOwn = ({ value }: Single): string =>
  `${short(Math.abs(value))} ${value < 0 ? 'below' : 'above'} their own averages`;

const ofEach = (title: (said: Said) => string, told: (said: Said) => string): Label => ({
  title: (said) => `${title(said)}: ${counted(said.items, said.noun, said.nouns)}`,
  told,
  unit: 'list',
});

const taste = (
  title: (said: Said) => string,
  group: (said: Said) => string,
  none: (said: Said) => string,
  rests?: (single: Single, said: Said) => string,
): Label => ({
  title,
  told: (said, single) =>
    `${said.person} rates ${said.nouns} ${group(said)} ${versusOthers(single, rests?.(single, said))}.`,
  unit: 'others',
  nothing: (said) => `${said.person} has rated ${none(said)}.`,
});

const rated = (nouns: string): string => `no ${nouns}`;

export const LABELS: Readonly<Record<string, Label>> = {
  'user-mean': {
    title: ({ person }) => `${person}’s average`,
    told: ({ person }, single) => `${person} gives ${average(single)}.`,
    unit: 'average',
  },
  'recent-mean': {
    title: () => 'Recent ratings',
    told: ({ person }, single) => `The latest ratings of ${person}: ${average(single)}.`,
    unit: 'average',
  },
  'item-mean': {
    title: ({ theItem }) => `${capital(theItem)}’s average`,
    told: ({ item }, single) => `${item} gets ${average(single)}.`,
    unit: 'average',
  },
  'popularity-taste': {
    title: ({ nouns }) => `Equally popular ${nouns}`,
    told: ({ person, item, nouns }, single) =>
      `${person} gives ${nouns} about as popular as ${item} ${average(single)}.`,
    unit: 'average',
    nothing: ({ person, noun }) => `${person} has rated no ${noun} that is about as popular.`,
  },
  'stated-taste': {
    title: () => 'Stated taste',
    told: ({ person, item }, { value, support }) =>
      `Genres of ${item} that ${person} says they like, minus those disliked: ${percent(value)} (${counted(support, 'genre')}).`,
    unit: 'share',
  },
  'genre-taste': taste(
    () => 'Same genres',
    ({ item }) => `of the genres of ${item}`,
    ({ noun }) => rated(`${noun} of these genres`),
  ),
  'year-taste': taste(
    () => 'Same years',
    ({ item }) => `from about the year of ${item}`,
    ({ noun }) => rated(`${noun} from about that year`),
  ),
  'series-taste': taste(
    () => 'Same series',
    ({ item }) => `of the series of ${item}`,
    ({ noun }) => rated(`other ${noun} of this series`),
    ({ support }, { noun, nouns }) => counted(support, noun, nouns),
  ),
  'makers-taste': taste(
    () => 'Same makers or tags',
    ({ item }) => `that share makers or tags with ${item}`,
    ({ noun }) => rated(`${noun} by the same makers or with the same tags`),
    ({ support }) => counted(support, 'shared value'),
  ),
  'similar-items': taste(
    ({ nouns }) => `Ratings of similar ${nouns}`,
    ({ item }) => `rated like ${item}`,
    ({ nouns }) => `none of the most similar ${nouns}`,
  ),
  'co-rated-items': taste(
    ({ nouns }) => `Co-rated ${nouns}`,
    ({ item }) => `that the same people rated as ${item}`,
    ({ nouns }) => `none of the ${nouns} that go with it`,
  ),
  'like-items': { title: ({ nouns }) => `Similar ${nouns}`, told: ({ item }) => `Most like ${item}`, unit: 'ids' },
  'like-users': {
    title: ({ person }) => `People like ${person}`,
    told: ({ person }) => `Most like ${person}`,
    unit: 'ids',
  },
  'similar-users': {
    title: ({ person }) => `Ratings by people like ${person}`,
    told: ({ person, item }, single) =>
      `People like ${person} rated ${item} ${versusOwn(single)} (${weighed(single)}).`,
    unit: 'own',
    nothing: ({ person, item }) => `Nobody like ${person} has rated ${item}.`,
  },
  'shared-favourites': {
    title: () => 'Shared favourites',
    told: ({ person, item }, single) =>
      `${counted(single.support, 'person', 'people')} who share ${person}’s favourites rated ${item} ${versusOwn(single)}.`,
    unit: 'own',
  },
  popularity: ofEach(
    () => 'Popularity',
    () => 'Number of ratings',
  ),
  'mean-rating': ofEach(
    () => 'Average ratings',
    () => 'Average rating above or below the overall average',
  ),
  'genre-match': ofEach(
    ({ person }) => `${person}’s genres`,
    ({ person }) => `Share of ${person}’s ratings that are of the same genres`,
  ),
  'year-match': ofEach(
    ({ person }) => `${person}’s years`,
    ({ person }) => `Share of ${person}’s ratings that are from about the same years`,
  ),
  'makers-match': ofEach(
    () => 'Same makers or tags',
    ({ person, nouns }) => `Number of ${nouns} rated by ${person} that share makers or tags`,
  ),
  'series-match': ofEach(
    () => 'Same series',
    ({ person, nouns }) => `Number of ${nouns} rated by ${person} that are of the same series`,
  ),
  'co-rated-match': ofEach(
    () => 'How close',
    ({ person, nouns }) => `Closeness to all ${nouns} that ${person} rated`,
  ),
  'latest-ten-match': ofEach(
    () => 'Close to the last 10',
    ({ person, nouns }) => `Closeness to the last 10 ${nouns} that ${person} rated`,
  ),
  'latest-two-match': ofEach(
    () => 'Close to the last 2',
    ({ person, nouns }) => `Closeness to the last 2 ${nouns} that ${person} rated`,
  ),
  'similar-users-match': ofEach(
    ({ person }) => `People like ${person}`,
    ({ person }) => `People like ${person} who rated it, weighted by similarity`,
  ),
  'user-facts': { title: ({ person }) => `Profile of ${person}` },
  'user-history': { title: ({ person }) => `Ratings by ${person}` },
  'item-history': { title: ({ theItem }) => `Ratings of ${theItem}` },
  'item-facts': { title: ({ theItem }) => `About ${theItem}` },
  'item-reviews': { title: ({ theItem }) => `Reviews of ${theItem}` },
  'others-reviews': { title: () => 'Others’ reviews' },
  'like-items-rated': { title: ({ nouns }) => `Ratings of similar ${nouns}` },
  'liked-features': { title: () => 'Taste in its features' },
  'own-reviews': { title: ({ person }) => `${person}’s own reviews` },
  'own-headings': { title: ({ person }) => `${person}’s headings` },
  'item-headings': { title: () => 'Others’ headings' },
};
