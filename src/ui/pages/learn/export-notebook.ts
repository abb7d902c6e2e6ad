/** @file The open notebook as files for people who do not have the lab. */
import type { LabClient as Kept } from '../../../client/lab.ts';
import type { CellOutput } from '../../../notebook/cell-output.ts';
import type { Cell, TextCell } from '../../../notebook/notebook.ts';
import { notebookHtml } from '../../../export/notebook-html.ts';
import type { CellPart, ExportedNotebook, NotebookPart, RunPart, TextPart } from '../../../export/notebook-parts.ts';
import { rowsOf, filledText } from '../../../notebook/cell-rows.ts';
import { figureSvg } from '../../parts/charts/figure-file.ts';
import { download, fileName } from '../../browser.ts';
import { renderMarkdown } from '../../parts/markdown/render-markdown.ts';
import { cellSentence, kindTitle, titledRows, type Titles } from './titles.ts';
import type { OpenNotebook } from './open-notebook.svelte.ts';
import { shortenNotebook } from '../../../notebook/completion.ts';
import type { JsonObject } from '../../../core/json.ts';
import { fileOf } from '../../../notebook/expected.ts';

/** Runs with more events than these are told by their rows; their events can be saved beside the file. */
const MOST_EVENTS = 4000;

function asWritten(text: string): Node {
  const plain = document.createElement('pre');
  plain.textContent = text;
  return plain;
}

function shortCell(cell: Cell): JsonObject {
  const { cells } = shortenNotebook({ version: 1, title: '', cells: [cell] });
  const [short] = cells as readonly JsonObject[];
  return short ?? {};
}

async function textPart(cell: TextCell, open: OpenNotebook): Promise<TextPart> {
  const text = filledText(cell.text, open.cells, open.outputs);
  const host = document.createElement('div');
  host.append(await renderMarkdown(text).catch(() => asWritten(text)));
  return { type: 'text', html: host.innerHTML };
}

async function runsOf(open: OpenNotebook, kept: Kept, output: CellOutput): Promise<readonly RunPart[]> {
  if (output.kind !== 'runs') return [];
  if (output.runs.reduce((sum, { events }) => sum + events, 0) > MOST_EVENTS) return [];
  return Promise.all(output.runs.map(async ({ label, trace }) => ({ label, ...(await kept.read(open.id, trace)) })));
}

function notesOf(output: CellOutput | undefined, isStale: boolean): readonly string[] {
  if (output === undefined) return ['Not run yet.'];
  const stale = isStale ? ['Out of date: this cell, or one it uses, has changed since it ran.'] : [];
  const when = `Run on ${new Date(output.finishedAt).toISOString().slice(0, 16).replace('T', ' ')}, version ${output.app}.`;
  if (output.kind === 'rows') {
    const { title, synthetic } = output.dataset;
    return [
      `Of ${title}${synthetic ? ' (synthetic)' : ''}.`,
      ...(output.problem === null ? [] : [output.problem]),
      ...stale,
    ];
  }
  const [first] = output.runs;
  const about =
    first && `By ${first.model}, on ${first.dataset.title}${first.dataset.synthetic ? ' (synthetic)' : ''}.`;
  const problems = [output.problem, ...output.runs.map(({ error }) => error?.message ?? null)];
  return [about, ...problems, when, ...stale].filter((note) => note !== undefined && note !== null);
}

function figuresOf(id: string): readonly string[] {
  const drawn = [...document.querySelectorAll(`#cell-${CSS.escape(id)} [role="img"]:is(.plot, figure *)`)];
  const charts = drawn.filter((one) => one.getBoundingClientRect().width > 0);
  return charts.map((one) => figureSvg(one.closest('.figure') ?? one, one.getAttribute('aria-label') ?? id));
}

async function cellPart(
  cell: Exclude<Cell, TextCell>,
  open: OpenNotebook,
  kept: Kept,
  titles: Titles,
): Promise<CellPart> {
  const source = cell.type === 'chart' ? open.cells.find(({ id }) => id === cell.source) : cell;
  const output = open.outputs.get(source?.id ?? '');
  return {
    type: 'cell',
    id: cell.id,
    kind: kindTitle(cell.type),
    sentence: cellSentence(cell, titles),
    spec: shortCell(cell),
    notes: notesOf(output, open.stale.has(cell.id)),
    table: output === undefined || source === undefined ? null : titledRows(rowsOf(source, output), titles),
    figures: figuresOf(cell.id),
    runs: output === undefined || cell.type === 'chart' ? [] : await runsOf(open, kept, output),
  };
}

async function exported(open: OpenNotebook, kept: Kept, titles: Titles): Promise<ExportedNotebook> {
  const part = (cell: Cell): Promise<NotebookPart> =>
    cell.type === 'text' ? textPart(cell, open) : cellPart(cell, open, kept, titles);
  const parts = await Promise.all(open.cells.map(part));
  return { title: open.notebook.title, file: fileOf(open.toShare), parts };
}

/** Saves the notebook as one HTML file. @throws LabError where kept events cannot be read */
export async function exportNotebook(open: OpenNotebook, kept: Kept, titles: Titles): Promise<void> {
  const notebook = await exported(open, kept, titles);
  download(new Blob([notebookHtml(notebook)], { type: 'text/html' }), `${fileName(notebook.title) || 'notebook'}.html`);
}
