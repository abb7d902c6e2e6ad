/**
 * @file Records the chosen cases of the Plan page and of the Agents page anew, after a change of prompts or events that leaves every
 * answer as it was: `node --import tsx datasets/ready-case/make-again.ts`. Where answers change too, make.ts and make-agents.ts look for
 * cases again; the tests of the ready case say whether they have to.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import { formatTrace } from '../../src/trace/trace-file.ts';
import { digestOf } from '../../src/trace/digest.ts';
import type { ReadyAgents, ReadyCase } from '../../src/ui/pages/plan/ready-case.ts';
import { agentsSpecOf } from './make/agents.ts';
import { eventsOf, openFilmClub } from './make/film-club.ts';
import { recordCase } from './make/record.ts';

const at = (name: string): string => path.join(import.meta.dirname, name);
const read = (name: string): unknown => JSON.parse(readFileSync(at(name), 'utf8'));
const write = (name: string, value: object): void => writeFileSync(at(name), `${JSON.stringify(value, null, 2)}\n`);

const club = await openFilmClub();
const { average, ...chosen } = read('case.json') as ReadyCase;
write('case.json', {
  ...(await recordCase(club, { user: chosen.user.id, seed: chosen.seed }, import.meta.dirname)),
  average,
});
const agents = read('agents.json') as ReadyAgents;
const events = await eventsOf(club, agentsSpecOf(agents.user.id, agents.seed));
writeFileSync(at('agents.jsonl.gz'), gzipSync(strToU8(formatTrace(events)), { level: 9, mtime: 0 }));
write('agents.json', { ...agents, digest: digestOf(events) });
club.close();
