/** @file Notebooks as files for people without the lab: every text in them is hostile. */
import { expect, test } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { notebookHtml, notebookInHtml } from '../../src/export/notebook-html.ts';
import type { CellPart, ExportedNotebook } from '../../src/export/notebook-parts.ts';
import { parseNotebook, validateNotebook } from '../../src/notebook/validate.ts';

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&|$x$\u2028=1+1`;
const notebook = validateNotebook({
  version: 1,
  title: HOSTILE.slice(0, 60),
  cells: [{ id: 'text', type: 'text', text: HOSTILE }],
});
const events = [
  { seq: 0, time: 0, node: '', type: 'run-start', spec: { a: HOSTILE }, dataset: {}, model: HOSTILE, tasks: 1 },
  { seq: 1, time: 1, node: '0', type: 'node-start', parent: null, kind: 'task', label: HOSTILE, detail: null },
  { seq: 2, time: 2, node: '0.0', type: 'node-start', parent: '0', kind: 'state', label: HOSTILE, detail: null },
] as unknown as readonly TraceEvent[];
const cell: CellPart = {
  type: 'cell',
  id: 'run',
  kind: 'Run',
  sentence: HOSTILE,
  spec: { a: HOSTILE },
  notes: [HOSTILE],
  table: {
    columns: ['name', HOSTILE],
    rows: [
      [HOSTILE, 1.5],
      [null, 2],
    ],
  },
  figures: ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><title>A</title></svg>'],
  runs: [
    { label: HOSTILE, events },
    { label: 'second', events },
  ],
};
const file = notebook as unknown as Json;
const exported: ExportedNotebook = {
  title: notebook.title,
  file,
  parts: [{ type: 'text', html: '<p>safe</p>' }, cell],
};

test('one HTML file runs no script, asks nobody, has each id once and opens again as the same notebook', () => {
  const html = notebookHtml(exported);
  expect(html).toContain('script-src &#39;none&#39;');
  expect(html).toContain('default-src &#39;none&#39;');
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<img');
  expect(html.match(/<script type="application\/[^>]*>/g)).toHaveLength(3);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(html).toContain('<p>safe</p>');
  expect(html).toContain('<figure><svg');
  expect(parseNotebook(notebookInHtml(html) ?? '')).toEqual(notebook);
  expect(notebookInHtml('<html></html>')).toBeNull();
});
