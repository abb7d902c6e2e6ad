/** @file A run, or any texts and results, as a Jupyter notebook (nbformat 4.5). */
import type { Json } from '../core/json.ts';
import { guideOfRun } from '../trace/trace-guide.ts';
import { traceTree } from '../trace/trace-tree.ts';
import type { TraceEvent } from '../core/trace.ts';
import { stateRows } from './run-table.ts';
import { plainMarkdown, tableMarkdown } from './table-text.ts';

/** What a notebook shows: a text, or JSON and what it came to. */
export type JupyterPart =
  | { readonly type: 'text'; readonly markdown: string }
  | {
      readonly type: 'result';
      readonly spec: Json;
      readonly markdown: string;
      readonly data: Json;
      /** SVG documents. */
      readonly figures?: readonly string[];
    };

const lines = (text: string): Json => text.split(/(?<=\n)/);

/** A notebook of these parts. The specs are JSON in cells of Python, so that `json.loads` of them runs in any kernel. */
export function jupyterNotebook(title: string, parts: readonly JupyterPart[]): Json {
  const cells = parts.map((part, index): Json => {
    const id = `cell-${String(index + 1)}`;
    if (part.type === 'text') return { id, cell_type: 'markdown', metadata: {}, source: lines(part.markdown) };
    const source = `import json\nspec = json.loads(${JSON.stringify(JSON.stringify(part.spec))})`;
    const data = { 'text/markdown': lines(part.markdown), 'application/json': part.data };
    const figures = (part.figures ?? []).map((svg) => ({ 'image/svg+xml': lines(svg) }));
    const outputs = [data, ...figures].map((shown) => ({ output_type: 'display_data', data: shown, metadata: {} }));
    return { id, cell_type: 'code', metadata: {}, source: lines(source), outputs, execution_count: null };
  });
  const metadata = {
    title,
    kernelspec: { name: 'python3', display_name: 'Python 3' },
    language_info: { name: 'python' },
  };
  return { nbformat: 4, nbformat_minor: 5, metadata, cells };
}

/** A run as its parts: the spec and the states, and what happened in sentences. */
export function runParts(events: readonly TraceEvent[]): readonly JupyterPart[] {
  const tree = traceTree(events);
  const told = guideOfRun({ title: 'The planner', keeps: '', events }).map(
    ({ sentences }) => `1. ${plainMarkdown(sentences.join(' '))}\n`,
  );
  const rows = stateRows(events);
  const table = tableMarkdown({
    columns: ['state', 'thought', 'asked', 'observed'],
    rows: rows.map(({ node, thought, tool, arguments: args, observation }) => [
      node,
      thought,
      tool === '' ? '' : `${tool} ${args}`,
      observation,
    ]),
  });
  return [
    { type: 'result', spec: tree.start?.spec ?? null, markdown: table, data: rows.map((row) => ({ ...row })) },
    { type: 'text', markdown: `## What happened\n\n${told.join('')}` },
  ];
}

/** A run as a Jupyter notebook. */
export function runJupyter(events: readonly TraceEvent[], title: string): Json {
  return jupyterNotebook(title, [{ type: 'text', markdown: `# ${plainMarkdown(title)}\n` }, ...runParts(events)]);
}
