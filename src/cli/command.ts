/** @file What was typed, as data. */
import { messageOf } from '../core/errors.ts';
import { parseArgs } from 'node:util';
import { closest } from 'fastest-levenshtein';
import type { ColumnMapping } from '../core/table-columns.ts';
import { parseColumns } from '../data/import/column-mapping.ts';
import type { Shard } from '../lab/evaluation/run-evaluation.ts';
import type { DatasetFiles } from './open-session.ts';
import { modelPlaces, type ModelPlaces, type PlaceValues } from './open-model.ts';
import { kindOfSpec, type KindCommand } from './run-kinds.ts';
import { HERE, serveArguments, type ServeCommand } from './serve/serve-site.ts';
import { inFile } from './spec-file.ts';
import { onlyFile, usage } from './help.ts';

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  allow: { type: 'string', multiple: true },
  base: { type: 'string' },
  columns: { type: 'string' },
  'context-length': { type: 'string' },
  dataset: { type: 'string' },
  endpoint: { type: 'string' },
  events: { type: 'string' },
  examples: { type: 'string', multiple: true },
  files: { type: 'string' },
  format: { type: 'string' },
  join: { type: 'string', multiple: true },
  models: { type: 'string' },
  out: { type: 'string' },
  part: { type: 'string' },
  port: { type: 'string' },
  stamp: { type: 'string' },
  suber: { type: 'string' },
  timeout: { type: 'string' },
} as const;

const PLACES = ['dataset', 'examples', 'files', 'models', 'endpoint', 'context-length', 'timeout', 'allow'] as const;

const OPTIONS_OF = {
  serve: ['port', 'models'],
  run: [...PLACES, 'events', 'out', 'part', 'join', 'suber'],
  import: ['format', 'columns'],
  reproduce: [...PLACES, 'events', 'stamp'],
  export: [],
  link: ['base'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof OPTIONS)[]>>;

export type Command =
  | { readonly type: 'help'; readonly about: string | null }
  | { readonly type: 'version' }
  | ServeCommand
  | {
      readonly type: 'import';
      readonly file: string;
      readonly format: string | null;
      /** Which column is what, of a table that no format knows. */
      readonly columns: ColumnMapping | null;
    }
  | ({
      readonly type: 'run';
      readonly spec: string;
      readonly events: string | null;
      readonly files: string;
      readonly places: ModelPlaces;
    } & DatasetFiles)
  | ({
      readonly type: 'evaluate';
      readonly spec: string;
      readonly out: string;
      readonly files: string;
      readonly places: ModelPlaces;
      readonly shard: Shard;
    } & DatasetFiles)
  | { readonly type: 'join'; readonly folders: readonly string[]; readonly out: string }
  | KindCommand
  | { readonly type: 'export'; readonly run: string; readonly to: string }
  | { readonly type: 'link'; readonly notebook: string; readonly base: string }
  | { readonly type: 'open'; readonly link: string }
  | {
      readonly type: 'reproduce';
      /** A file, or a link. */
      readonly notebook: string;
      readonly dataset: string | null;
      /** Where a notebook with fresh digests is written; null to compare with those that it has. */
      readonly stamp: string | null;
      /** The folder of traces to compare with, or to write. */
      readonly events: string | null;
      readonly files: string;
      readonly examples: readonly string[];
      readonly places: ModelPlaces;
    };

const KEPT = '.espalier';

export const COMMANDS: readonly string[] = Object.keys(OPTIONS_OF);

const isCommandName = (name: string): name is keyof typeof OPTIONS_OF => Object.hasOwn(OPTIONS_OF, name);

type Values = PlaceValues & {
  readonly [
    Name in Exclude<keyof typeof OPTIONS, keyof PlaceValues | 'help' | 'version' | 'examples' | 'join'>
  ]?: string;
} & { readonly examples?: readonly string[]; readonly join?: readonly string[] };

const READ: Readonly<Record<keyof typeof OPTIONS_OF, (values: Values, operands: readonly string[]) => Command>> = {
  serve: serveArguments,
  run: runCommand,
  import: ({ format = null, columns }, operands) => ({
    type: 'import',
    file: onlyFile('import', 'FILE', operands),
    format,
    columns: columns === undefined ? null : parseColumns(columns),
  }),
  reproduce: (values, operands) => {
    const { dataset = null, examples = [], events = null, stamp = null, files = KEPT } = values;
    const notebook = onlyFile('reproduce', 'NOTEBOOK.json', operands);
    return { type: 'reproduce', notebook, dataset, examples, stamp, events, files, places: modelPlaces(values) };
  },
  export: (_, [typed, run = '', ...rest]) => {
    if (typed !== 'run') throw usage(`Unknown export "${typed ?? ''}"; it is run.`);
    return { type: 'export', run, to: onlyFile('export run RUN.jsonl', 'FILE', rest) };
  },
  link: ({ base = HERE }, operands) => {
    const given = onlyFile('link', 'NOTEBOOK.json or LINK', operands);
    const isFile = /\.(json|html?)$/i.test(given) && !/^(#|https?:)/i.test(given);
    return isFile ? { type: 'link', notebook: given, base } : { type: 'open', link: given };
  },
};

/** Reads the arguments after the program's name. @throws LabError `spec-invalid` saying which argument is wrong */
export function parseCommand(args: readonly string[]): Command {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    const message = messageOf(cause);
    const [, unknown] = /^Unknown option '(--?[^']+)'/.exec(message) ?? [];
    if (unknown === undefined) throw usage(message);
    throw usage(`There is no option ${unknown}; the nearest is --${closest(unknown.slice(2), Object.keys(OPTIONS))}.`);
  }
  const { values, positionals } = parsed;
  const [name = 'serve', ...operands] = positionals;
  if (values.help === true || name === 'help')
    return { type: 'help', about: (name === 'help' ? operands[0] : positionals[0]) ?? null };
  if (values.version === true) return { type: 'version' };
  if (!isCommandName(name)) throw usage(`Unknown command "${name}"; one of ${COMMANDS.join(', ')}.`);
  const allowed: readonly string[] = OPTIONS_OF[name];
  const wrong = Object.keys(values).find((option) => !allowed.includes(option));
  if (wrong !== undefined) throw usage(`${name} has no option --${wrong}.`);
  return READ[name](values, operands);
}

function datasetFiles(values: Values): DatasetFiles {
  const { dataset = null, examples = [], suber = null } = values;
  return { dataset, examples, suber };
}

function runCommand(values: Values, operands: readonly string[]): Command {
  const { events = null, files = KEPT, out = KEPT, part = '1/1' } = values;
  const given = datasetFiles(values);
  const { dataset, suber } = given;
  if (values.join !== undefined) {
    if (operands.length > 0) throw usage('run --join takes the folders of the parts and --out, and no SPEC.json.');
    return { type: 'join', folders: values.join, out };
  }
  const spec = onlyFile('run', 'SPEC.json', operands);
  const places = modelPlaces(values);
  const kind = inFile(spec, () => kindOfSpec(spec, { files, places }));
  const named = typeof kind === 'string' ? kind : kind.type;
  const wrong = (['out', 'part'] as const).find((option) => values[option] !== undefined && named !== 'evaluation');
  if (wrong !== undefined) throw usage(`--${wrong} is for specs of the kind "evaluation"; ${spec} is "${named}".`);
  if (kind === 'evaluation') return { type: 'evaluate', spec, ...given, out, files, places, shard: shardOf(part) };
  if (kind === 'run') return { type: 'run', spec, ...given, events, files, places };
  if (suber !== null) throw usage(`--suber is for the test of raters; leave it out of ${spec}.`);
  if (dataset !== null) throw usage(`${spec} names its data itself; leave --dataset out.`);
  return kind;
}

function shardOf(text: string): Shard {
  const [, index = NaN, of = NaN] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (!(index >= 1 && index <= of && of <= 10_000))
    throw usage(`--part must be I/N with I from 1 to N, not "${text}".`);
  return { index: index - 1, of };
}
