/** @file A notebook with what its cells came to as a Jupyter notebook. */
import type { Json } from '../core/json.ts';
import { withoutNoise } from '../core/numbers/number-columns.ts';
import type { ExportedNotebook, NotebookPart } from './notebook-parts.ts';
import { jupyterNotebook, type JupyterPart } from './run-jupyter.ts';
import { plainMarkdown, tableMarkdown, type ExportedTable } from './table-text.ts';

const rowsOf = ({ columns, rows }: ExportedTable): Json =>
  rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, withoutNoise(row[at] ?? null)])));

function partsOf(part: NotebookPart): readonly JupyterPart[] {
  if (part.type === 'text') return [{ type: 'text', markdown: part.markdown }];
  const { id, kind, sentence, spec, notes, table, figures } = part;
  const heading = `**${plainMarkdown(kind)} ${plainMarkdown(id)}**: ${plainMarkdown(sentence)}\n`;
  const told = notes.map((note) => `\n${plainMarkdown(note)}\n`).join('');
  const markdown = `${table === null || table.columns.length === 0 ? '' : tableMarkdown(table)}${told}`;
  return [
    { type: 'text', markdown: heading },
    { type: 'result', spec, markdown, data: table === null ? null : rowsOf(table), figures },
  ];
}

/** The notebook: texts as they were written, specs as JSON in cells of Python, results as tables, data and pictures. */
export const notebookJupyter = ({ title, parts }: ExportedNotebook): Json =>
  jupyterNotebook(title, parts.flatMap(partsOf));
