/**
 * @file The Rank tool (as in ToolRec, Zhao et al. 2024: rankers with conditions on attributes as tools): a fitted recommender orders items for
 * a person. It was fitted to training interactions alone, so that it knows no more than the database does.
 */
import { sqlText, type Database, type SqlValue } from '../core/database.ts';
import type { ItemId, UserId } from '../core/dataset.ts';
import { foundIn } from '../core/found.ts';
import { isRanking } from '../core/task.ts';
import { counted } from '../core/text/words.ts';
import type { Tool, ToolResult } from '../core/recommender.ts';
import { titleSql } from './prepared/prepared-question.ts';
import { failure, textArgument } from './schema.ts';

interface Condition {
  readonly words: string;
  /** About `items i`. */
  readonly sql: string;
}

interface RankRequest {
  readonly user: UserId;
  /** The only items that are ranked; empty for all. */
  readonly items: readonly ItemId[];
  readonly conditions: readonly Condition[];
}

const USER = /\b(?:user|person)s?\s{0,3}[#:]?\s{0,3}(\d{1,9})\b/i;
const NUMBER = /^\s{0,9}(\d{1,9})\s{0,9}$/;
const ITEMS = /\bitems?\s{0,3}[:=]?\s{0,3}(\d{1,9}(?:\s{0,3}(?:,|and)\s{0,3}\d{1,9}){0,200})/i;
const YEARS = /\byears?\s{0,3}[:=]?\s{0,3}(?:from\s)?(\d{4})(?:\s{0,3}(?:-|–|to)\s{0,3}(\d{4}))?/i;

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

function yearsIn(text: string): Condition[] {
  const [, from, to = from] = YEARS.exec(text) ?? [];
  if (from === undefined || to === undefined) return [];
  return [{ words: from === to ? `year ${from}` : `years ${from} to ${to}`, sql: `i.year BETWEEN ${from} AND ${to}` }];
}

/** `genre: Comedy`, up to the next comma, semicolon or line. */
function conditionOn(attribute: string, text: string): Condition[] {
  const name = escaped(attribute).replaceAll('_', '[_ ]');
  const found = new RegExp(String.raw`\b${name}\s{0,3}(?:[:=]|is\b)?\s{0,3}([^,;\n]{1,200})`, 'i').exec(text)?.[1];
  const value = found?.trim().replace(/^["'](.*)["']$/, '$1') ?? '';
  if (value === '') return [];
  const sql = `EXISTS (SELECT 1 FROM item_attributes a WHERE a.item_id = i.item_id AND a.attribute = ${sqlText(attribute)} AND LOWER(a.value) = LOWER(${sqlText(value)}))`;
  return [{ words: `${attribute} ${value}`, sql }];
}

export function readRankRequest(text: string, attributes: readonly string[]): RankRequest | null {
  const user = (USER.exec(text) ?? NUMBER.exec(text))?.[1];
  if (user === undefined) return null;
  const items = ITEMS.exec(text)?.[1]?.match(/\d+/g)?.map(Number) ?? [];
  const conditions = [...yearsIn(text), ...attributes.flatMap((attribute) => conditionOn(attribute, text))];
  return { user: Number(user), items: [...new Set(items)], conditions };
}

export interface FittedRanker {
  readonly title: string;
  /**
   * The items, best first for the person, by what the person has in training.
   * @param among all training items that the person has not had, where it is null
   */
  rank(user: UserId, among: readonly ItemId[] | null): readonly ItemId[];
}

/** So many are told with their titles, and of a whole catalogue no more. */
const MOST_TITLED = 10;
/** A query gives no more rows than this. */
const ROWS = 200;

const INPUT = textArgument(
  'query',
  'The person, such as user 12; then conditions, such as genre: Comedy or year: 1990-1999, or items, such as items 3, 40, 51.',
);

export function rankTool(ranker: FittedRanker, database: Database): Tool {
  const { title } = ranker;
  const attributes = database
    .query('SELECT DISTINCT attribute FROM item_attributes ORDER BY attribute')
    .rows.map(([name]) => String(name));
  const tool: Tool = {
    name: 'rank',
    description:
      `has ${title}, a recommender fitted to the training interactions, put the candidates (else all items that the person has not had) in order for ` +
      `a person, best first; conditions: year${attributes.map((name) => `, ${name}`).join('')}`,
    parameters: INPUT.parameters,
    async execute(args, { candidates = [] }) {
      const input = INPUT.read(args);
      if ('failure' in input) return input.failure;
      const request = readRankRequest(input.text, attributes);
      if (request === null) return failure('Whom to rank for was not said. Name a person by number, such as user 12.');
      const interactions = interactionsOf(database, request.user);
      if (typeof interactions !== 'number') return failure(`There is no user ${String(request.user)}.`);
      return ranking({ ranker, database, interactions }, request, candidates);
    },
    offer(task) {
      if (!isRanking(task)) return [];
      const user = `user ${String(task.user.id)}`;
      return [{ name: 'fitted-ranking', tool, input: user, gives: `how ${title} ranks the candidates` }];
    },
  };
  return tool;
}

const interactionsOf = (database: Database, user: UserId): SqlValue | undefined =>
  database.query(`SELECT ratings FROM user_statistics WHERE user_id = ${String(user)}`).rows[0]?.[0];

function ranking(
  { ranker, database, interactions }: { ranker: FittedRanker; database: Database; interactions: number },
  { user, items, conditions }: RankRequest,
  candidates: readonly ItemId[],
): ToolResult {
  const among = items.length > 0 ? items : candidates.length > 0 ? candidates : null;
  const words = conditions.map((one) => one.words);
  const named = items.length > 0 ? 'items named' : among === null ? 'items not had' : 'candidates';
  const which = [named, ...words].join(', ');
  const all = ranker.rank(user, among);
  // Of a catalogue the rest says nothing; of candidates it is the rest of the answer.
  const ranked = meeting(database, conditions, all, among === null ? MOST_TITLED : Infinity);
  const detail = { ranker: ranker.title, user, conditions: words };
  if (ranked.length === 0) return { observation: `None of the ${which} can be ranked.`, detail, failed: true };
  const best = ranked.slice(0, MOST_TITLED);
  const titles = titlesOf(database, best);
  const told = best.map((id) => `${String(id)} ${JSON.stringify(titles.get(id) ?? '')}`);
  const list = [...told, ...ranked.slice(MOST_TITLED).map(String)].join('; ');
  const name = conditions.length === 0 && items.length === 0 ? 'fitted-ranking' : null;
  const rows = ranked.map((id) => [id, titles.get(id) ?? null]);
  return {
    observation: `The ${which} as ${ranker.title} ranks them for user ${String(user)} (${counted(interactions, 'interaction')} in training), best first: ${list}.`,
    found: {
      ...foundIn(name, { users: [user], items }, { columns: ['item_id', 'title'], rows }),
      support: interactions,
    },
    detail,
    failed: false,
  };
}

function titlesOf(database: Database, items: readonly ItemId[]): ReadonlyMap<ItemId, string> {
  const { rows } = database.query(
    `SELECT i.item_id, ${titleSql('i')} FROM items i WHERE i.item_id IN (${items.join(', ')})`,
  );
  return new Map(rows.map(([id, title]) => [Number(id), String(title)]));
}

function meeting(
  database: Database,
  conditions: readonly Condition[],
  items: readonly ItemId[],
  most: number,
): readonly ItemId[] {
  if (conditions.length === 0) return items.slice(0, most);
  const clauses = conditions.map(({ sql }) => ` AND ${sql}`).join('');
  const found: ItemId[] = [];
  for (let at = 0; at < items.length && found.length < most; at += ROWS) {
    const asked = items.slice(at, at + ROWS);
    const { rows } = database.query(`SELECT i.item_id FROM items i WHERE i.item_id IN (${asked.join(', ')})${clauses}`);
    const fitting = new Set(rows.map(([id]) => Number(id)));
    for (const id of asked) if (fitting.has(id)) found.push(id);
  }
  return found.slice(0, most);
}
