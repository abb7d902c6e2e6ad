/**
 * @file What was typed, as data.
 */
import { parseArgs } from 'node:util';
import type { ColumnMapping } from '../core/table-columns.ts';
import { parseColumns } from '../data/import/column-mapping.ts';
import type { Shard } from '../lab/evaluation/run-evaluation.ts';
import type { AblateOptions } from './ablate-command.ts';
import { chatCommandOf, type ChatCommand } from './chat/chat-arguments.ts';
import { experimentArguments, type ExperimentCommand } from './experiment-arguments.ts';
import { EXPORTED, type ExportOptions } from './export-command.ts';
import { modelPlaces, type ModelPlaces, type PlaceValues } from './open-model.ts';
import { OPERAND_OF, OPTIONS, OPTIONS_OF } from './options.ts';
import { peopleArguments } from './people-arguments.ts';
import type { PeopleOptions } from './people-command.ts';
import type { RateOptions } from './rate-command.ts';
import { ablateArguments, rateArguments } from './rater-arguments.ts';
import { serveArguments, type ServeCommand } from './serve/serve-command.ts';
import { onlyFile, usage } from './usage.ts';
import { samplesArguments } from './samples-arguments.ts';
import type { SamplesOptions } from './samples-command.ts';
import { trainArguments } from './train-arguments.ts';
import type { TrainOptions } from './train-command.ts';
import { SCORE_KINDS, type ScoreKind } from './score.ts';

/** A command of the terminal. */
export type Command =
  | { readonly type: 'help'; readonly about: string | null }
  | ServeCommand
  | {
      readonly type: 'import';
      readonly file: string;
      readonly format: string | null;
      /** Which column is what, of a table that no format knows. */
      readonly columns: ColumnMapping | null;
    }
  | ({ readonly type: 'samples' } & SamplesOptions)
  | { readonly type: 'score'; readonly kind: ScoreKind; readonly file: string }
  | {
      readonly type: 'run';
      readonly spec: string;
      readonly dataset: string | null;
      /** Files of datasets that examples come from. */
      readonly examples: readonly string[];
      readonly events: string | null;
      /** The trace that the spec branches off from. */
      readonly parent: string | null;
      /** The folder of recordings and of what was fitted. */
      readonly files: string;
      readonly places: ModelPlaces;
    }
  | ExperimentCommand
  | {
      readonly type: 'evaluate';
      readonly spec: string;
      readonly dataset: string | null;
      readonly examples: readonly string[];
      /** The folder of the results. */
      readonly out: string;
      readonly files: string;
      readonly places: ModelPlaces;
      readonly shard: Shard;
    }
  | ChatCommand
  | ({ readonly type: 'export' } & ExportOptions)
  | ({ readonly type: 'rate' } & RateOptions)
  | ({ readonly type: 'ablate' } & AblateOptions)
  | ({ readonly type: 'train' } & TrainOptions)
  | ({ readonly type: 'people' } & PeopleOptions)
  | { readonly type: 'merge'; readonly folders: readonly string[]; readonly out: string }
  | { readonly type: 'export-run'; readonly run: string; readonly to: string }
  | { readonly type: 'fork'; readonly run: string; readonly node: string; readonly edit: string | null }
  | { readonly type: 'diff'; readonly left: string; readonly right: string }
  | { readonly type: 'link'; readonly notebook: string; readonly base: string }
  /** `-` for lines from standard input. */
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

/** Where `npm start` serves the page. */
const HERE = 'http://localhost:4173/';

/** The names of the commands. */
export const COMMANDS: readonly string[] = Object.keys(OPTIONS_OF);

const isCommandName = (name: string): name is keyof typeof OPTIONS_OF => Object.hasOwn(OPTIONS_OF, name);

/**
 * Reads the arguments after the program's name.
 * @throws LabError `spec-invalid` saying which argument is wrong
 */
export function parseCommand(args: readonly string[]): Command {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    throw usage(cause instanceof Error ? cause.message : String(cause));
  }
  const { values, positionals } = parsed;
  const [name = 'serve', ...operands] = positionals;
  if (values.help === true || name === 'help')
    return { type: 'help', about: (name === 'help' ? operands[0] : positionals[0]) ?? null };
  const commands = COMMANDS.join(', ');
  if (!isCommandName(name)) throw usage(`Unknown command "${name}"; one of ${commands}.`);
  const allowed: readonly string[] = OPTIONS_OF[name];
  const wrong = Object.keys(values).find((option) => !allowed.includes(option));
  if (wrong !== undefined) throw usage(`${name} has no option --${wrong}.`);
  if (name === 'serve') return serveArguments(values, operands);
  if (name === 'score') return scoreCommand(operands);
  if (name === 'samples') return samplesArguments(values, operands);
  if (name === 'experiment') return experimentArguments(values, operands);
  if (name === 'evaluate') return evaluateCommand(values, operands);
  if (name === 'chat' || name === 'simulate') return chatCommandOf(name, values, operands);
  if (name === 'export') return exportCommand(values, operands);
  if (name === 'fork') return forkCommand(values.edit ?? null, operands);
  if (name === 'diff') return diffCommand(operands);
  const file = onlyFile(name, OPERAND_OF[name], operands);
  if (name === 'import') {
    const columns = values.columns === undefined ? null : parseColumns(values.columns);
    return { type: 'import', file, format: values.format ?? null, columns };
  }
  if (name === 'rate') return { type: 'rate', ...rateArguments(values, file) };
  if (name === 'people') return { type: 'people', ...peopleArguments(values, file) };
  if (name === 'train') return { type: 'train', ...trainArguments(values, file) };
  if (name === 'ablate') return { type: 'ablate', ...ablateArguments(values, file) };
  if (name === 'link') return { type: 'link', notebook: file, base: values.base ?? HERE };
  if (name === 'open') return { type: 'open', link: file };
  const { dataset = null, examples = [], events = null, stamp = null, files = '.espalier', parent = null } = values;
  const places = modelPlaces(values);
  if (name === 'reproduce')
    return { type: 'reproduce', notebook: file, dataset, examples, stamp, events, files, places };
  return { type: 'run', spec: file, dataset, examples, events, parent, files, places };
}

function forkCommand(edit: string | null, [run, node, ...rest]: readonly string[]): Command {
  if (run === undefined || node === undefined || rest.length > 0) throw usage('fork takes a RUN.jsonl and a NODE.');
  return { type: 'fork', run, node, edit };
}

function diffCommand([left, right, ...rest]: readonly string[]): Command {
  if (left === undefined || right === undefined || rest.length > 0) throw usage('diff takes two traces.');
  return { type: 'diff', left, right };
}

interface EvaluateOptions extends PlaceValues {
  readonly dataset?: string;
  readonly examples?: readonly string[];
  readonly out?: string;
  readonly files?: string;
  readonly shard?: string;
  readonly merge?: boolean;
}

function evaluateCommand(options: EvaluateOptions, operands: readonly string[]): Command {
  const { dataset = null, out = '.espalier', files = '.espalier', shard = '1/1', merge = false } = options;
  if (merge) {
    if (operands.length === 0) throw usage('evaluate --merge needs the folders of the shards.');
    if (options.shard !== undefined || dataset !== null) throw usage('evaluate --merge takes only folders and --out.');
    return { type: 'merge', folders: operands, out };
  }
  return {
    type: 'evaluate',
    spec: onlyFile('evaluate', 'SPEC.json', operands),
    dataset,
    examples: options.examples ?? [],
    out,
    files,
    places: modelPlaces(options),
    shard: shardOf(shard),
  };
}

interface ExportValues extends PlaceValues {
  readonly dataset?: string;
  readonly examples?: readonly string[];
  readonly out?: string;
  readonly evaluation?: string;
  readonly files?: string;
}

function exportCommand(values: ExportValues, [typed, ...operands]: readonly string[]): Command {
  const { dataset = null, examples = [], out = '.espalier', evaluation = null, files = '.espalier' } = values;
  if (typed === 'run') {
    const [run = '', ...files] = operands;
    return { type: 'export-run', run, to: onlyFile('export run RUN.jsonl', 'FILE', files) };
  }
  const what = EXPORTED.find((one) => one === typed);
  if (what === undefined) throw usage(`Unknown export "${typed ?? ''}"; one of run, ${EXPORTED.join(', ')}.`);
  const to = onlyFile(`export ${what}`, 'FILE', operands);
  const places = modelPlaces(values);
  return { type: 'export', what, to, dataset, examples, out, evaluation, files, places };
}

function shardOf(text: string): Shard {
  const [, index = NaN, of = NaN] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (!(index >= 1 && index <= of && of <= 10_000))
    throw usage(`--shard must be I/N with I from 1 to N, not "${text}".`);
  return { index: index - 1, of };
}

function scoreCommand([typed, ...operands]: readonly string[]): Command {
  const kinds = SCORE_KINDS.join(', ');
  if (typed === undefined) throw usage(`score needs what to score, one of ${kinds}, and a FILE.json.`);
  const kind = SCORE_KINDS.find((one) => one === typed);
  if (kind === undefined) throw usage(`Unknown score "${typed}"; one of ${kinds}.`);
  return { type: 'score', kind, file: onlyFile(`score ${kind}`, 'FILE.json', operands) };
}
