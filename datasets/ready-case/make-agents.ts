/**
 * @file Looks for the run that the Agents page opens with, and writes it: `node --import tsx datasets/ready-case/make-agents.ts 200`, so
 * many seeds. The person is the one of the Plan page's case; taken is the first seed under which an attempt goes wrong by a slip and the
 * reflector sets the next one right (make/agents.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import { formatTrace } from '../../src/trace/trace-file.ts';
import { digestOf } from '../../src/trace/digest.ts';
import type { ReadyCase } from '../../src/ui/pages/plan/ready-case.ts';
import { agentsSpecOf, attemptsOf, isTellingRun, SYSTEM } from './make/agents.ts';
import { eventsOf, openFilmClub } from './make/film-club.ts';

const SEEDS = Number(process.argv[2] ?? 200);
const FOLDER = import.meta.dirname;
const { dataset, user } = JSON.parse(readFileSync(path.join(FOLDER, 'case.json'), 'utf8')) as ReadyCase;

const club = await openFilmClub();
let found = false;
for (let seed = 1; seed <= SEEDS && !found; seed += 1) {
  const events = await eventsOf(club, agentsSpecOf(user.id, seed));
  const attempts = attemptsOf(events);
  found = isTellingRun(attempts);
  console.log(seed, JSON.stringify(attempts));
  if (!found) continue;
  const packed = gzipSync(strToU8(formatTrace(events)), { level: 9, mtime: 0 });
  writeFileSync(path.join(FOLDER, 'agents.jsonl.gz'), packed);
  const ready = { dataset, user, seed, system: SYSTEM, seedsTried: seed, digest: digestOf(events) };
  writeFileSync(path.join(FOLDER, 'agents.json'), `${JSON.stringify(ready, null, 2)}\n`);
}
club.close();
if (!found) {
  console.log(`No seed of ${String(SEEDS)} shows it; give more.`);
  process.exit(1);
}
