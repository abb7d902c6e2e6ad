/** @file Which tables of a paper are about the very task and data of one's own: no others are set beside one's figures. */
import { jsonMembers, type Json } from '../core/json.ts';
import { peopleSource, type EnvironmentSpec } from '../core/simulation.ts';
import type { Counted, Paper, PaperTable } from './paper.ts';

export interface AskedTasks {
  readonly spec: Json;
  readonly dataset: Counted;
  readonly examples?: readonly Counted[];
}

// Each person's last, or at random as P5 has it: the paper says no more than that it follows P5.
const SPLITS: readonly Json[] = ['leave-last-out', 'p5'];
const DEFAULT_CANDIDATES = 100;
const SUBER_PEOPLE = 600;

/** The tables of RecMind that are about a dataset as a whole and the same task, with the same candidates. */
export function tablesOfTasks(paper: Paper, { spec, dataset, examples = [] }: AskedTasks): readonly PaperTable[] {
  const { tasks, split, dataset: chosen } = jsonMembers(spec);
  const { slice, person } = jsonMembers(jsonMembers(chosen)['options']);
  const { name: task, options } = jsonMembers(tasks);
  const { candidates = DEFAULT_CANDIDATES, samples } = jsonMembers(options);
  const isPart = slice !== undefined || person !== undefined || dataset.slice !== undefined;
  if (isPart || dataset.person !== undefined || samples !== undefined) return [];
  const { name: cut = 'leave-last-out', options: cutOptions } = jsonMembers(split);
  const { validation, part } = jsonMembers(cutOptions);
  if (!SPLITS.includes(cut) || validation !== undefined || part === 'validation') return [];
  if (task === 'direct-recommendation' && candidates !== DEFAULT_CANDIDATES) return [];
  if (task === 'sequential-recommendation' && candidates !== 0) return [];
  const data = dataOf(paper, dataset);
  if (data === null) return [];
  const transfers = examples.flatMap((one) => {
    const from = dataOf(paper, one);
    return from === null ? [] : [`Amazon Reviews, examples of ${domain(from)} to ${domain(data)}`];
  });
  return paper.tables.filter((table) => table.task === task && [data, ...transfers].includes(table.data));
}

const domain = (data: string): string => data.replace('Amazon Reviews, ', '');

/** What a paper calls a dataset with these very counts; null where it used none. */
function dataOf({ datasets = [] }: Paper, { counts }: Counted): string | null {
  const found = datasets.find(
    ({ users, items, interactions }) =>
      users === counts.users && items === counts.items && interactions === counts.interactions,
  );
  return found?.data ?? null;
}

type Named = Counted & { readonly name: string };

const named = (datasets: readonly Named[], wanted: string): Named | undefined =>
  datasets.find(({ name }) => name === wanted);

/** Whether people and items are SUBER's: its generated people, and films or books of a catalogue in its format. */
function isOfSuber(environment: EnvironmentSpec, datasets: readonly Named[]): boolean {
  const people = peopleSource(environment);
  if (people === 'synthetic' || typeof environment.of === 'string') return false;
  const [who, what] = [named(datasets, people.dataset), named(datasets, environment.of.dataset)];
  const isTheirs = (one: Counted | undefined): boolean => one?.title.startsWith('SUBER: ') === true;
  return isTheirs(who) && isTheirs(what) && who?.counts.users === SUBER_PEOPLE && (what?.counts.items ?? 0) > 0;
}

/**
 * SUBER's table of policies, for all of its people and its films.
 * @param datasets under the names that the environment has for them
 */
export function tablesOfPolicies(
  { tables }: Paper,
  environment: EnvironmentSpec,
  datasets: readonly Named[],
): readonly PaperTable[] {
  if (!isOfSuber(environment, datasets) || environment.people !== SUBER_PEOPLE) return [];
  return tables.filter(({ task, data }) => task === 'policies' && data === ofWhat(environment, datasets));
}

function ofWhat({ of }: EnvironmentSpec, datasets: readonly Named[]): string {
  const noun = typeof of === 'string' ? '' : named(datasets, of.dataset)?.itemNoun;
  return noun === 'book' ? 'SUBER, books' : 'SUBER, films';
}
