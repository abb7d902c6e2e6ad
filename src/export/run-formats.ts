/** @file How runs can be written. */

/** The formats, most telling first; `extension` is how a file's name ends. */
export const RUN_FORMATS = [
  { extension: 'html', title: 'one HTML file', type: 'text/html' },
  { extension: 'csv', title: 'a table (CSV)', type: 'text/csv' },
  { extension: 'json', title: 'a table (JSON)', type: 'application/json' },
  { extension: 'jsonl', title: 'events (JSON Lines)', type: 'application/x-ndjson' },
] as const;

/** How a run can be written. */
export type RunFormat = (typeof RUN_FORMATS)[number]['extension'];
