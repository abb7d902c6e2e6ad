/** @file From anything at all to a notebook, or a sentence that says what is wrong and where. */
import { LabError, toLabError } from '../core/errors.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Cell, Notebook, RunningCell, SimulationSpec } from './notebook.ts';
import type { RunSpec } from '../core/run.ts';
import { completeNotebook } from './completion.ts';
import { completeExpected } from './expected.ts';
import { LIMITS, checkPlainJson, invalid } from './plain-json.ts';
import { countRuns, isRunning } from './runs-of.ts';
import { checkShape } from './shape.ts';

/** Checks a run spec down to the names and options in it, and fills in what it leaves out. @throws LabError */
export type RunSpecParser = (input: unknown) => RunSpec;

/** Without them specs are held to their shape alone, and the lab checks the rest before it runs them. */
export interface ValidateOptions {
  readonly parseRun?: RunSpecParser;
  readonly checkSimulation?: (spec: SimulationSpec) => void;
}

/** @throws LabError `spec-invalid`, `name-unknown`, `file-format-unknown` (a newer version), naming the first place that is wrong */
export function validateNotebook(
  input: unknown,
  { parseRun = (spec) => spec as RunSpec, checkSimulation = () => undefined }: ValidateOptions = {},
): Notebook {
  checkPlainJson(input);
  const notebook = checkShape(completeNotebook(ofThisVersion(input)));
  checkReferences(notebook);
  checkAmount(notebook.cells);
  const cells = notebook.cells.map((cell, index) =>
    isRunning(cell) ? checkRuns(cell, `cells.${index}`, { parseRun, checkSimulation }) : cell,
  );
  return completeExpected({ ...notebook, cells });
}

const VERSION = 1;

function ofThisVersion(input: unknown): JsonObject {
  if (!isJsonObject(input)) throw new LabError('spec-invalid', 'This is not a notebook: a notebook is a JSON object.');
  const { version } = input;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < VERSION)
    throw new LabError('spec-invalid', `version: a notebook says its version, and the newest is ${VERSION}.`, {
      field: 'version',
    });
  if (version > VERSION) throw newer('notebook', version);
  return input;
}

export const newer = (what: string, version: number): LabError =>
  new LabError(
    'file-format-unknown',
    `This ${what} has version ${version} and comes from a newer Espalier; this one reads versions up to ${VERSION}. ` +
      'Reload the page to get the newest Espalier, then open it again.',
    { version, newest: VERSION },
  );

/** Of a `.espalier.json` file. @throws LabError as `validateNotebook`, and `file-…` for a text that is too long or no JSON */
export function parseNotebook(text: string, options: ValidateOptions = {}): Notebook {
  if (text.trim() === '') throw new LabError('file-empty', 'The notebook is empty; open the file as it was saved.');
  if (text.length > LIMITS.file) {
    const most = LIMITS.file / 2 ** 20;
    throw new LabError('file-too-large', `The notebook is larger than ${most} MB; leave recordings out of it.`);
  }
  return validateNotebook(parseJson(text), options);
}

/** @throws LabError `file-damaged` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new LabError('file-damaged', 'The notebook is not JSON; open it as it was saved.', null, { cause });
  }
}

const WITHOUT_ROWS: ReadonlySet<Cell['type']> = new Set(['text', 'chart']);

function checkReferences({ cells, expected = {}, recordings = {} }: Notebook): void {
  const byId = new Map<string, Cell>();
  for (const [index, cell] of cells.entries()) {
    if (byId.has(cell.id)) throw invalid(['cells', index, 'id'], `another cell has the id "${cell.id}"`);
    byId.set(cell.id, cell);
  }
  for (const [index, cell] of cells.entries()) {
    if (cell.type !== 'sql' && cell.type !== 'chart') continue;
    const source = byId.get(cell.source);
    const path = ['cells', index, 'source'];
    if (source === undefined) throw invalid(path, `no cell has the id "${cell.source}"`);
    if (cell.type === 'sql' && source.type !== 'dataset') {
      throw invalid(path, `it must name a dataset cell, and "${cell.source}" is a ${source.type} cell`);
    }
    if (WITHOUT_ROWS.has(source.type)) throw invalid(path, `"${cell.source}" is a ${source.type} cell and has no rows`);
  }
  for (const id of Object.keys(expected)) {
    const cell = byId.get(id);
    if (cell === undefined || !isRunning(cell)) throw invalid(['expected', id], 'no cell that runs has this id');
  }
  if (Object.keys(recordings).length > LIMITS.recordings) {
    throw invalid(['recordings'], `must hold at most ${LIMITS.recordings}`);
  }
}

/** A few characters of a link can stand for a thousand runs, each with a long list of people. */
function checkAmount(cells: readonly Cell[]): void {
  const running = cells.filter(isRunning);
  const runs = running.reduce((sum, cell) => sum + countRuns(cell), 0);
  if (runs > LIMITS.runs) throw invalid(['cells'], `they stand for ${runs} runs, of at most ${LIMITS.runs}`);
  const size = running.reduce((sum, cell) => sum + countRuns(cell) * JSON.stringify(cell.spec).length, 0);
  if (size > LIMITS.specs) {
    throw invalid(
      ['cells'],
      `the specs of their ${runs} runs are too long together; name fewer people or make fewer runs`,
    );
  }
}

function inPlace<Value>(place: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (thrown) {
    const { code, message } = toLabError(thrown);
    throw new LabError(code, `${place}${message}`, { field: place }, { cause: thrown });
  }
}

function checkRuns(
  cell: RunningCell,
  place: string,
  { parseRun, checkSimulation }: Required<ValidateOptions>,
): RunningCell {
  if (cell.type === 'simulation') {
    inPlace(`${place}.spec.`, () => checkSimulation(cell.spec));
    return cell;
  }
  const spec = inPlace(`${place}.spec.`, () => parseRun(cell.spec));
  // Entries of lists are checked in a spec with nothing else to check: a link could make the whole one costly.
  const dataset = { name: spec.dataset.name, options: {} };
  const tasks = { name: spec.tasks.name, options: {} };
  const each = <Entry>(list: string, entries: readonly Entry[], members: (entry: Entry) => object): RunSpec[] =>
    entries.map((entry, at) =>
      inPlace(`${place}.${list}.${at}: `, () => parseRun({ dataset, tasks, ...members(entry) })),
    );
  if (cell.type === 'run') return { ...cell, spec };
  if (cell.type === 'comparison') {
    const { name } = spec.recommender;
    each('planners', cell.planners, (planner) => ({ recommender: { name, options: { planner } } }));
    return { ...cell, spec };
  }
  each('shots', cell.shots, (shots) => ({ tasks: { ...tasks, options: { shots } } }));
  const recommenders = each('recommenders', cell.recommenders, (recommender) => ({ recommender }));
  const models = each('models', cell.models, (model) => ({ model }));
  return {
    ...cell,
    spec,
    recommenders: recommenders.map(({ recommender }) => recommender),
    models: models.map(({ model }) => model),
  };
}
