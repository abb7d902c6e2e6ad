/** @file An evaluation as one HTML file that opens alone: table, charts, results by slice, chosen traces, and the spec. */
import type { EvaluationTable, TableRow } from '../core/evaluation.ts';
import type { Json } from '../core/json.ts';
import type { TraceEvent } from '../core/trace.ts';
import { CHART_STYLE, intervalChart } from './evaluation-charts.ts';
import { escaped } from './html-text.ts';
import { textsHtml } from './notebook-parts.ts';
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

const metricsOf = (rows: readonly TableRow[]): string[] => [
  ...new Set(rows.flatMap(({ metrics }) => metrics.map(({ name }) => name))),
];

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
${textsHtml(texts.header, texts.lines, (at) => at > 0)}<p class="soft">${escaped(texts.note)}</p>
<h2>Charts</h2>${charts.join('\n')}
<h2>Traces</h2>${shown}
<h2>The evaluation’s file</h2><details><summary>The spec, which runs it again</summary><pre>${escaped(JSON.stringify(spec, null, 2))}</pre></details>
<p class="soft">Made with Espalier.</p>`;
  return page({ title, body, style: TREE_STYLE + CHART_STYLE });
}
