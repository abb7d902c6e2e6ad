/**
 * @file Looks for the case that the Plan page opens with, and writes it: `node --import tsx datasets/ready-case/make.ts 4 28`:
 * seeds of the averages, and seeds that are searched.
 *
 * Everybody in the film club is asked about under each of the seeds. A case is a candidate where the planners come out as they do on
 * average and every control moves something as it does on average (make/choose.ts); the one whose weakest demand is met best is
 * taken. The averages over all people and seeds are written beside it and into docs/experiments. It takes a quarter of an hour on an idle core.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { averagesDocument, averagesOf, type Cell } from './make/averages.ts';
import { demandsOn, isPromising, isWorthShowing, SHOWN, weakest, type CaseErrors } from './make/choose.ts';
import { eventsOf, openFilmClub, PRESET_NAMES, specOf } from './make/film-club.ts';
import { measure, measureCase, type Errors } from './make/measure.ts';
import { recordCase, type Chosen } from './make/record.ts';

const MEASURED = ['input-output', 'chain-of-thought', 'tree-of-thoughts-bfs', 'tree-of-thoughts-dfs', 'self-inspiring'];
const SEEDS = Number(process.argv[2] ?? 10);
/** Cases are looked for under more seeds than averages need. */
const SEARCHED = Number(process.argv[3] ?? SEEDS);

const club = await openFilmClub();

const cells = new Map<string, Errors>();
/** Errors of everybody; measured when first asked for. */
async function errorsOf(planner: string, preset: string, seed: number): Promise<Errors> {
  const key = `${planner} ${preset} ${String(seed)}`;
  const known = cells.get(key);
  if (known !== undefined) return known;
  console.log(`seed ${String(seed)}: ${planner}, ${preset}`);
  const errors = await measure(club, planner, preset, null, seed);
  cells.set(key, errors);
  return errors;
}

async function candidates(): Promise<{ readonly chosen: Chosen; readonly errors: CaseErrors }[]> {
  const found: { chosen: Chosen; errors: CaseErrors }[] = [];
  for (let seed = 1; seed <= SEARCHED; seed += 1) {
    const bySeed = await Promise.all(SHOWN.map((planner) => errorsOf(planner, 'default', seed)));
    for (const user of bySeed[0]?.kept.keys() ?? []) {
      const normal = SHOWN.map((planner, at) => [
        planner,
        {
          kept: Math.abs(bySeed[at]?.kept.get(user) ?? NaN),
          explored: Math.abs(bySeed[at]?.explored.get(user) ?? NaN),
        },
      ]);
      if (!isPromising({ default: Object.fromEntries(normal) as CaseErrors[string] })) continue;
      const chosen = { user, seed };
      const errors = await measureCase(club, chosen.user, chosen.seed);
      if (isWorthShowing(errors)) found.push({ chosen, errors });
    }
  }
  return found.toSorted((a, b) => weakest(b.errors) - weakest(a.errors));
}

/** Whether somebody asks about another person or film, and the critic cuts a state about the right one. */
async function isTelling({ user, seed }: Chosen): Promise<boolean> {
  const events = await Promise.all(SHOWN.map((name) => eventsOf(club, specOf(name, 'default', [user], seed))));
  const all = events.flat();
  const start = all.find((event) => event.type === 'node-start' && event.kind === 'task');
  const item = /"item":\{"id":\d+,"title":"((?:[^"\\]|\\.)*)"/u.exec(JSON.stringify(start))?.[1] ?? '';
  const asked = all.flatMap((event) =>
    event.type === 'tool-call' ? [{ ...event, words: JSON.stringify(event.arguments) }] : [],
  );
  const depthFirst = events[SHOWN.indexOf('tree-of-thoughts-dfs')] ?? [];
  const cut = new Set(depthFirst.flatMap((event) => (event.type === 'node-prune' ? [event.node] : [])));
  const isAboutAnother = asked.some(
    ({ words }) =>
      (words.includes('item ') && !words.includes(item)) ||
      (words.includes('user ') && !words.includes(`user ${String(user)}`)),
  );
  const isCutRightly = depthFirst.some(
    (event) => event.type === 'tool-call' && cut.has(event.node) && JSON.stringify(event.arguments).includes(item),
  );
  return isAboutAnother && isCutRightly && all.some((event) => event.type === 'inspire-result' && event.explore);
}

async function averages() {
  const measured: Cell[] = [];
  for (const preset of PRESET_NAMES) {
    for (const planner of MEASURED) {
      const seeds: Errors[] = [];
      for (let seed = 1; seed <= SEEDS; seed += 1) seeds.push(await errorsOf(planner, preset, seed));
      measured.push({ planner, preset, seeds });
    }
  }
  return averagesOf(measured);
}

const found = await candidates();
for (const { chosen, errors } of found.slice(0, 10)) console.log(JSON.stringify(chosen), weakest(errors).toFixed(2));
const telling = await Promise.all(found.map(async (one) => ((await isTelling(one.chosen)) ? [one] : [])));
const [best] = telling.flat();
if (best === undefined) {
  console.log(
    `No case met every demand under ${String(SEARCHED)} seeds; give more: make.ts ${String(SEEDS)} ${String(2 * SEARCHED)}`,
  );
  process.exit(1);
}
for (const { words, margin } of demandsOn(best.errors)) console.log(`${margin.toFixed(2)}  ${words}`);

const all = await averages();
const people = (await errorsOf('chain-of-thought', 'default', 1)).kept.size;
const recorded = await recordCase(club, best.chosen, import.meta.dirname);
const shown = (planner: string): boolean => SHOWN.some((name) => name === planner);
const errors = all.filter(({ preset, planner, from }) => preset === 'default' && from === 'kept' && shown(planner));
const summary = { ...recorded, average: { people, seeds: SEEDS, errors } };
writeFileSync(path.join(import.meta.dirname, 'case.json'), `${JSON.stringify(summary, null, 2)}\n`);
writeFileSync(
  path.join(import.meta.dirname, '../../docs/experiments/planners-on-synthetic-films.md'),
  averagesDocument(all, { people, seeds: SEEDS, searched: SEARCHED }),
);
club.close();
