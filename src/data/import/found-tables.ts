/** @file Which tables among the files are those of a recipe: by the names of its files, or by its columns. */
import { LabError } from '../../core/errors.ts';
import type { LookedFiles } from './looked-files.ts';
import { delimitedTable, isRated, type Table } from './open-table.ts';
import type { FoundTable, Recipe, Rule } from './recipe.ts';
import { missingFile } from './source-files.ts';

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
