/** @file Files that were handed in, looked at once: which are tables, and why the others are none. */
import { isRated, openTable, shapeOf, type Table } from './open-table.ts';
import { baseName, dataFiles, folderOf, type MemberFile, type SourceFiles } from './source-files.ts';
import { LabError } from '../../core/errors.ts';

export interface LeftOver {
  readonly file: string;
  readonly why: string;
}

interface Opened {
  readonly used: readonly { readonly member: MemberFile; readonly holds: string }[];
  readonly passedOver?: RegExp;
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
      const message = `${this.files.name} holds ${names.join(', ')} in ${where}. Import one of them.`;
      throw new LabError('file-invalid', message);
    }
    return whole[0] ?? [...folders].find(([, found]) => some.some((name) => found.has(name)))?.[0] ?? null;
  }

  /** @throws LabError `file-invalid` where one holds ratings of items by people: they would be lost */
  async leftOver({ used, passedOver }: Opened): Promise<readonly LeftOver[]> {
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
