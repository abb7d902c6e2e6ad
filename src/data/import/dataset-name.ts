/** @file Names of datasets after the files that they came in. */
import { baseName } from './source-files.ts';

const EXTENSIONS = /(\.(gz|json|jsonl|ndjson|csv|tsv|txt|dat|parquet|zip))+$/i;
const LONGEST = 60;
/** Of file systems; a zip may name its files longer. */
const LONGEST_FILE_NAME = 255;

/** `Gift_Cards_5.json.gz` → `gift-cards-5`; `''` where nothing is left. */
export function nameAfter(path: string): string {
  const words = baseName(path).slice(0, LONGEST_FILE_NAME).replace(EXTENSIONS, '').toLowerCase();
  return words
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
}

/** `gift-cards-5` → `Gift cards 5`. */
export function titleOfName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
