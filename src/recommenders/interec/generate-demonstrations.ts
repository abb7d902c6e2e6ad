/**
 * @file New demonstrations of a catalogue (Huang and others 2023, section 3.4): the places of others are filled with its titles, genres and
 * people, and only pairs whose plan runs to its end are kept.
 */
import type { Demonstration, DialoguePlan } from '../../core/dialogue.ts';
import { throwIfAborted } from '../../core/errors.ts';
import { nextTurn } from '../../core/clock.ts';
import { shuffled, type Random } from '../../core/random.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { PlanExecution } from './execute-plan.ts';
import { wholeBus } from './same-title.ts';

/** Stand for titles, a genre and a name in the lab's own demonstrations. */
export const PLACES = /\b(?:ITEM\d|TAG|PERSON\d)\b/gu;

/** What kind of thing an item is, by whatever the catalogue calls it. */
const KINDS = ['genre', 'category', 'main_category'];
const MOST_KNOWN = 500;
const ITEMS = 3;
/** So many pairs are filled for each that is wanted. */
const TRIES = 4;

/** Whether a demonstration stands for many. */
export const hasPlaces = ({ request }: Demonstration): boolean => request.search(PLACES) >= 0;

/** A demonstration with something in its places. @param kind what the catalogue calls a genre */
const filled = (one: Demonstration, kind: string, places: Readonly<Record<string, string>>): Demonstration =>
  JSON.parse(JSON.stringify(one), (_, value: unknown) =>
    typeof value !== 'string'
      ? value
      : value === 'genre'
        ? kind
        : value.replaceAll(PLACES, (place) => places[place] ?? place),
  ) as Demonstration;

/**
 * Demonstrations, each of those with places in turn.
 * @param context at a node; the checks' tool calls are written there
 * @throws LabError `aborted` where the context's signal says so
 */
export async function generateDemonstrations(
  catalogue: Catalogue,
  seeds: readonly Demonstration[],
  count: number,
  random: Random,
  context: RunContext,
): Promise<Demonstration[]> {
  const { attributes } = catalogue.values.outline;
  const { name: kind, values: genres } = KINDS.flatMap(
    (one) => attributes.find(({ name, values }) => name === one && values.length > 0) ?? [],
  )[0] ?? { name: '', values: [] };
  const byFame = [...catalogue.items].sort((a, b) => catalogue.known(b.id) - catalogue.known(a.id) || a.id - b.id);
  const known = shuffled(byFame.slice(0, MOST_KNOWN), random);
  const templates = seeds.filter(hasPlaces);
  if (genres.length === 0 || known.length < ITEMS || templates.length === 0) return [];
  const made: Demonstration[] = [];
  for (let number = 0; made.length < count && number < TRIES * count; number += 1) {
    await nextTurn();
    throwIfAborted(context.signal);
    const draw = random.fork(String(number));
    const items = shuffled(known, draw).slice(0, ITEMS);
    const titles = items.map(({ id }, at) => [`ITEM${String(at + 1)}`, catalogue.titles.reference(id).title]);
    const people = items.flatMap(({ attributes: { director } }) => director ?? []).map(String);
    const places = {
      ...(Object.fromEntries(titles) as Record<string, string>),
      TAG: genres[draw.integer(genres.length)]!,
      ...(people[0] !== undefined && { PERSON1: people[0] }),
    };
    const demonstration = filled(templates[number % templates.length]!, kind, places);
    if (await planRuns(demonstration.plan, catalogue, context)) made.push(demonstration);
  }
  return made;
}

export async function planRuns(own: DialoguePlan, catalogue: Catalogue, context: RunContext): Promise<boolean> {
  const execution = new PlanExecution(
    { catalogue, bus: wholeBus(catalogue, context), signal: context.signal },
    context,
  );
  await execution.run(own);
  return execution.canGoOn && execution.outcomes.every(({ problems }) => problems.length === 0);
}
