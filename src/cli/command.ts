/**
 * @file What was typed, as data.
 */
import { parseArgs } from 'node:util';
import { LabError } from '../core/errors.ts';

/** A command of the terminal. */
export type Command =
  | { readonly type: 'help' }
  | { readonly type: 'import'; readonly file: string; readonly format: string | null }
  | {
      readonly type: 'run';
      readonly spec: string;
      readonly dataset: string | null;
      readonly events: string | null;
      /** The folder of recordings and of what was fitted. */
      readonly files: string;
    };

/** What `--help` prints. */
export const HELP = `Espalier without its page.

  npm run -s lab -- run SPEC.json [--dataset FILE] [--events OUT.jsonl] [--files FOLDER]
      Runs a spec. --dataset imports a file in place of the dataset that the spec names; --events writes the trace;
      --files is where recordings and what the reasoner learnt are kept (.espalier).
  npm run -s lab -- import FILE [--format NAME]
      Reads a file and says what is in it. The format is recognised from the content where it is not named.
  npm run -s lab -- --help

Progress goes to stderr. The last line of stdout is one JSON object: the summary, or {"error": …}.
Exit codes: 0 done, 1 the run failed or was stopped, 2 bad input. docs/run-spec.md describes SPEC.json.
`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  dataset: { type: 'string' },
  events: { type: 'string' },
  files: { type: 'string' },
  format: { type: 'string' },
} as const;

const usage = (problem: string): LabError => new LabError('spec-invalid', `${problem} See npm run -s lab -- --help.`);

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
  const [name, file, ...rest] = positionals;
  if (values.help === true || name === 'help') return { type: 'help' };
  if (name === undefined) throw usage('No command was given; one of run, import.');
  if (name !== 'run' && name !== 'import') throw usage(`Unknown command "${name}"; one of run, import.`);
  if (file === undefined) throw usage(name === 'run' ? 'run needs a SPEC.json.' : 'import needs a FILE.');
  if (rest.length > 0) throw usage(`${name} takes one file; "${rest.join(' ')}" is too much.`);
  const foreign = name === 'run' ? (['format'] as const) : (['dataset', 'events', 'files'] as const);
  const wrong = foreign.find((option) => values[option] !== undefined);
  if (wrong !== undefined) throw usage(`${name} has no option --${wrong}.`);
  if (name === 'import') return { type: 'import', file, format: values.format ?? null };
  const { dataset = null, events = null, files = '.espalier' } = values;
  return { type: 'run', spec: file, dataset, events, files };
}
