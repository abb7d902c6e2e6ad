/** @file What can be typed: the commands, their options, and what each is given. */

/** All options, for Node's `parseArgs`. */
export const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  allow: { type: 'string', multiple: true },
  base: { type: 'string' },
  columns: { type: 'string' },
  'context-length': { type: 'string' },
  dataset: { type: 'string' },
  edit: { type: 'string' },
  endpoint: { type: 'string' },
  evaluation: { type: 'string' },
  events: { type: 'string' },
  examples: { type: 'string', multiple: true },
  files: { type: 'string' },
  format: { type: 'string' },
  join: { type: 'string', multiple: true },
  models: { type: 'string' },
  out: { type: 'string' },
  parent: { type: 'string' },
  part: { type: 'string' },
  port: { type: 'string' },
  samples: { type: 'string' },
  stamp: { type: 'string' },
  timeout: { type: 'string' },
} as const;

/** Where data and models are, and what may be asked. */
const PLACES = ['dataset', 'examples', 'files', 'models', 'endpoint', 'context-length', 'timeout', 'allow'] as const;

/** The commands, and the options of each. */
export const OPTIONS_OF = {
  serve: ['port', 'models'],
  run: [...PLACES, 'events', 'out', 'parent', 'part', 'join'],
  import: ['format', 'columns'],
  score: [],
  fork: ['edit'],
  diff: [],
  reproduce: [...PLACES, 'events', 'stamp'],
  export: [...PLACES, 'out', 'evaluation', 'samples'],
  link: ['base'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof OPTIONS)[]>>;
