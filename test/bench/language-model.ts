/**
 * @file What a language model does with what the lab asks it: four rates and more, for three systems; MACRec's are on the board. It goes on where it
 * stopped: each task is a line of a file in node_modules/.cache, by the model and the name that is given.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { now } from '../../src/core/clock.ts';
import { toLabError } from '../../src/core/errors.ts';
import { createModelOpener, modelPlaces, openLanguageModel } from '../../src/cli/open-model.ts';
import { loadSqlEngine } from '../../src/data/database/engine.ts';
import { openSession } from '../../src/lab/run/session.ts';
import { mean } from '../../src/metrics/statistics.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { shareText, together, NO_COUNTS } from './language-model/rates.ts';
import { chatCells } from './language-model/chat.ts';
import { differenceText, type Answers } from './language-model/differences.ts';
import { raterCells } from './language-model/rater.ts';
import { recmindCells } from './language-model/recmind.ts';
import type { Bench, Cell, Outcome } from './language-model/sets.ts';
import { mlLatestSmall } from './ml-latest-small.ts';

const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/language-model');
const SETS: Readonly<Record<string, (bench: Bench) => readonly Cell[]>> = {
  recmind: recmindCells,
  chat: chatCells,
  rater: raterCells,
};

const { values: given } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    endpoint: { type: 'string', default: 'http://127.0.0.1:18080/v1' },
    model: { type: 'string' },
    models: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    system: { type: 'string', multiple: true, default: Object.keys(SETS) },
    only: { type: 'string', default: '' },
    most: { type: 'string', default: '1000' },
    tasks: { type: 'string', default: '60' },
    planning: { type: 'string', default: '{"actions":"offered"}' },
    name: { type: 'string', default: 'now' },
  },
});

interface Line extends Outcome {
  readonly id: string;
  readonly row: string;
}

async function rows(): Promise<readonly BenchmarkRow[]> {
  const name = given.model ?? (await onlyModel(given.endpoint));
  const places = modelPlaces({
    endpoint: given.endpoint,
    timeout: '900',
    ...(given.models && { models: given.models }),
  });
  const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  const opener = createModelOpener(places, () => undefined);
  const dataset = await mlLatestSmall();
  const session = openSession(await loadSqlEngine(new Uint8Array(readFileSync(wasm))), dataset, opener);
  const model = await openLanguageModel(name, places, () => undefined);
  const planning = JSON.parse(given.planning) as Bench['planning'];
  const bench: Bench = { dataset, session, name, model, planning, ratings: Number(given.tasks) };
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${name.replaceAll(/[^\w.-]/gu, '_')}.${given.name}.jsonl`);
  const done = existsSync(file) ? linesOf(file) : [];
  const cells = given.system.flatMap((system) => SETS[system]?.(bench) ?? []);
  await finish(cells, done, file);
  session.close();
  const names = [...new Set(done.map(({ row }) => row))];
  return names.flatMap((row) =>
    rowsOf(
      row,
      done.filter((line) => line.row === row),
      done,
    ),
  );
}

async function onlyModel(endpoint: string): Promise<string> {
  const { data } = (await (await fetch(`${endpoint}/models`)).json()) as {
    readonly data: readonly { readonly id: string }[];
  };
  return `endpoint/${data[0]?.id ?? ''}`;
}

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** Does what is not done yet, the systems in turn, until the time is up. */
async function finish(cells: readonly Cell[], done: Line[], file: string): Promise<void> {
  const until = now() + 60_000 * Number(given.minutes);
  const known = new Set(done.map(({ id }) => id));
  const perRow = new Map<string, number>();
  const { signal } = new AbortController();
  for (const cell of cells) {
    const { id, row } = cell;
    if (!id.includes(given.only)) continue;
    perRow.set(row, (perRow.get(row) ?? 0) + 1);
    if ((perRow.get(row) ?? 0) > Number(given.most) || known.has(id)) continue;
    if (now() > until) break;
    const outcome = await cell.run(signal).catch((thrown: unknown): Outcome => ({
      ...{ counts: NO_COUNTS, answer: null, truth: null, beside: {} },
      failure: toLabError(thrown).message,
    }));
    const line: Line = { id, row, ...outcome };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    done.push(line);
    console.error(
      `${id}: ${String(outcome.answer)} of ${String(outcome.truth)}, ${outcome.counts.seconds.toFixed(0)} s ${outcome.failure ?? ''}`,
    );
  }
}

/** What the table says of one row. */
function rowsOf(row: string, lines: readonly Line[], all: readonly Line[]): readonly BenchmarkRow[] {
  const sum = lines.map(({ counts }) => counts).reduce(together, NO_COUNTS);
  const { calls, seconds, tokensIn, tokensOut, tokensAnew, cut, again } = sum;
  const told = (name: string, value: string): BenchmarkRow => ({ name: `  ${name}`, value, goal: '', met: null });
  const each = (value: number): string => (value / lines.length).toFixed(1);
  const failed = lines.filter(({ failure }) => failure !== undefined).length;
  const answered = lines.flatMap(({ answer, answers }) => answers ?? (answer === null ? [] : [answer]));
  const commonest = Math.max(0, ...answered.map((one) => answered.filter((other) => other === one).length));
  const spread = `spread ${deviation(answered).toFixed(2)}, commonest ${String(commonest)} of ${String(answered.length)}`;
  const beside = [...new Set(lines.flatMap((line) => Object.keys(line.beside)))];
  const isRated = lines.some(({ truth }) => truth !== null);
  const besideText = (name: string): string =>
    isRated ? `RMSE ${rootText(lines, (line) => line.beside[name] ?? null)}` : meanText(lines, name);
  return [
    { name: row, value: `${String(lines.length)} tasks, ${String(failed)} failed`, goal: '', met: null },
    told('a task', `${each(calls)} calls, ${each(seconds)} s, ${each(tokensIn)} tokens in, ${each(tokensOut)} out`),
    told(
      'read anew',
      `${((100 * tokensAnew) / Math.max(1, tokensIn)).toFixed(0)} % of the tokens in; cut ${String(cut)}, asked again ${String(again)}`,
    ),
    told('valid', shareText(sum.valid)),
    told('executable', shareText(sum.executable)),
    told(
      'useful',
      `${shareText(sum.useful)}; repeated ${String(sum.repeated)}, false observations ${String(sum.falseObservations)}`,
    ),
    told('explore, keep', `${shareText(sum.explored)}, ${shareText(sum.kept)}`),
    ...(answered.length === 0 ? [] : [told('answers', spread)]),
    ...(isRated
      ? [
          told(
            'RMSE',
            rootText(lines, ({ answer }) => answer),
          ),
        ]
      : []),
    ...beside.map((name) => told(name, besideText(name))),
    ...apart(row, lines, all).map(([name, text]) => told(`RMSE less that of ${name}`, text)),
  ];
}

/** Rows that others are held against. */
const REFERENCES = ['RecMind, input–output told nothing', 'RecMind, input–output', 'RecMind, actions by chance'];

/** Differences from the references on the same tasks, and from what the lab could have said without the model. */
function apart(row: string, lines: readonly Line[], all: readonly Line[]): readonly (readonly [string, string])[] {
  const taskOf = ({ id }: Line): string => id.replace(/^recmind \S+/u, '');
  const answersOf = (of: readonly Line[], value: (line: Line) => number | null | undefined): Answers =>
    new Map(
      of.flatMap((line) =>
        ((number) => (number === null || number === undefined ? [] : [[taskOf(line), number]]))(value(line)),
      ),
    );
  const own = answersOf(lines, ({ answer }) => answer);
  const truths = answersOf(lines, ({ truth }) => truth);
  const beside = [...new Set(lines.flatMap((line) => Object.keys(line.beside)))];
  const others: readonly (readonly [string, Answers])[] = [
    ...REFERENCES.filter((name) => name !== row).map((name) => {
      const rows = all.filter((line) => line.row === name);
      return [name, answersOf(rows, ({ answer }) => answer)] as const;
    }),
    ...beside.map((name) => [name, answersOf(lines, (line) => line.beside[name])] as const),
  ];
  return others.flatMap(([name, answers]) => {
    const text = differenceText(own, answers, truths);
    return text === null ? [] : [[name, text] as const];
  });
}

const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((one) => (one - middle) ** 2)));
};

function rootText(lines: readonly Line[], of: (line: Line) => number | null): string {
  const squares = lines.flatMap((line) => {
    const value = of(line);
    return value === null || line.truth === null ? [] : [(value - line.truth) ** 2];
  });
  return squares.length === 0 ? '–' : `${Math.sqrt(mean(squares)).toFixed(2)} over ${String(squares.length)}`;
}

function meanText(lines: readonly Line[], name: string): string {
  const values = lines.flatMap(({ beside }) => beside[name] ?? []);
  const sum = values.reduce((all, one) => all + one, 0);
  if (values.every((one) => [0, 0.5, 1].includes(one))) return shareText({ yes: sum, of: values.length });
  return `${mean(values).toFixed(2)} over ${String(values.length)}`;
}

/** A language model in all four systems. */
export const languageModel: Benchmark = {
  name: 'language-model',
  title:
    'A language model in three systems: --endpoint URL [--model NAME] [--system recmind|chat|rater]… [--tasks N] [--minutes N] [--name NAME]',
  run: rows,
};
