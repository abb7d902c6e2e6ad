/** @file An evaluation as one HTML file that opens alone: table, charts, results by slice, chosen traces, and the spec. */
import { SLICED_BY, type EvaluationTable, type Interval, type SlicedBy, type TableRow } from '../core/evaluation.ts';
import type { Json } from '../core/json.ts';
import type { TraceEvent } from '../core/trace.ts';
import { CHART_STYLE, intervalChart } from './evaluation-charts.ts';
import { escaped } from './html-text.ts';
import { page } from './page.ts';
import { runBody } from './run-html.ts';
import { TREE_STYLE } from './tree-svg.ts';

export interface ShownTrace {
  readonly title: string;
  readonly why: string;
  readonly events: readonly TraceEvent[];
}

export interface EvaluationFile {
  readonly table: EvaluationTable;
  readonly texts: {
    readonly header: readonly string[];
    readonly lines: readonly (readonly string[])[];
    readonly note: string;
  };
  readonly title: string;
  readonly data: string;
  readonly answeredBy: readonly string[];
  readonly spec: Json;
  readonly traces: readonly ShownTrace[];
  /** Why there are no traces, or fewer than were chosen; empty where there are. */
  readonly withoutTraces: string;
}

const WIDE = `.wide{overflow-x:auto}.wide table{font-size:.9rem}.wide td,.wide th{padding-right:1.1rem;overflow-wrap:normal;white-space:nowrap}`;

function tableHtml(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const cell = (tag: 'td' | 'th', text: string, index: number): string =>
    index === 0
      ? `<th scope="${tag === 'th' ? 'col' : 'row'}">${escaped(text)}</th>`
      : `<${tag} class="number">${escaped(text)}</${tag}>`;
  const row = (tag: 'td' | 'th', cells: readonly string[]): string =>
    `<tr>${cells.map((text, index) => cell(tag, text, index)).join('')}</tr>`;
  return `<div class="wide" tabindex="0"><table><thead>${row('th', header)}</thead><tbody>${lines.map((cells) => row('td', cells)).join('')}</tbody></table></div>`;
}

const metricsOf = (rows: readonly TableRow[]): string[] => [
  ...new Set(rows.flatMap(({ metrics }) => metrics.map(({ name }) => name))),
];

function positionsHtml(rows: readonly TableRow[], metric: string): string {
  const [first] = rows.flatMap(({ positions }) => (positions.length > 0 ? [positions] : []));
  if (first === undefined) return '';
  const header = ['method', ...first.map(({ from, to }) => `${from + 1}–${to + 1}`)];
  const lines = rows
    .filter(({ positions }) => positions.length > 0)
    .map(({ label, positions }) => [label, ...positions.map(({ values }) => values[metric]?.value.toFixed(3) ?? '')]);
  return `<h2>${escaped(metric)} by place of the right item among the candidates</h2>${tableHtml(header, lines)}`;
}

const SLICES: Readonly<Record<SlicedBy, string>> = {
  activity: 'training interactions of the person',
  popularity: 'training interactions of the item',
};

function slicesHtml(rows: readonly TableRow[], metric: string, by: SlicedBy): string {
  const sliced = rows.map(({ label, slices }) => ({ label, parts: slices.filter((part) => part.by === by) }));
  const [first] = sliced.flatMap(({ parts }) => (parts.length > 0 ? [parts] : []));
  if (first === undefined) return '';
  const header = ['method', ...first.map(({ from, to, tasks }) => `${rangeOf(from, to)} (${String(tasks)} tasks)`)];
  const lines = sliced.map(({ label, parts }) => [
    label,
    ...first.map(({ from }) => intervalText(parts.find((part) => part.from === from)?.values[metric])),
  ]);
  return `<h2>${escaped(`${metric} by ${SLICES[by]}`)}</h2>${tableHtml(header, lines)}`;
}

const rangeOf = (from: number, to: number): string => (from === to ? String(from) : `${String(from)}–${String(to)}`);

const intervalText = (of: Interval | undefined): string =>
  of === undefined ? '' : `${of.value.toFixed(3)} (${of.low.toFixed(3)} to ${of.high.toFixed(3)})`;

function peopleHtml(rows: readonly TableRow[], metric: string): string {
  const lines = rows.flatMap(({ label, metrics }) => {
    const people = metrics.find(({ name }) => name === metric)?.people ?? null;
    return people === null ? [] : [[label, ...people.map((value) => value.toFixed(3))]];
  });
  const header = ['method', 'least', 'lower quartile', 'median', 'upper quartile', 'largest'];
  return lines.length === 0 ? '' : `<h2>${escaped(`${metric} of single people`)}</h2>${tableHtml(header, lines)}`;
}

function traceHtml({ title, why, events }: ShownTrace, index: number): string {
  return `<details><summary>${escaped(title)}: ${escaped(why)}</summary>${runBody(events, { title, ids: `trace-${String(index)}-` })}</details>`;
}

export function evaluationHtml(file: EvaluationFile): string {
  const { table, texts, title, data, answeredBy, spec, traces, withoutTraces } = file;
  const metrics = metricsOf(table.rows);
  const tasks = table.rows.reduce((most, row) => Math.max(most, row.tasks), 0);
  const missing = table.rows.reduce((sum, row) => sum + row.missing, 0);
  const facts = [
    `${String(table.rows.length)} methods`,
    `${String(tasks)} tasks each`,
    `seeds ${table.seeds.join(', ')}`,
    ...(missing > 0 ? [`${String(missing)} tasks are not run yet`] : []),
  ];
  const charts = metrics.map((metric) => intervalChart(table, metric));
  const shown =
    traces.length === 0
      ? `<p class="soft">${escaped(withoutTraces)}</p>`
      : `${traces.map(traceHtml).join('\n')}${withoutTraces === '' ? '' : `<p class="soft">${escaped(withoutTraces)}</p>`}`;
  const body = `<h1>${escaped(title)}</h1>
<p>${escaped(`Data: ${data}. Planners and agents ask: ${answeredBy.join('; ')}.`)}</p>
<p class="soft">${escaped(facts.join(' · '))}</p>
${tableHtml(texts.header, texts.lines)}<p class="soft">${escaped(texts.note)}</p>
<h2>Charts</h2>${charts.join('\n')}
${metrics.map((metric) => peopleHtml(table.rows, metric)).join('')}
${SLICED_BY.map((by) => slicesHtml(table.rows, metrics[0] ?? '', by)).join('')}
${positionsHtml(table.rows, metrics[0] ?? '')}
<h2>Traces</h2>${shown}
<h2>The evaluation’s file</h2><details><summary>The spec, which runs it again</summary><pre>${escaped(JSON.stringify(spec, null, 2))}</pre></details>
<p class="soft">Made with Espalier.</p>`;
  return page({ title, body, style: TREE_STYLE + CHART_STYLE + WIDE });
}
