/**
 * @file Measures the planners with the built-in reasoner over everybody in the film club, under every preset, and writes
 * docs/experiments/planners-on-synthetic-films.md: `node --import tsx datasets/ready-case/make/measure-rules.ts 4`, with the number of seeds.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { averagesDocument, averagesOf, type Cell } from './averages.ts';
import { openFilmClub, PRESET_NAMES, specOf } from './film-club.ts';
import { measure, type Errors } from './measure.ts';

const MEASURED = ['input-output', 'chain-of-thought', 'tree-of-thoughts-bfs', 'tree-of-thoughts-dfs', 'self-inspiring'];
const SEEDS = Number(process.argv[2] ?? 10);

const club = await openFilmClub();
const cells: Cell[] = [];
for (const preset of PRESET_NAMES) {
  for (const planner of MEASURED) {
    console.log(`${preset}: ${planner}`);
    const seeds: Errors[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) seeds.push(await measure(club, specOf(planner, preset, null, seed)));
    cells.push({ planner, preset, seeds });
  }
}
const people = cells[0]?.seeds[0]?.kept.size ?? 0;
writeFileSync(
  path.join(import.meta.dirname, '../../../docs/experiments/planners-on-synthetic-films.md'),
  averagesDocument(averagesOf(cells), { people, seeds: SEEDS }),
);
club.close();
