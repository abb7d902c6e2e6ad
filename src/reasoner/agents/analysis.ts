/**
 * @file What the rules say when they stand in for an analyst: sentences that are written from the observations of its look-ups
 * and read back by the manager's rules, so that nothing reaches an answer but what a look-up found.
 */

export interface Analysis {
  readonly about: 'user' | 'item';
  readonly id: number;
  readonly ratings: number;
  /** Whether later ratings were left out of the count. */
  readonly isBefore: boolean;
  readonly looked: number;
  /** Of the ratings that were read; null where there are none. */
  readonly mean: number | null;
  /** Of a person: how many of the items read are of each genre and year. */
  readonly genres: ReadonlyMap<string, number>;
  readonly years: ReadonlyMap<number, number>;
  /** A profile or attributes, as the source has them. */
  readonly facts: string;
}

export function genresIn(attributes: string): string[] {
  const listed = /(?:^|, )(?:Genres|Categories): ([^,]*)/.exec(attributes)?.[1]?.trim() ?? '';
  return listed === '' ? [] : listed.split('|');
}

export function yearIn(attributes: string): number | null {
  const year = /\((\d{4})\)(?=$|, [A-Z][a-z]+: )/.exec(attributes)?.[1];
  return year === undefined ? null : Number(year);
}

export function counted<Entry>(lists: readonly (readonly Entry[])[]): Map<Entry, number> {
  const counts = new Map<Entry, number>();
  for (const entry of lists.flat()) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  return counts;
}

const HEAD =
  /^The latest (\d+) of (\d+)( earlier)? ratings (?:by user|of item) -?\d+, the latest last(?: \(no more fit in here\))?:$/;
const RATING = /\(rating: (-?\d+(?:\.\d+)?)\)$/;

export function analysisOf(about: 'user' | 'item', id: number, observations: readonly string[]): Analysis | null {
  const info = observations.find((text) => text.startsWith(about === 'user' ? `User ${id}: ` : `Item ${id}: `));
  if (info === undefined) return null;
  const lines = observations.find((text) => text.startsWith('The latest '))?.split('\n') ?? [];
  const head = HEAD.exec(lines[0] ?? '');
  const rows = lines.slice(1);
  const values = rows.flatMap((row) => RATING.exec(row)?.[1] ?? []).map(Number);
  const attributes = about === 'user' ? rows.map((row) => row.replace(RATING, '').trim()) : [];
  return {
    about,
    id,
    ratings: Number(head?.[2] ?? 0),
    isBefore: head?.[3] !== undefined,
    looked: values.length,
    mean: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    genres: counted(attributes.map(genresIn)),
    years: counted(
      attributes.map((line) => yearIn(line) ?? []).map((year) => (typeof year === 'number' ? [year] : [])),
    ),
    facts: info.slice(info.indexOf(': ') + 2),
  };
}

const listed = (counts: ReadonlyMap<string | number, number>): string =>
  [...counts]
    .sort(([a, x], [b, y]) => y - x || (String(a) < String(b) ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join('; ');

export function writeAnalysis({ about, id, ratings, isBefore, looked, mean, genres, years, facts }: Analysis): string {
  const who = about === 'user' ? `User ${id} gave` : `Item ${id} has`;
  const average = mean === null ? 'none was read' : `the average of the latest ${looked} is ${mean.toFixed(4)}`;
  const taste = genres.size + years.size === 0 ? '' : ` Genres: ${listed(genres)}. Years: ${listed(years)}.`;
  return `${who} ${ratings}${isBefore ? ' earlier' : ''} ratings; ${average}.${taste} On record: ${facts}`;
}

const SENTENCE =
  /^(?<about>User|Item) (?<id>-?\d+) (?:gave|has) (?<ratings>\d+)(?<before> earlier)? ratings; (?:none was read|the average of the latest (?<looked>\d+) is (?<mean>-?[\d.]+))\.(?: Genres: (?<genres>[^]*?)\. Years: (?<years>[^]*?)\.)? On record: (?<facts>[^]*)$/;

function countsIn(text: string | undefined): [string, number][] {
  return (text ?? '').split('; ').flatMap((part): [string, number][] => {
    const at = part.lastIndexOf(' ');
    const count = Number(part.slice(at + 1));
    return at > 0 && Number.isFinite(count) ? [[part.slice(0, at), count]] : [];
  });
}

/** Reads the sentence back; null where no analyst of these rules wrote it. */
export function readAnalysis(text: string): Analysis | null {
  const groups = SENTENCE.exec(text)?.groups;
  if (groups === undefined) return null;
  const { about, id, ratings, before, looked, mean, genres, years, facts = '' } = groups;
  return {
    about: about === 'User' ? 'user' : 'item',
    id: Number(id),
    ratings: Number(ratings),
    isBefore: before !== undefined,
    looked: Number(looked ?? 0),
    mean: mean === undefined ? null : Number(mean),
    genres: new Map(countsIn(genres)),
    years: new Map(countsIn(years).map(([year, count]) => [Number(year), count])),
    facts,
  };
}
