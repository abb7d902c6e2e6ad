/**
 * @file Interaction sequences as S3-Rec, P5, LightGCN and many after them write them: a line for each person, `user item item …`, oldest
 * first; and beside them, where they are there, the ids behind the numbers and the attributes of items, both as JSON.
 */
import { LabError } from '../../../core/errors.ts';
import { isJsonObject, jsonList, type Json, type JsonObject } from '../../../core/json.ts';
import { parseId, idIn, textsIn } from '../cells.ts';
import { nameAfter, titleOfName, baseName, headOf, missingFile, type MemberFile } from '../source-files.ts';
import { readJsonFile } from '../json-rows.ts';
import { readLines } from '../lines.ts';
import type { LookedFiles } from '../looked-files.ts';
import { delimitedTable, type Table } from '../open-table.ts';
import { openedOf } from '../read-recipe.ts';
import type { FoundTable, ImportedTables, ImportFormat, InteractionRule, Recipe, UsedFile } from '../recipe.ts';
import type { Reading, Row } from '../table.ts';

const LINE = /^\d+(?: \d+)+\s*$/;
const TABLE_ROW = /^\d+ \d+ \d+ \d{9,}\s*$/;
// P5's maps begin with the numbers of the ids.
const ID_MAP = /"(?:user2id|item2id|id2user|id2item)"\s*:/;
const ATTRIBUTE_MAP = /^\uFEFF?\s*\{\s*"\d+"\s*:\s*\[/;
const PARTS = ['train', 'valid', 'test'] as const;

interface Files {
  readonly sequences: readonly MemberFile[];
  readonly ids: MemberFile | null;
  readonly attributes: MemberFile | null;
}

/** `Beauty.txt`, and with it `datamaps.json` and `Beauty_item2attributes.json`. */
export const sequences: ImportFormat = {
  id: 'sequences',
  title: 'interaction sequences (lines of `user item item …`), alone or with maps of ids and attributes as JSON',
  recognises: async (files) => (await filesIn(files)).sequences.length > 0,
  async open(looked) {
    const files = await filesIn(looked);
    const first = files.sequences[0];
    if (first === undefined) throw missingFile(looked.files, 'file of lines `user item item …`');
    const map = (member: MemberFile | null, holds: string): UsedFile[] =>
      member === null ? [] : [{ member, kind: 'json', holds, columns: {} }];
    const found = files.sequences.map((member): FoundTable => ({ rule: PAIRS, table: pairsIn(member) }));
    const opened = openedOf(recipeOf(first), found);
    return {
      used: [
        ...opened.used.map((one) => ({ ...one, kind: 'sequences', columns: {} })),
        ...map(files.ids, 'ids'),
        ...map(files.attributes, 'attributes'),
      ],
      passedOver: /_sample\.|negative_samples|_list\.txt$/,
      read: async (reading) => described(await opened.read(reading), files, reading),
    };
  },
};

const PAIRS: InteractionRule = { holds: 'interactions', user: 'user', item: 'item', columns: {} };

const recipeOf = ({ path }: MemberFile): Recipe => ({
  ...{ id: 'sequences', title: '', sought: 'sequences', numbered: ['user', 'item'], catalogue: 'met' },
  unnamed: (_, id) => `item ${id}`,
  rules: () => [PAIRS],
  manifest: () => ({
    name: nameAfter(path) || 'sequences',
    title: `${titleOfName(nameAfter(path) || 'sequences')}, sequences`,
    description: 'What people chose, in order; without ratings, times or texts.',
    license: 'As the source says; sequences of Amazon reviews are for research.',
    itemNoun: 'item',
    scale: { min: 1, max: 1, step: 1 },
  }),
});

/** Beside sequences, lines of one length are the candidates that S³-Rec and P5 drew for each person: no interactions. */
async function filesIn(looked: LookedFiles): Promise<Files> {
  const [found, even]: [MemberFile[], MemberFile[]] = [[], []];
  const maps: { ids: MemberFile | null; attributes: MemberFile | null } = { ids: null, attributes: null };
  for (const member of looked.data) {
    const head = new TextDecoder().decode(await headOf(member));
    const lines = head
      .split(/\r?\n/)
      .slice(0, 20)
      .filter((line) => line.trim() !== '');
    if (areSequences(lines)) (isEven(lines) ? even : found).push(member);
    else if (ATTRIBUTE_MAP.test(head)) maps.attributes ??= member;
    else if (head.trimStart().startsWith('{') && ID_MAP.test(head)) maps.ids ??= member;
  }
  const parts = even.filter((member) => partOf(member) >= 0);
  const [first] = found;
  return { sequences: partsOf(first === undefined ? even : partOf(first) < 0 ? found : [...found, ...parts]), ...maps };
}

const partOf = ({ path }: MemberFile): number => PARTS.findIndex((name) => baseName(path).toLowerCase().includes(name));

/** Several files are parts of one dataset where their names say so. @throws LabError `file-invalid` for others */
function partsOf(members: readonly MemberFile[]): readonly MemberFile[] {
  if (members.length < 2) return members;
  const stems = new Set(
    members.map(({ path }) =>
      baseName(path)
        .toLowerCase()
        .replace(/train(ing)?|valid(ation)?|test(ing)?/, ''),
    ),
  );
  if (stems.size > 1 || members.some((member) => partOf(member) < 0)) {
    const names = members.map(({ path }) => path).join(', ');
    throw new LabError(
      'file-invalid',
      `${names} are sequences of several datasets, whose numbers mean different things. Import one of them.`,
    );
  }
  return [...members].sort((a, b) => partOf(a) - partOf(b));
}

const isEven = (lines: readonly string[]): boolean =>
  new Set(lines.map((line) => line.trim().split(' ').length)).size === 1;

/**
 * At least half of the lines: the others are rejected one by one. A header, lines of `user item rating time` and several lines of three
 * or four fields make a table, which is asked about.
 */
function areSequences(lines: readonly string[]): boolean {
  const fitting = lines.filter((line) => LINE.test(line));
  if (fitting.length === 0 || fitting.length < lines.length / 2 || !/\d/.test(lines[0] ?? '')) return false;
  const width = fitting[0]?.trim().split(' ').length ?? 0;
  const isTable = lines.length > 2 && isEven(lines) && (width === 3 || width === 4) && hasRepeatedPeople(fitting);
  return !isTable && !fitting.every((line) => TABLE_ROW.test(line));
}

/** A sequence is a person; a table has rows of one person. */
const hasRepeatedPeople = (lines: readonly string[]): boolean =>
  new Set(lines.map((line) => line.split(' ')[0])).size < lines.length ||
  new Set(lines.map((line) => line.split(' ')[2])).size < lines.length / 2;

/** A table of a row for each item of a line. */
const pairsIn = (member: MemberFile): Table => {
  const table = delimitedTable(member, { separator: ' ', header: false, columns: ['user', 'item'] });
  return {
    ...table,
    async readRows(_wanted, { pace, rejected }, use) {
      pace.phase(`Reading ${table.file}`);
      const chunks = member.read((bytes) => pace.did({ bytes }));
      for await (const lines of readLines(chunks, 'utf-8', table.file)) {
        for (const { number, text } of lines) {
          if (text.trim() === '') continue;
          const [user = '', ...items] = text.trim().split(/[ \t]+/);
          const fault = faultIn(user, items);
          if (fault !== null) rejected.add(table.file, number, fault, text);
          for (const item of fault === null ? items : []) {
            const get = (column: string): string => (column === 'user' ? user : item);
            const row: Row = { line: number, text: `${user} ${item}`, columns: table.columns, get, value: get };
            const problem = use(row);
            if (problem !== null) rejected.add(table.file, number, problem, row.text);
          }
        }
        pace.did({ rows: lines.length });
        await pace.giveWay();
      }
    },
  };
};

function faultIn(user: string, items: readonly string[]): string | null {
  if (parseId(user) === null) return 'user id is not a number';
  if (items.length === 0) return 'no items';
  return items.some((item) => parseId(item) === null) ? 'item id is not a number' : null;
}

/** What the maps say of people and items, which go by their numbers. */
async function described(tables: ImportedTables, files: Files, reading: Reading): Promise<ImportedTables> {
  const mapOf = async (member: MemberFile | null): Promise<JsonObject> => {
    const map = member === null ? null : await readJsonFile(member, reading);
    return isJsonObject(map) ? map : {};
  };
  const [ids, attributes] = [await mapOf(files.ids), await mapOf(files.attributes)];
  const sourceIds = (map: Json | undefined): ReadonlyMap<number, string> =>
    new Map(isJsonObject(map) ? Object.entries(map).map(([id, sourceId]) => [Number(id), idIn(sourceId)]) : []);
  const [userIds, itemIds] = [sourceIds(ids['id2user']), sourceIds(ids['id2item'])];
  const named = <One extends { readonly id: number }>(ones: readonly One[], map: ReadonlyMap<number, string>): One[] =>
    ones
      .toSorted((a, b) => a.id - b.id)
      .map((one) => ({ ...one, ...(map.has(one.id) && { sourceId: map.get(one.id) }) }));
  return {
    ...tables,
    users: named(tables.users, userIds),
    items: named(tables.items, itemIds).map((item) => {
      const groups = attributeIds(attributes[String(item.id)], reading);
      return {
        ...{ ...item, title: item.sourceId ?? item.title },
        attributes: groups.length > 0 ? { attribute_ids: groups } : {},
      };
    }),
  };
}

/** Numbers of attributes as texts: their names are not in these files. */
function attributeIds(entry: Json | undefined, { rejected }: Reading): readonly string[] {
  const written = jsonList(entry).map(idIn);
  const different = textsIn(written);
  if (different.length < written.length) rejected.clean('attribute named twice: once kept');
  return different;
}
