/**
 * @file MovieLens: 100K, 1M and 10M without header lines, and everything since 20M as CSV. A tag says of a film what people called
 * it; who said it is kept beside the items, for splits to take away, and shown nowhere. Left out are when, video release dates and addresses on imdb.com.
 */
import type { RatingScale } from '../../../core/dataset.ts';
import { plainName } from '../../../core/text/visible-text.ts';
import { parseId, parseList, presentAttributes, parseTime } from '../cells.ts';
import { formatOf } from '../read-recipe.ts';
import type { DescribedItem, FoundTable, InteractionRule, ItemRule, OtherRule, Recipe, UserRule } from '../recipe.ts';
import { folderOf } from '../source-files.ts';
import type { Row, TableShape } from '../table.ts';

// The end of `Black Mirror (2006–2007)`, `Cosmos (2014– )`, `The Land Before Time III (1995) (V)`.
const YEAR = /\((\d{4})(?:\s*[-–]\s*(?:\d{4})?)?\s*\)(?:\s*\(V\))?$/;
// English, French, Italian, Spanish, Portuguese, German, Dutch and Scandinavian articles that stand last in the sources.
const ARTICLES =
  "The|A|An|Le|La|Les|L'|Un|Une|Il|Lo|I|Gli|Una|El|Los|Las|O|Os|As|Der|Die|Das|Ein|Eine|De|Het|Een|Den|Det|En|Ett|Da";
// The title, and each original title in brackets after it.
const LAST_ARTICLE = new RegExp(`(^|\\()([^()]+), (${ARTICLES})(?=\\s*(?:\\(|\\)|$))`, 'g');

/** `changed` where an article was moved to the front; of a range of years the first counts. */
export function parseTitle(written: string): {
  readonly title: string;
  readonly year: number | null;
  readonly changed: boolean;
} {
  const trimmed = plainName(written);
  const year = YEAR.exec(trimmed);
  // A title that is nothing but a year in brackets stays as it is.
  const named = year === null || year.index === 0 ? trimmed : trimmed.slice(0, year.index).trimEnd();
  const title = named.replace(LAST_ARTICLE, (_match, before: string, name: string, article: string) =>
    article.endsWith("'") ? `${before}${article}${name}` : `${before}${article} ${name}`,
  );
  return { title, year: year === null ? null : Number(year[1]), changed: title !== named };
}

const LICENSE =
  'GroupLens terms: for research; no commercial use, endorsement or redistribution beyond the terms in the README of the zip. ' +
  'Cite F. M. Harper and J. A. Konstan, The MovieLens Datasets, ACM TiiS 5(4):19, 2015.';
const WHOLE_STARS: RatingScale = { min: 1, max: 5, step: 1 };
const HALF_STARS: RatingScale = { min: 0.5, max: 5, step: 0.5 };
const NO_GENRES = '(no genres listed)';
/** Somebody who gave a tag under an id that is no number rated nothing. */
const NOBODY = -1;

const cell = (row: Row, column: string): string => row.get(column).trim();

const shape = (separator: string, encoding: 'utf-8' | 'iso-8859-1', ...columns: readonly string[]): TableShape => ({
  ...{ separator, encoding, columns, header: separator === ',' },
});
const csv = (...columns: readonly string[]): TableShape => shape(',', 'utf-8', ...columns);

/** The name is the folder (`ml-latest-small`) where that is one of MovieLens. */
function manifestOf(
  found: readonly FoundTable[],
  fallback: string,
  scale: RatingScale,
): ReturnType<Recipe['manifest']> {
  const folder = folderOf(found[0]?.table.member.path ?? '');
  const name = /(?:^|\/)(ml-[a-z0-9-]{1,40})\/$/.exec(folder)?.[1] ?? fallback;
  return {
    ...{ name, title: `MovieLens ${name.replace(/^(ml|movielens)-/, '')}`, license: LICENSE },
    description:
      'Real ratings of films by people who used movielens.org, collected by GroupLens, University of Minnesota.',
    ...{ itemNoun: 'film', scale },
  };
}

const BASICS = {
  sought: 'MovieLens tables',
  numbered: ['user', 'item'],
  catalogue: 'all',
  isClosed: true,
  unnamed: (_: string, id: number) => `film ${id}`,
} as const;

function film(row: Row, genres: readonly string[], release = ''): DescribedItem {
  const written = cell(row, 'title');
  const parsed = parseTitle(written);
  const attributes = {
    genres: genres.filter((genre) => genre !== NO_GENRES),
    ...(release !== '' && { release_date: release }),
    source_title: parsed.changed ? written : '',
  };
  const year = parsed.year ?? (release === '' ? null : Number(release.slice(0, 4)));
  return { title: parsed.title, year, attributes: presentAttributes(attributes) };
}

const ratings = (
  file: string,
  [user, item, rate, at]: readonly [user: string, item: string, rating: string, time: string],
  shapeOf: (...columns: readonly string[]) => TableShape,
  scale: NonNullable<InteractionRule['scale']>,
): InteractionRule => ({
  ...{ holds: 'interactions', file, user, item, columns: { rating: rate, time: at }, scale },
  shape: () => shapeOf(user, item, rate, at),
});

const MOVIES: ItemRule = {
  ...{ holds: 'items', file: 'movies.csv', has: ['movieId', 'title', 'genres'], id: 'movieId' },
  shape: () => csv('movieId', 'title', 'genres'),
  read: (row) => film(row, parseList(row.get('genres'))),
};

const LINKS: OtherRule = {
  ...{ holds: 'links', file: 'links.csv', optional: true, shape: () => csv('movieId', 'imdbId', 'tmdbId') },
  use(row, { items }) {
    const [id, imdb, tmdb] = [parseId(cell(row, 'movieId')), cell(row, 'imdbId'), cell(row, 'tmdbId')];
    const known = items.get(String(id));
    if (id === null) return 'item id is not a number';
    if (known === undefined) return 'unknown item id';
    if (!/^\d*$/.test(imdb) || !/^\d*$/.test(tmdb)) return 'link is not a number';
    // IMDb writes its numbers with `tt`; MovieLens keeps their zeros and leaves `tt` out.
    const links = presentAttributes({ imdb_id: imdb === '' ? '' : `tt${imdb}`, tmdb_id: tmdb });
    items.set(String(id), { ...known, attributes: { ...known.attributes, ...links } });
    return null;
  },
};

const TAGS: OtherRule = {
  ...{ holds: 'tags', file: 'tags.csv', optional: true, shape: () => csv('userId', 'movieId', 'tag') },
  use(row, { items, tags }) {
    const [id, tag] = [parseId(cell(row, 'movieId')), plainName(row.get('tag'))];
    if (id === null) return 'item id is not a number';
    if (!items.has(String(id))) return 'unknown item id';
    if (tag === '') return 'tag is empty';
    tags.user.push(parseId(cell(row, 'userId')) ?? NOBODY);
    tags.item.push(id);
    tags.tag.push(tag);
    return null;
  },
};

const LATEST: Recipe = {
  ...BASICS,
  id: 'movielens-latest',
  title: 'MovieLens latest, 20M, 25M and 32M (a zip with ratings.csv and movies.csv)',
  rules: () => [
    MOVIES,
    LINKS,
    TAGS,
    {
      ...ratings('ratings.csv', ['userId', 'movieId', 'rating', 'timestamp'], csv, HALF_STARS),
      has: ['userId', 'movieId', 'rating'],
    },
  ],
  manifest: (found) => manifestOf(found, 'movielens-latest', HALF_STARS),
};

const U_ITEM = ['id', 'title', 'release', 'video', 'address'];
const FLAGS = 19;
const latin = (...columns: readonly string[]): TableShape => shape('|', 'iso-8859-1', ...columns);

const HUNDRED_K: Recipe = {
  ...BASICS,
  id: 'movielens-100k',
  title: 'MovieLens 100K (a zip with u.data, u.item, u.user and u.genre)',
  // The published folds are drawn from u.data.
  passedOver: /^u[1-5ab]\.(base|test)$|^u\.(info|occupation)$/,
  rules() {
    const genres: string[] = [];
    const flags = Array.from({ length: FLAGS }, (_, number) => `genre ${number}`);
    return [
      {
        ...{ holds: 'genres', file: 'u.genre', shape: () => latin('name', 'number') },
        use(row) {
          if (parseId(cell(row, 'number')) !== genres.length) return 'genre out of order';
          genres.push(cell(row, 'name'));
          return null;
        },
      },
      {
        ...{ holds: 'items', file: 'u.item', id: 'id' },
        shape: () => latin(...U_ITEM, ...flags.slice(0, genres.length || FLAGS)),
        read(row) {
          const written = cell(row, 'release');
          const release = written === '' ? '' : isoDay(written);
          if (release === null) return 'release date is not a date';
          // The first "genre" says that the genre is not known.
          const ofFilm = genres.filter((genre, number) => genre !== 'unknown' && row.get(flags[number] ?? '') === '1');
          return film(row, ofFilm, release);
        },
      },
      {
        ...{ holds: 'people', file: 'u.user', id: 'id' },
        shape: () => latin('id', 'age', 'gender', 'occupation', 'zip'),
        read(row) {
          const age = parseId(cell(row, 'age'));
          if (age === null) return 'age is not a number';
          const [gender = '', job = '', zip = ''] = ['gender', 'occupation', 'zip'].map((column) => cell(row, column));
          return { attributes: presentAttributes({ age, gender, job, zip }) };
        },
      },
      ratings(
        'u.data',
        ['user', 'item', 'rating', 'time'],
        (...columns) => shape('\t', 'iso-8859-1', ...columns),
        WHOLE_STARS,
      ),
    ];
  },
  manifest: (found) => manifestOf(found, 'ml-100k', WHOLE_STARS),
};

/** `01-Jan-1995` as `1995-01-01`; null where it is no date. Years before 1970 are days too. */
function isoDay(text: string): string | null {
  const parts = /^(\d{1,2})-([A-Z][a-z]{2})-(\d{4})$/.exec(text);
  const time = parts === null ? null : parseTime(`${parts[1]}-${parts[2]}-2000`);
  return time === null ? null : `${parts?.[3] ?? ''}${new Date(time * 1000).toISOString().slice(4, 10)}`;
}

// The README of 1M gives what the numbers mean.
const AGES = new Map(
  Object.entries({
    ...{ 1: 'under 18', 18: '18-24', 25: '25-34', 35: '35-44' },
    ...{ 45: '45-49', 50: '50-55', 56: '56 and over' },
  }),
);
const JOBS = [
  ...['other', 'academic or educator', 'artist', 'clerical or administrative', 'college or graduate student'],
  ...['customer service', 'doctor or health care', 'executive or managerial', 'farmer', 'homemaker', 'school student'],
  ...['lawyer', 'programmer', 'retired', 'sales or marketing', 'scientist', 'self-employed', 'technician or engineer'],
  ...['tradesman or craftsman', 'unemployed', 'writer'],
];

const PEOPLE_1M: UserRule = {
  ...{ holds: 'people', file: 'users.dat', optional: true, id: 'id' },
  shape: () => shape('::', 'iso-8859-1', 'id', 'gender', 'age', 'job', 'zip'),
  read(row) {
    const group = AGES.get(cell(row, 'age'));
    const job = JOBS[parseId(cell(row, 'job')) ?? -1];
    if (group === undefined) return 'age is not one of the groups';
    if (job === undefined) return 'job is not one of the list';
    return {
      attributes: presentAttributes({ age_group: group, gender: cell(row, 'gender'), job, zip: cell(row, 'zip') }),
    };
  },
};

/** 1M has people and whole stars in ISO-8859-1, 10M none of them. */
const DAT: Recipe = {
  ...BASICS,
  id: 'movielens-1m',
  title: 'MovieLens 1M and 10M (ratings.dat and movies.dat)',
  rules() {
    let is1m = false;
    const dat = (...columns: readonly string[]): TableShape => shape('::', is1m ? 'iso-8859-1' : 'utf-8', ...columns);
    return [
      { ...PEOPLE_1M, shape: () => ((is1m = true), (PEOPLE_1M.shape as NonNullable<UserRule['shape']>)()) },
      {
        ...{ holds: 'items', file: 'movies.dat', id: 'id', shape: () => dat('id', 'title', 'genres') },
        read: (row) => film(row, parseList(row.get('genres'))),
      },
      ratings('ratings.dat', ['user', 'item', 'rating', 'time'], dat, () => (is1m ? WHOLE_STARS : HALF_STARS)),
    ];
  },
  manifest: (found) =>
    found.some(({ rule }) => rule.holds === 'people')
      ? manifestOf(found, 'ml-1m', WHOLE_STARS)
      : manifestOf(found, 'ml-10m', HALF_STARS),
};

/** `ml-latest-small.zip`, `ml-20m.zip`, `ml-100k.zip`, `ml-1m.zip`, `ml-10m.zip` and their like. */
export const movielens = [formatOf(LATEST), formatOf(HUNDRED_K), formatOf(DAT)];
