/**
 * @file Interaction sequences as S3-Rec, P5, LightGCN and many after them write them: a line for each person, `user item item …`, oldest
 * first; and beside them, where they are there, the ids behind the numbers and the attributes of items, both as JSON.
 */
import type { Interactions, Item, User } from '../../../core/dataset.ts';
import { LabError } from '../../../core/errors.ts';
import { isJsonList, isJsonObject, type Json } from '../../../core/json.ts';
import { parseId, idIn, textsIn } from '../cells.ts';
import { nameAfter, titleOfName, baseName, headOf, missingFile, type MemberFile } from '../source-files.ts';
import { collectInteractions } from '../interactions.ts';
import { readJsonFile } from '../json-rows.ts';
import { readLines } from '../lines.ts';
import type { LookedFiles } from '../looked-files.ts';
import type { ImportedTables, ImportFormat, UsedFile } from '../recipe.ts';
import { fileName, type Reading } from '../table.ts';

const SCALE = { min: 1, max: 1, step: 1 };
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
    const used = (members: readonly (MemberFile | null)[], holds: string, kind: string): readonly UsedFile[] =>
      members.flatMap((member) => (member === null ? [] : [{ member, kind, holds, columns: {} }]));
    return {
      used: [
        ...used(files.sequences, 'interactions', 'sequences'),
        ...used([files.ids], 'ids', 'json'),
        ...used([files.attributes], 'attributes', 'json'),
      ],
      passedOver: /_sample\.|negative_samples|_list\.txt$/,
      read: (reading) => read(files, first, reading),
    };
  },
};

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

async function read(files: Files, first: MemberFile, reading: Reading): Promise<ImportedTables> {
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
  const name = nameAfter(first.path) || 'sequences';
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

function readSequences(members: readonly MemberFile[], reading: Reading): Promise<Interactions> {
  let time = 0;
  const sources = members.map((member) => ({ member, file: fileName(member) }));
  return collectInteractions(sources, [], reading, async ({ member, file }, { pace, rejected, told }, use) => {
    pace.phase(`Reading ${file}`);
    const before = pace.rows;
    for await (const lines of readLines(
      member.read((bytes) => pace.did({ bytes })),
      'utf-8',
      file,
    )) {
      for (const { number, text } of lines) {
        if (text.trim() === '') continue;
        const [user, ...items] = text
          .trim()
          .split(/[ \t]+/)
          .map(parseId);
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
    told?.set(member.path, { rows: pace.rows - before, columns: [] });
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
