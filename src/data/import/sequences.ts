/**
 * @file Interaction sequences as S3-Rec, P5 and many after them write them: a line for each person, `user item item …`, oldest
 * first; and beside them, where they are there, the ids behind the numbers and the attributes of items, both as JSON.
 */
import type { Interactions, Item, User } from '../../core/dataset.ts';
import { nameAfter, titleOfName } from './dataset-name.ts';
import { parseId } from './fields.ts';
import type { ImportFormat, ImportedTables } from './format.ts';
import { collectInteractions } from './interactions.ts';
import { readJsonFile } from './json-file.ts';
import { idIn, textsIn } from './json-fields.ts';
import { isJsonList, isJsonObject, type Json } from '../../core/json.ts';
import { readLines } from './lines.ts';
import { dataFiles, firstLines, headOf, missingFile, type MemberFile } from './source-files.ts';
import { fileName, type Reading } from './table.ts';

// Nothing was rated; the scale is that of having chosen.
const SCALE = { min: 1, max: 1, step: 1 };
const LINE = /^\d+(?: \d+)+\s*$/;
const TABLE_ROW = /^\d+ \d+ \d+ \d{9,}\s*$/;
// P5's maps begin with the numbers of the ids.
const ID_MAP = /"(?:user2id|item2id|id2user|id2item)"\s*:/;
const ATTRIBUTE_MAP = /^\uFEFF?\s*\{\s*"\d+"\s*:\s*\[/;

interface Files {
  readonly sequences: MemberFile | null;
  readonly ids: MemberFile | null;
  readonly attributes: MemberFile | null;
}

/** `Beauty.txt`, and with it `datamaps.json` and `Beauty_item2attributes.json`. */
export const sequences: ImportFormat = {
  id: 'sequences',
  title: 'interaction sequences (lines of `user item item …`), alone or with maps of ids and attributes as JSON',
  recognises: async (members) => (await filesIn(members)).sequences !== null,
  async open(files) {
    const { sequences: lines, ...others } = await filesIn(files.members);
    if (lines === null) throw missingFile(files, 'file of lines `user item item …`');
    return {
      members: [lines, others.ids, others.attributes].filter((member) => member !== null),
      read: (reading) => read({ sequences: lines, ...others }, reading),
    };
  },
};

async function filesIn(members: readonly MemberFile[]): Promise<Files> {
  const found: { -readonly [Name in keyof Files]: Files[Name] } = { sequences: null, ids: null, attributes: null };
  let even: MemberFile | null = null;
  for (const member of dataFiles(members)) {
    const head = new TextDecoder().decode(await headOf(member));
    const lines = (await firstLines(member)).slice(0, 20);
    if (areSequences(lines) && areOfOneLength(lines)) even ??= member;
    else if (areSequences(lines)) found.sequences ??= member;
    else if (ATTRIBUTE_MAP.test(head)) found.attributes ??= member;
    else if (head.trimStart().startsWith('{') && ID_MAP.test(head)) found.ids ??= member;
  }
  // Beside sequences, lines of one length are the candidates that S³-Rec and P5 drew for each person: no interactions.
  return { ...found, sequences: found.sequences ?? even };
}

const areOfOneLength = (lines: readonly string[]): boolean =>
  new Set(lines.map((line) => line.trim().split(' ').length)).size === 1;

/** At least half of the lines: the others are rejected one by one. A header or lines of `user item rating time` make a table. */
function areSequences(lines: readonly string[]): boolean {
  const fitting = lines.filter((line) => LINE.test(line));
  if (fitting.length === 0 || fitting.length < lines.length / 2 || !/\d/.test(lines[0] ?? '')) return false;
  return !fitting.every((line) => TABLE_ROW.test(line));
}

async function read(files: Files & { readonly sequences: MemberFile }, reading: Reading): Promise<ImportedTables> {
  const ids = files.ids === null ? null : await readJsonFile(files.ids, reading);
  const [userIds, itemIds] = [mapIn(ids, 'id2user'), mapIn(ids, 'id2item')];
  const attributes = files.attributes === null ? null : await readJsonFile(files.attributes, reading);
  const interactions = await readSequences(files.sequences, reading);
  const item = (id: number): Item => {
    const sourceId = itemIds.get(String(id));
    const groups = isJsonObject(attributes ?? undefined) ? attributeIds(attributes, id, reading) : [];
    return {
      id,
      title: sourceId ?? `item ${id}`,
      year: null,
      ...(sourceId !== undefined && { sourceId }),
      attributes: groups.length > 0 ? { attribute_ids: groups } : {},
    };
  };
  const user = (id: number): User => {
    const sourceId = userIds.get(String(id));
    return { id, name: `person ${id}`, ...(sourceId !== undefined && { sourceId }), attributes: {} };
  };
  const name = nameAfter(files.sequences.path) || 'sequences';
  return {
    manifest: {
      name,
      title: `${titleOfName(name)}, sequences`,
      synthetic: false,
      description: 'What people chose, in order; without ratings, times or texts.',
      license: 'As the source says; sequences of Amazon reviews are for research.',
      itemNoun: 'item',
      scale: SCALE,
    },
    users: ascending(interactions.user).map(user),
    items: ascending(interactions.item).map(item),
    interactions,
  };
}

/** Of a row with one item the rest is kept; a position in the file stands for a time. */
async function readSequences(member: MemberFile, reading: Reading): Promise<Interactions> {
  const file = fileName(member);
  return collectInteractions([member], [], reading, async (_, { pace, rejected }, use) => {
    pace.phase(`Reading ${file}`);
    let time = 0;
    const chunks = member.read((bytes) => pace.did({ bytes }));
    for await (const lines of readLines(chunks, 'utf-8', file)) {
      for (const { number, text } of lines) {
        const fields = text.trim().split(/[ \t]+/);
        if (text.trim() === '') continue;
        const [user, ...items] = fields.map(parseId);
        const fault = faultIn(user ?? null, items);
        if (fault !== null) rejected.add(file, number, fault, text);
        else {
          for (const item of items) {
            const row = { user: user as number, item: item as number, rating: Number.NaN, time };
            time += 1;
            const problem = use({ line: number, text: `${user} ${item}` }, row);
            if (problem !== null) rejected.add(file, number, problem, `${user} ${item}`);
          }
        }
      }
      pace.did({ rows: lines.length });
      await pace.giveWay();
    }
  });
}

function faultIn(user: number | null, items: readonly (number | null)[]): string | null {
  if (user === null) return 'user id is not a number';
  if (items.length === 0) return 'no items';
  return items.includes(null) ? 'item id is not a number' : null;
}

function mapIn(ids: Json, name: string): ReadonlyMap<string, string> {
  const map = isJsonObject(ids) ? ids[name] : undefined;
  return new Map(isJsonObject(map) ? Object.entries(map).map(([id, sourceId]) => [id, idIn(sourceId)]) : []);
}

/** Numbers of attributes as texts: their names are not in these files. */
function attributeIds(attributes: Json, id: number, { rejected }: Reading): readonly string[] {
  const entry = isJsonObject(attributes) ? attributes[String(id)] : undefined;
  const written = isJsonList(entry) ? entry.map(idIn) : [];
  const different = textsIn(written);
  if (different.length < written.length) rejected.clean('attribute named twice: once kept');
  return different;
}

const ascending = (ids: Int32Array): number[] => [...new Set(ids)].sort((a, b) => a - b);
