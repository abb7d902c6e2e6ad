/**
 * @file New demonstrations from templates over the catalogue (Huang and others 2023, section 3.4): places are filled with its titles and
 * genres, and only pairs whose plan runs to its end are kept.
 */
import type { Demonstration, DialoguePlan } from '../../core/dialogue.ts';
import { throwIfAborted } from '../../core/errors.ts';
import { nextTurn } from '../../core/clock.ts';
import { shuffled, type Random } from '../../core/random.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { PlanExecution } from './execute-plan.ts';
import { wholeBus } from './same-title.ts';

type Filling = {
  readonly item: string;
  readonly other: string;
  /** A value of `kind`, such as a genre. */
  readonly genre: string;
  readonly kind: string;
  readonly year: number;
  readonly noun: string;
};
type Template = (filling: Filling) => Demonstration;

const plan = (intent: DialoguePlan['intent'], steps: DialoguePlan['steps']): DialoguePlan => ({
  intent,
  steps,
  reply: '',
});

const TEMPLATES: readonly Template[] = [
  ({ item, noun }) => ({
    request: `I liked ${item}. What other ${noun}s would suit me?`,
    plan: plan('recommend', [
      { tool: 'rank', input: { scheme: 'preference', prefer: [item] } },
      { tool: 'map', input: { count: 5 } },
    ]),
  }),
  ({ item, genre, kind, noun }) => ({
    request: `${genre} ${noun}s like ${item}, please`,
    plan: plan('recommend', [
      { tool: 'filter', input: { conditions: [{ attribute: kind, is: [genre] }] } },
      { tool: 'similar', input: { titles: [item] } },
      { tool: 'rank', input: { scheme: 'preference', prefer: [item] } },
      { tool: 'map', input: { count: 5 } },
    ]),
  }),
  ({ item, genre, kind, noun }) => ({
    request: `${genre} ${noun}s that came out after ${item}`,
    plan: plan('recommend', [
      { tool: 'look-up', input: { titles: [item], facts: ['year'] } },
      {
        tool: 'filter',
        input: {
          conditions: [
            { attribute: kind, is: [genre] },
            { attribute: 'year', after: '$1' },
          ],
        },
      },
      { tool: 'rank', input: { scheme: 'popularity' } },
      { tool: 'map', input: { count: 5 } },
    ]),
  }),
  ({ item, other }) => ({
    request: `Which one is for me, ${item} or ${other}?`,
    plan: plan('choose', [
      { tool: 'store-candidates', input: { titles: [item, other] } },
      { tool: 'rank', input: { scheme: 'preference' } },
      { tool: 'map', input: { count: 2 } },
    ]),
  }),
  ({ item }) => ({
    request: `When was ${item} released?`,
    plan: plan('ask-about-item', [{ tool: 'look-up', input: { titles: [item], facts: ['year'] } }]),
  }),
  ({ genre, kind, year, noun }) => ({
    request: `Popular ${genre} ${noun}s since ${String(year)}`,
    plan: plan('recommend', [
      {
        tool: 'filter',
        input: {
          conditions: [
            { attribute: kind, is: [genre] },
            { attribute: 'year', from: year },
          ],
        },
      },
      { tool: 'rank', input: { scheme: 'popularity' } },
      { tool: 'map', input: { count: 5 } },
    ]),
  }),
  ({ genre, kind, noun }) => ({
    request: `${genre} ${noun}s, the newest first`,
    plan: plan('recommend', [
      { tool: 'filter', input: { conditions: [{ attribute: kind, is: [genre] }] } },
      { tool: 'rank', input: { scheme: 'newest' } },
      { tool: 'map', input: { count: 5 } },
    ]),
  }),
  ({ item }) => ({ request: `Why did you name ${item}?`, plan: plan('explain', []) }),
];

/** Places of the templates that no year is asked of, for catalogues that tell none. */
const WITHOUT_YEARS: readonly number[] = [0, 1, 3, 7];
/** What kind of thing an item is, by whatever the catalogue calls it. */
const KINDS = ['genre', 'category', 'main_category'];

/** How often places are filled anew before a template is given up. */
const TRIES = 4;

/**
 * Demonstrations, each template in turn.
 * @param context at a node; the checks' tool calls are written there
 * @throws LabError `aborted` where the context's signal says so
 */
export async function generateDemonstrations(
  catalogue: Catalogue,
  count: number,
  random: Random,
  context: RunContext,
): Promise<Demonstration[]> {
  const { itemNoun: noun, attributes, years } = catalogue.values.outline;
  const kind =
    KINDS.find((one) => attributes.some(({ name, values }) => name === one && (values?.length ?? 0) > 0)) ?? '';
  const genres = attributes.find(({ name }) => name === kind)?.values ?? [];
  const templates = years === null ? WITHOUT_YEARS.map((place) => TEMPLATES[place]!) : TEMPLATES;
  const known = shuffled(
    [...catalogue.items].sort((a, b) => catalogue.known(b.id) - catalogue.known(a.id) || a.id - b.id).slice(0, 500),
    random,
  );
  if (genres.length === 0 || known.length < 2) return [];
  const made: Demonstration[] = [];
  for (let number = 0; made.length < count && number < TRIES * count; number += 1) {
    await nextTurn();
    throwIfAborted(context.signal);
    const draw = random.fork(String(number));
    const [item, other] = shuffled(known, draw) as [(typeof known)[number], (typeof known)[number]];
    const filling: Filling = {
      item: catalogue.titles.reference(item.id).title,
      other: catalogue.titles.reference(other.id).title,
      genre: genres[draw.integer(genres.length)] as string,
      kind,
      year: (years?.last ?? 0) - 5 - draw.integer(25),
      noun,
    };
    const template = templates[number % templates.length] as Template;
    const demonstration = template(filling);
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
