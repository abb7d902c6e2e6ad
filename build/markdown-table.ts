/** @file A part of a table that stands in a document, so that a figure is written down once. */
import { marked, type Tokens } from 'marked';

/** Which part of which table. */
export interface TablePart {
  /** What the headings above it begin with, from the outermost on; none for the first table of the document. */
  readonly under: readonly string[];
  /** Headings of columns, in the order wanted; null for all. */
  readonly columns: readonly string[] | null;
  /** First cells of rows; null for all. */
  readonly rows: readonly string[] | null;
}

/** The part as a table in Markdown. @throws where a heading, a column or a row is not there, so that a page cannot be built without it */
export function tablePart(document: string, { under, columns, rows }: TablePart): string {
  const table = findTable(document, under);
  const at = (columns ?? table.header.map(({ text }) => text)).map((name) => {
    const index = table.header.findIndex(({ text }) => text === name);
    if (index < 0)
      throw new Error(`There is no column "${name}"; there are ${table.header.map(({ text }) => text).join('; ')}.`);
    return index;
  });
  const chosen = rows?.map((name) => {
    const row = table.rows.find(([first]) => first?.text === name);
    if (row === undefined) throw new Error(`There is no row "${name}".`);
    return row;
  });
  const line = (cells: readonly Tokens.TableCell[]): string =>
    `| ${at.map((index) => cells[index]?.text ?? '').join(' | ')} |`;
  return [line(table.header), `|${' --- |'.repeat(at.length)}`, ...(chosen ?? table.rows).map(line)].join('\n');
}

function findTable(document: string, under: readonly string[]): Tokens.Table {
  const wanted = [...under];
  for (const token of marked.lexer(document)) {
    const [next] = wanted;
    if (next === undefined && token.type === 'table') return token as Tokens.Table;
    if (next !== undefined && token.type === 'heading' && (token as Tokens.Heading).text.startsWith(next))
      wanted.shift();
  }
  throw new Error(`There is no table under ${under.join(' > ')}.`);
}
