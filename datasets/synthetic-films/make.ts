/**
 * @file Writes the dataset beside this script: `node --import tsx datasets/synthetic-films/make.ts`.
 *
 * Films come from `vega-datasets` and are cleaned (make/films.ts); people follow SUBER's recipe (make/people.ts); what
 * they think follows a model of taste (make/taste.ts), what they watch and when a model of exposure (make/sessions.ts).
 * One seed, and arithmetic that IEEE 754 fixes to the last bit: the script writes the same bytes everywhere, and a test
 * holds it to that.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync, strToU8 } from 'fflate';
import { makeDataset } from './make/dataset.ts';
import { withMeasurements } from './make/report.ts';

const folder = path.dirname(fileURLToPath(import.meta.url));
const made = makeDataset();
const { tables, manifest, profile } = made;
for (const [name, text] of Object.entries(tables)) {
  // Without the time of writing, equal tables make equal files.
  writeFileSync(path.join(folder, `${name}.gz`), gzipSync(strToU8(text), { level: 9, mtime: 0 }));
}
writeFileSync(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const document = path.join(folder, '../../docs/datasets/synthetic-films.md');
writeFileSync(document, withMeasurements(readFileSync(document, 'utf8'), made));
console.log(JSON.stringify(profile, null, 2));
for (const name of Object.keys(tables)) {
  console.log(`${name}.gz: ${String(readFileSync(path.join(folder, `${name}.gz`)).length)} bytes`);
}
