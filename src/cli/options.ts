/** @file What can be typed: the commands, their options, and what each is given. */
import { CHAT_OPTIONS } from './chat/chat-arguments.ts';

/** All options, for Node's `parseArgs`. */
export const OPTIONS = {
  base: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  dataset: { type: 'string' },
  examples: { type: 'string', multiple: true },
  events: { type: 'string' },
  files: { type: 'string' },
  merge: { type: 'boolean' },
  out: { type: 'string' },
  shard: { type: 'string' },
  format: { type: 'string' },
  columns: { type: 'string' },
  seeds: { type: 'string' },
  stamp: { type: 'string' },
  users: { type: 'string' },
  models: { type: 'string' },
  endpoint: { type: 'string' },
  edit: { type: 'string' },
  parent: { type: 'string' },
  evaluation: { type: 'string' },
  rater: { type: 'string' },
  scale: { type: 'string' },
  seed: { type: 'string' },
  share: { type: 'string' },
  policies: { type: 'string' },
  people: { type: 'string' },
  items: { type: 'string' },
  steps: { type: 'string' },
  set: { type: 'string' },
  noise: { type: 'string' },
  shots: { type: 'string' },
  system: { type: 'string' },
  ...CHAT_OPTIONS,
} as const;

/** The commands, and the options of each. */
export const OPTIONS_OF = {
  run: ['dataset', 'examples', 'events', 'files', 'models', 'endpoint', 'parent'],
  fork: ['edit'],
  diff: [],
  import: ['format', 'columns'],
  samples: ['dataset', 'files'],
  score: [],
  ablate: ['rater', 'scale', 'seed', 'noise', 'shots', 'system', 'models', 'endpoint', 'dataset', 'share'],
  environment: ['people', 'items', 'seed', 'format', 'out'],
  train: ['policies', 'people', 'items', 'steps', 'seeds', 'seed', 'rater', 'set', 'files'],
  rate: ['rater', 'scale', 'seed', 'noise', 'shots', 'system', 'models', 'endpoint'],
  experiment: ['dataset', 'seeds', 'users', 'files'],
  evaluate: ['dataset', 'examples', 'out', 'files', 'shard', 'merge', 'models', 'endpoint'],
  export: ['dataset', 'out', 'evaluation', 'files'],
  chat: ['dataset', 'model', 'files', 'models', 'endpoint'],
  simulate: ['dataset', 'model', 'simulator', 'conversations', 'seed', 'files', 'models', 'endpoint'],
  link: ['base'],
  open: [],
  reproduce: ['dataset', 'events', 'files', 'stamp'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof OPTIONS)[]>>;

/** What commands call the one thing that they are given. */
export const OPERAND_OF = {
  run: 'SPEC.json',
  import: 'FILE',
  rate: 'FILE.jsonl',
  ablate: 'films or books',
  train: 'films or books',
  environment: 'films or books',
  link: 'NOTEBOOK.json',
  open: 'LINK',
  reproduce: 'NOTEBOOK.json',
} as const;
