/**
 * @file Records the chosen case of the Plan page anew, after a change of prompts or events that leaves every answer as it was:
 * `node --import tsx datasets/ready-case/make-again.ts`. Where answers change too, make.ts looks for a case again; the tests of the ready
 * case say whether it has to.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ReadyCase } from '../../src/ui/pages/plan/ready-case.ts';
import { openFilmClub } from './make/film-club.ts';
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
club.close();
