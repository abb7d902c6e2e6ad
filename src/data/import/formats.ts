/** @file The formats that can be imported. A further one is a recipe in `recipes` and a line here. */
import { LabError } from '../../core/errors.ts';
import { TABLE_KINDS, type ColumnMapping } from '../../core/table-columns.ts';
import type { LookedFiles } from './looked-files.ts';
import type { ImportFormat } from './recipe.ts';
import { agentRecBench } from './recipes/agent-recbench.ts';
import { amazon } from './recipes/amazon.ts';
import { anyTable, bookCrossing, recbole } from './recipes/any-table.ts';
import { columnsUnknown } from './recipes/chosen-tables.ts';
import { espalier } from './recipes/espalier.ts';
import { goodreads } from './recipes/goodreads.ts';
import { movielens } from './recipes/movielens.ts';
import { sequences } from './recipes/sequences.ts';
import { suber } from './recipes/suber.ts';
import { yelp } from './recipes/yelp.ts';
import { listed } from './source-files.ts';

/** In the order in which they are tried. */
const IMPORT_FORMATS: readonly ImportFormat[] = [
  ...[espalier, ...movielens, agentRecBench, amazon, yelp, goodreads, recbole, suber, bookCrossing, sequences],
  anyTable(),
];

/** The format of a name; tables go by how they are written too. @throws LabError `name-unknown`, with the names that there are */
export function formatNamed(name: string, columns?: ColumnMapping): ImportFormat {
  if (name === 'table' || (TABLE_KINDS as readonly string[]).includes(name)) return anyTable(columns);
  const format = IMPORT_FORMATS.find(({ id }) => id === name);
  if (format !== undefined) return format;
  const known = IMPORT_FORMATS.map(({ id }) => id);
  const message = `There is no import format ${JSON.stringify(name)}; there are ${known.join(', ')}.`;
  throw new LabError('name-unknown', message, { name, known });
}

/** The first format that knows the files by their names or by how they begin. @throws LabError `file-format-unknown`, and what `recognises` throws */
export async function recognisedFormat(files: LookedFiles): Promise<ImportFormat> {
  const several = [];
  for (const format of movielens) if (await format.recognises(files)) several.push(format.title);
  if (several.length > 1)
    throw new LabError('file-invalid', `${files.files.name} holds ${several.join(' and ')}. Import one of them.`);
  for (const format of IMPORT_FORMATS) if (await format.recognises(files)) return format;
  const [table, another] = await files.allTables();
  if (table !== undefined && another === undefined && files.data.length === 1) throw columnsUnknown(table);
  const known = IMPORT_FORMATS.map(({ title }) => title).join('; ');
  throw new LabError(
    'file-format-unknown',
    `${files.files.name} holds ${listed(files.files.members)}, which is not a known dataset${await files.whyNone()}. Known are: ${known}.`,
    { file: files.files.name, known: IMPORT_FORMATS.map(({ id }) => id) },
  );
}
