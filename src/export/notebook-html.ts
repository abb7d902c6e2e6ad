/** @file A notebook as one HTML file that opens alone, with itself in it, so that the lab opens it again. */
import { formatTrace } from '../trace/trace-file.ts';
import { dataInHtml, escaped, inlined } from './html-text.ts';
import { type CellPart, type ExportedNotebook, type NotebookPart, type RunPart, tableHtml } from './notebook-parts.ts';
import { page } from './page.ts';
import { runBody } from './run-html.ts';
import { TREE_STYLE } from './tree-svg.ts';

const ELEMENT = 'espalier-notebook';

/** The text of the notebook's file in an exported page; null where there is none. */
export const notebookInHtml = (html: string): string | null => dataInHtml(html, ELEMENT);

function runHtml({ label, events }: RunPart, ids: string): string {
  const data = `<script type="application/x-ndjson">${inlined(formatTrace(events))}</script>`;
  return `<details><summary>What ${escaped(label)} did</summary>${runBody(events, { title: label, ids })}${data}</details>`;
}

/** An SVG document as a part of a page; what a document says before its root is left out. */
const figureHtml = (svg: string): string => `<figure>${svg.slice(svg.indexOf('<svg'))}</figure>`;

function cellHtml({ id, kind, sentence, spec, notes, table, figures, runs }: CellPart, at: number): string {
  return `<section id="cell-${escaped(id)}"><h2>${escaped(kind)} <small>${escaped(id)}</small></h2><p class="soft">${escaped(sentence)}</p>
${figures.map(figureHtml).join('')}${table === null || table.columns.length === 0 ? '' : tableHtml(table)}
${notes.map((note) => `<p class="soft">${escaped(note)}</p>`).join('')}${runs.map((run, of) => runHtml(run, `c${String(at)}-${String(of)}-`)).join('')}
<details><summary>As JSON</summary><pre>${escaped(JSON.stringify(spec, null, 2))}</pre></details></section>`;
}

const partHtml = (part: NotebookPart, at: number): string =>
  part.type === 'text' ? `<section>${part.html}</section>` : cellHtml(part, at);

export function notebookHtml({ title, file, parts }: ExportedNotebook): string {
  const body = `<h1>${escaped(title === '' ? 'Untitled' : title)}</h1>
${parts.map(partHtml).join('\n')}
<p class="soft">Made with Espalier. The notebook is in this file; the lab opens it again.</p>
<script type="application/json" id="${ELEMENT}">${inlined(JSON.stringify(file))}</script>`;
  return page({ title: title === '' ? 'Untitled' : title, body, style: TREE_STYLE });
}
