/** @file Builds the database of a dataset without its held-out interactions: they are absent, not hidden. */
import { now } from '../../core/clock.ts';
import type { SqlValue } from '../../core/database.ts';
import type { Dataset } from '../../core/dataset.ts';
import { throwIfAborted, toLabError } from '../../core/errors.ts';
import { PAGE_CACHE, type SqlConnection, type SqlEngine } from './engine.ts';
import { attributeRows, factsOf, searchWords, singular, seriesOf } from './facts.ts';
import {
  insertRows,
  type AttributeSummary,
  CATALOGUE,
  describeTables,
  INTERACTIONS_WITH_SUMMARIES,
  NEIGHBOURS,
  type Table,
  TABLES,
} from './tables.ts';
import { type DatabaseOptions, type LabDatabase, openConnection } from './lab-database.ts';
import { type Neighbour, itemNeighbours, userNeighbours, type Breath } from './neighbours.ts';
import { deciles, groupStatistics, type TrainingRows, trainingRows } from './training-rows.ts';
import { withoutHeldTags } from '../tags.ts';

interface BuildOptions extends DatabaseOptions {
  /** Positions of the interactions that no query may ever reach. */
  readonly heldOut: ReadonlySet<number> | Int32Array;
  readonly onProgress?: (phase: string, done: number) => void;
  readonly signal?: AbortSignal;
}

const MILLISECONDS_A_BREATH = 30;
// A list of hits must not flood a prompt with descriptions; their words are found all the same.
const LONGEST_FACT = 200;

const numberOrNull = (value: number | undefined): SqlValue =>
  value === undefined || Number.isNaN(value) ? null : value;

const hasSummaries = ({ interactions }: Dataset): boolean => interactions.summary !== undefined;
const interactionTable = (dataset: Dataset): Table =>
  hasSummaries(dataset) ? INTERACTIONS_WITH_SUMMARIES : TABLES.interactions;

function* interactionRows({ interactions }: Dataset, { position }: TrainingRows): Iterable<readonly SqlValue[]> {
  const { user, item, rating, time, review, summary } = interactions;
  for (const at of position) {
    const row = [user[at] as number, item[at] as number, numberOrNull(rating[at]), time[at] as number];
    yield summary === undefined ? [...row, review?.[at] ?? null] : [...row, review?.[at] ?? null, summary[at] ?? null];
  }
}

const same = (name: string): string => name;

function insertPeopleAndItems(connection: SqlConnection, { users, items }: Dataset): void {
  const series = seriesOf(items);
  const ofUser = users.flatMap(({ id, attributes }) => attributeRows(attributes, same).map((row) => [id, ...row]));
  const ofItem = items.flatMap(({ id, attributes }) => attributeRows(attributes, singular).map((row) => [id, ...row]));
  insertRows(
    connection,
    TABLES.users,
    users.map(({ id, name }) => [id, name]),
  );
  insertRows(connection, TABLES.userAttributes, ofUser);
  insertRows(
    connection,
    TABLES.items,
    items.map(({ id, title, year }) => [id, title, year, series.get(id) ?? null]),
  );
  insertRows(connection, TABLES.itemAttributes, ofItem);
}

function insertCatalogue(connection: SqlConnection, { items }: Dataset): void {
  const rows = items.map(({ id, title, year, attributes }): SqlValue[] => {
    const words = searchWords(`${year ?? ''} ${factsOf(attributes)}`);
    return [id, searchWords(title).join(' '), words.join(' '), factsOf(attributes, LONGEST_FACT)];
  });
  insertRows(connection, { name: 'catalogue', columns: ['docid', 'title', 'words', 'facts'] }, rows);
}

function insertStatistics(connection: SqlConnection, rows: TrainingRows): void {
  const users = groupStatistics(rows.byUser, rows.rating).map(({ ratings, mean }) => [ratings, mean] as const);
  const items = groupStatistics(rows.byItem, rows.rating).map(({ ratings, mean }) => [ratings, mean] as const);
  const decile = deciles(items.map(([ratings]) => ratings));
  const ofUsers = users.map((own, at) => [rows.userIds[at] as number, ...own]);
  const ofItems = items.map((own, at) => [rows.itemIds[at] as number, ...own, decile[at] as number]);
  insertRows(connection, TABLES.userStatistics, ofUsers);
  insertRows(connection, TABLES.itemStatistics, ofItems);
}

function* neighbourRows(ids: Int32Array, neighbours: Iterable<Neighbour>): Iterable<readonly SqlValue[]> {
  for (const { of, like, similarity, shared } of neighbours)
    yield [ids[of] as number, ids[like] as number, similarity, shared];
}

type Report = (phase: string, done: number) => Promise<void>;

async function fill(connection: SqlConnection, dataset: Dataset, rows: TrainingRows, report: Report): Promise<void> {
  const within =
    (phase: string, from: number, to: number): Breath =>
    (done, of) =>
      report(phase, from + ((to - from) * done) / of);
  await report('people and items', 0);
  insertPeopleAndItems(connection, dataset);
  await report('interactions', 0.1);
  insertRows(connection, interactionTable(dataset), interactionRows(dataset, rows));
  await report('search', 0.3);
  insertCatalogue(connection, dataset);
  await report('statistics', 0.35);
  insertStatistics(connection, rows);
  const limits = { similar: NEIGHBOURS.similarItems, coRated: NEIGHBOURS.coRatedItems };
  const items = await itemNeighbours(rows, limits, within('similar items', 0.35, 0.6));
  insertRows(connection, TABLES.similarItems, neighbourRows(rows.itemIds, items.similar));
  insertRows(connection, TABLES.coRatedItems, neighbourRows(rows.itemIds, items.coRated));
  const users = await userNeighbours(rows, NEIGHBOURS.similarUsers, within('similar people', 0.6, 0.8));
  insertRows(connection, TABLES.similarUsers, neighbourRows(rows.userIds, users));
  await report('indexes', 0.8);
  for (const { indexes } of Object.values<Table>(TABLES)) for (const index of indexes) connection.run(index);
}

const TOLD_VALUES = 20;
const LONGEST_TOLD = 30;

/** Attributes as they are in the tables, in order of first appearance. */
function summariesOf(
  entries: readonly Pick<Dataset['items'][number], 'attributes'>[],
  rename: (name: string) => string,
): AttributeSummary[] {
  const counts = new Map<string, { known: number; readonly values: Map<string, number> }>();
  for (const { attributes } of entries) {
    const met = new Set<string>();
    for (const [name, value] of attributeRows(attributes, rename)) {
      const count = counts.get(name) ?? { known: 0, values: new Map<string, number>() };
      counts.set(name, count);
      if (!met.has(name)) count.known += 1;
      met.add(name);
      count.values.set(String(value), (count.values.get(String(value)) ?? 0) + 1);
    }
  }
  return [...counts].map(([name, { known, values }]) => {
    const told = [...values].filter(([value, count]) => count > 1 && value.length <= LONGEST_TOLD);
    const repeats = values.size <= known / 2;
    const commonest = told.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, TOLD_VALUES);
    return { name, share: known / entries.length, values: repeats ? commonest.map(([value]) => value) : [] };
  });
}

/** Equal datasets and held-out positions give equal bytes. @throws LabError `aborted` */
export async function buildDatabase(engine: SqlEngine, whole: Dataset, options: BuildOptions): Promise<LabDatabase> {
  const dataset = withoutHeldTags(whole, options.heldOut);
  const signal = options.signal ?? new AbortController().signal;
  let breathed = now();
  const report: Report = async (phase, done) => {
    throwIfAborted(signal);
    // A browser makes a timer wait for 4 ms, so that pausing at every call would cost more than the work.
    if (now() - breathed < MILLISECONDS_A_BREATH) return;
    options.onProgress?.(phase, done);
    await new Promise((resolve) => setTimeout(resolve));
    breathed = now();
    throwIfAborted(signal);
  };
  engine.release();
  const connection = engine.open();
  try {
    connection.run(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${PAGE_CACHE}`);
    const rows = trainingRows(dataset, new Set(options.heldOut));
    connection.run('BEGIN');
    for (const { create } of Object.values<Table>({ ...TABLES, interactions: interactionTable(dataset) })) {
      connection.run(create);
    }
    connection.run(CATALOGUE);
    connection.run('CREATE TABLE description (text TEXT NOT NULL)');
    const attributes = { users: summariesOf(dataset.users, same), items: summariesOf(dataset.items, singular) };
    const description = describeTables(dataset.manifest, attributes, { summaries: hasSummaries(dataset) });
    insertRows(connection, { name: 'description', columns: ['text'] }, [[description]]);
    await fill(connection, dataset, rows, report);
    connection.run('COMMIT');
    // By these counts SQLite chooses how to run a query.
    connection.run('ANALYZE');
    options.onProgress?.('ready', 1);
    return openConnection(engine, connection, options);
  } catch (thrown) {
    connection.close();
    throw toLabError(thrown);
  }
}
