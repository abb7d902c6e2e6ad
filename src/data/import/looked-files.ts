/** @file Files that were handed in, looked at once: which are tables, and why the others are none. */
import { isRated, openTable, shapeOf, type Table, delimitedTable } from './open-table.ts';
import { baseName, dataFiles, folderOf, type MemberFile, type SourceFiles, missingFile } from './source-files.ts';
import { LabError } from '../../core/errors.ts';
import type { FoundTable, Recipe, Rule } from './recipe.ts';

export interface LeftOver {
  readonly file: string;
  readonly why: string;
}

export class LookedFiles {
  readonly files: SourceFiles;
  readonly data: readonly MemberFile[];
  private tables: Promise<readonly (Table | string)[]> | null = null;

  constructor(files: SourceFiles) {
    this.files = files;
    this.data = dataFiles(files);
  }

  async allTables(): Promise<readonly Table[]> {
    return (await this.looked()).filter((table) => typeof table !== 'string');
  }

  /** Why the only file is no table, as a part of a sentence; empty elsewhere. */
  async whyNone(): Promise<string> {
    const [why, another] = await this.looked();
    return typeof why === 'string' && another === undefined ? `: it ${why}` : '';
  }

  private looked(): Promise<readonly (Table | string)[]> {
    this.tables ??= (async () => {
      const tables: (Table | string)[] = [];
      for (const member of this.data) tables.push(await openTable(member));
      return tables;
    })();
    return this.tables;
  }

  /** The folder that has all of the names, or one of `some`. @throws LabError `file-invalid` where several have all */
  folderWith(names: readonly string[], some: readonly string[] = names): string | null {
    const folders = new Map<string, Set<string>>();
    for (const { path } of this.data) {
      const name = baseName(path);
      if (names.includes(name)) folders.set(folderOf(path), (folders.get(folderOf(path)) ?? new Set()).add(name));
    }
    const whole = [...folders].filter(([, found]) => found.size === names.length).map(([folder]) => folder);
    if (whole.length > 1) {
      const where = whole.map((folder) => folder || 'the top').join(' and ');
      throw new LabError(
        'file-invalid',
        `${this.files.name} holds ${names.join(', ')} in ${where}. Import one of them.`,
      );
    }
    return whole[0] ?? [...folders].find(([, found]) => some.some((name) => found.has(name)))?.[0] ?? null;
  }

  /** @throws LabError `file-invalid` where one holds ratings of items by people: they would be lost */
  async leftOver({
    used,
    passedOver,
  }: {
    readonly used: readonly { readonly member: MemberFile; readonly holds: string }[];
    readonly passedOver?: RegExp;
  }): Promise<readonly LeftOver[]> {
    const isUsed = new Set(used.map(({ member }) => member));
    const tables = await this.looked();
    const shapes = new Map<string, string>();
    for (const { member, holds } of used) {
      const table = tables[this.data.indexOf(member)];
      if (holds === 'interactions' && typeof table === 'object' && table.hasHeader)
        shapes.set(shapeOf(table), table.file);
    }
    return this.data.flatMap((member, at): LeftOver[] => {
      if (isUsed.has(member)) return [];
      const table = tables[at] ?? 'is not looked at';
      if (passedOver?.test(baseName(member.path)) === true) return [{ file: member.path, why: 'repeats what is read' }];
      if (typeof table === 'string') return [{ file: member.path, why: table }];
      const same = table.hasHeader ? shapes.get(shapeOf(table)) : undefined;
      if (same !== undefined || isRated(table)) {
        const like = same === undefined ? 'holds ratings of items by people' : `has the same columns as ${same}`;
        const message = `${member.path} ${like} and would be left over. Import it apart.`;
        throw new LabError('file-invalid', message, { file: member.path });
      }
      const named = table.columns.slice(0, 12).join(', ');
      return [{ file: member.path, why: `is a table of ${named}, which holds nothing that is looked for` }];
    });
  }
}

/** @param isOpened false where it is only asked whether anything is there. @throws LabError `file-member-missing`, `file-invalid` */
export async function foundIn(recipe: Recipe, files: LookedFiles, isOpened = false): Promise<readonly FoundTable[]> {
  const rules = recipe.rules();
  return rules.some(({ file }) => file !== undefined)
    ? foundByName(rules, files, isOpened)
    : foundByColumns(rules, await files.allTables());
}

async function foundByName(
  rules: readonly Rule[],
  files: LookedFiles,
  isOpened: boolean,
): Promise<readonly FoundTable[]> {
  const needed = rules.flatMap(({ file, optional = false }) => (file === undefined || optional ? [] : [file]));
  // The names of CSV files mark nothing by themselves: any table may be called ratings.csv.
  const marks = rules.flatMap(({ file, has, holds }) =>
    file !== undefined && (has === undefined || holds === 'items') ? [file] : [],
  );
  const folder =
    files.folderWith(
      needed,
      marks.filter((file) => needed.includes(file)),
    ) ?? (isOpened ? '' : null);
  if (folder === null) return [];
  const tables = await files.allTables();
  const names = new Set(files.data.map(({ path }) => path));
  if (!isOpened && needed.some((file) => !names.has(`${folder}${file}`)) && tables.some(isRated)) return [];
  const found: FoundTable[] = [];
  for (const rule of rules) {
    const member = files.data.find(({ path }) => path === `${folder}${rule.file}`);
    if (member === undefined) {
      if (rule.optional === true || !isOpened) continue;
      throw missingFile(files.files, `${folder}${rule.file}`);
    }
    const table = tables.find((one) => one.member === member);
    if (!isOpened && table !== undefined && rule.has?.every((column) => table.columns.includes(column)) === false)
      return [];
    found.push({ rule, table: rule.shape === undefined ? (table as Table) : lazyTable(member, rule) });
  }
  return found;
}

/** Its columns may depend on what is read before it. */
function lazyTable(member: Table['member'], { shape }: Rule): Table {
  const first = delimitedTable(member, (shape as NonNullable<typeof shape>)());
  return {
    ...first,
    readRows: (...given) => delimitedTable(member, (shape as NonNullable<typeof shape>)()).readRows(...given),
  };
}

function foundByColumns(rules: readonly Rule[], tables: readonly Table[]): readonly FoundTable[] {
  return rules.flatMap((rule) => {
    const { has = [], lacks = [], single = false } = rule;
    const fitting = tables.filter(
      ({ columns }) =>
        has.every((column) => columns.includes(column)) && !lacks.some((column) => columns.includes(column)),
    );
    const [first, second] = fitting;
    const isDoubled = single && second !== undefined;
    if (first !== undefined && (isDoubled || fitting.some(({ kind }) => kind !== first.kind))) {
      const others = fitting.filter(({ kind }) => isDoubled || kind !== first.kind).map(({ file }) => file);
      const message = `${[first.file, ...others.filter((file) => file !== first.file)].join(' and ')} hold the same kind of table. Import one of them.`;
      throw new LabError('file-invalid', message);
    }
    return fitting.map((table) => ({ rule, table }));
  });
}
