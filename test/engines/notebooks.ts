/**
 * @file Notebooks with the checksums that Node gives them: the ready ones, what docs/examples holds, and the runs of test/digests.ts. And
 * what a browser finds when it makes one again.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect } from 'vitest';
import type { Notebook } from '../../src/notebook/notebook.ts';
import type { ComponentSpec, RunSpec } from '../../src/core/run.ts';
import { DEFAULT_SPEC } from '../../src/lab/describe.ts';
import { encodeNotebook } from '../../src/notebook/payload.ts';
import { COMMAND } from '../cli/command.ts';
import { DIGESTS } from '../digests.ts';
import { sharedFile } from '../shared.ts';
import { solved } from '../ui/ready-answers.ts';
import type { DrivenPage } from './driven-page.ts';

/** The title of the notebook that holds them. */
export const OF_DIGESTS = 'the runs of test/digests.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const READY = join(ROOT, 'public/notebooks');
const EXAMPLES = join(ROOT, 'docs/examples');

type Solvable = Parameters<typeof solved>[1];

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** As it comes with the lab, its exercise solved. */
const ready = (name: string): string =>
  JSON.stringify(solved(name, readJson(join(READY, `${name}.espalier.json`)) as Solvable));

const ofRuns = (title: string, specs: readonly object[]): string =>
  JSON.stringify({
    version: 1,
    title,
    cells: specs.map((spec, at) => ({ id: `run-${String(at)}`, type: 'run', spec })),
  });

/** Those of docs/examples that are the spec of one run. */
function exampleRuns(): readonly Partial<RunSpec>[] {
  const files = readdirSync(EXAMPLES).filter((file) => /(?<!\.notebook|\.evaluation)\.json$/.test(file));
  const specs = files
    .sort()
    .map((file) => readJson(join(EXAMPLES, file)) as Partial<RunSpec> & { readonly kind?: string });
  return specs.filter(({ kind }) => kind === undefined);
}

/** A dataset that does not come with the lab. */
export interface NeededDataset {
  /** Under ../shared. */
  readonly file: string;
  /** As the page calls it once it is imported. */
  readonly title: string;
}

/** A notebook of which the tests know. */
export interface StampedNotebook {
  readonly title: string;
  /** The dataset that it is about; null where it comes with the lab. */
  readonly needs: NeededDataset | null;
  /** It, with the checksums that this Node gives it. */
  written(): string;
}

interface Evaluation {
  readonly spec: RunSpec;
  readonly models?: readonly ComponentSpec[];
  readonly recommenders: readonly (ComponentSpec & { readonly label?: string })[];
  readonly seeds?: readonly number[];
}

const NEEDED: Readonly<Record<string, NeededDataset>> = {
  'ml-100k': { file: 'data/ml-100k.zip', title: 'MovieLens 100k' },
  'ml-latest-small': { file: 'data/ml-latest-small.zip', title: 'MovieLens latest-small' },
  'amazon-gift-cards-5': { file: 'data/amazon-2018/Gift_Cards_5.json.gz', title: 'Amazon gift cards 5' },
};

/** Of language models no digest is promised but by their recordings. */
const hasLanguageModel = ({ models = [] }: Evaluation): boolean =>
  models.some(({ name }) => !name.startsWith('built-in/'));

/** The evaluations of docs/examples, each as a notebook of one cell; labels of rows and examples of other datasets are no part of what is run. */
function exampleEvaluations(): readonly (Pick<StampedNotebook, 'title' | 'needs'> & { readonly notebook: string })[] {
  const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.evaluation.json'));
  return files.flatMap((file) => {
    const evaluation = readJson(join(EXAMPLES, file)) as Evaluation;
    if (hasLanguageModel(evaluation)) return [];
    const { spec, recommenders, seeds } = evaluation;
    const rows = recommenders.map(({ label: _, ...rest }) => rest);
    const cell = { id: 'evaluation', type: 'evaluation', spec, recommenders: rows, ...(seeds && { seeds }) };
    const title = `docs/examples: ${basename(file, '.evaluation.json')}`;
    const needs = NEEDED[spec.dataset.name] ?? null;
    return [{ title, needs, notebook: JSON.stringify({ version: 1, title, cells: [cell] }) }];
  });
}

/** What this Node made of a notebook, so that it is made once for all browsers. */
const made = new Map<string, string>();

/** All of them. @param folder for what is made on the way */
export function notebooks(folder: string): readonly StampedNotebook[] {
  const stamped = (notebook: string, needs: NeededDataset | null = null): string => {
    const known = made.get(notebook);
    if (known !== undefined) return known;
    const [written, out] = [join(folder, 'notebook.json'), join(folder, 'stamped.json')];
    writeFileSync(written, notebook);
    const data = needs === null ? [] : ['--dataset', sharedFile(needs.file)];
    execFileSync(process.execPath, [...COMMAND, 'reproduce', written, ...data, '--stamp', out, '--files', folder], {
      cwd: ROOT,
      stdio: 'ignore',
    });
    const result = readFileSync(out, 'utf8');
    made.set(notebook, result);
    return result;
  };
  const own = (title: string, written: () => string): StampedNotebook => ({ title, needs: null, written });
  const digests = Object.values(DIGESTS).map(({ options }) => ({ ...DEFAULT_SPEC, ...options }));
  return [
    own(OF_DIGESTS, () => stamped(ofRuns('Runs', digests))),
    own('docs/examples: single runs', () => stamped(ofRuns('Examples', exampleRuns()))),
    own('docs/examples: five planners', () =>
      stamped(readFileSync(join(EXAMPLES, 'five-planners.notebook.json'), 'utf8')),
    ),
    ...exampleEvaluations().map(({ title, needs, notebook }) => ({
      title,
      needs,
      written: () => stamped(notebook, needs),
    })),
    ...readdirSync(READY).map((file) => {
      const name = basename(file, '.espalier.json');
      return own(name, () => ready(name));
    }),
  ];
}

// An evaluation is 3,600 tasks.
const PATIENCE = { timeout: 1_500_000, interval: 500 };
const VERDICTS = `return [...document.querySelectorAll('.verdict b')].map((verdict) => verdict.textContent.trim());`;
const REPRODUCE = `
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Reproduce');
  if (button === undefined || button.disabled) return false;
  button.click();
  return true;`;

/** What the page says of each cell that it made again: `Identical.` */
export async function verdicts(page: DrivenPage, notebook: Notebook): Promise<readonly string[]> {
  // Not opened anew: a browser that keeps nothing would forget what was imported.
  await page.evaluate(`location.hash = '#nb=${encodeNotebook(notebook)}';`);
  await expect.poll(() => page.evaluate<boolean>(REPRODUCE), PATIENCE).toBe(true);
  const cells = Object.keys(notebook.expected ?? {}).length;
  await expect.poll(async () => (await page.evaluate<string[]>(VERDICTS)).length, PATIENCE).toBe(cells);
  return page.evaluate<string[]>(VERDICTS);
}
