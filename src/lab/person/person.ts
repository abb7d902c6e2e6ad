/** @file Lets the person at the page rate items of the open dataset, and forgets them when they say so. */
import * as z from 'zod/mini';
import {
  type Dataset,
  LONGEST_OWN_NAME,
  MOST_OWN_RATINGS,
  OWN_NAME,
  ownPersonId,
  type OwnPerson,
} from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { inTurns } from '../../core/platform/waiting.ts';
import { plainName } from '../../core/text/visible-text.ts';
import { hasRatings, isOnScale, itemsToRate, OWN_PERSON, ownPersonFingerprint } from '../../data/person.ts';
import { titleWithYear } from '../../core/text/words.ts';
import { clearBuilds } from '../run/build-cache.ts';
import type { Answers, Keepers, LabParts } from '../kind.ts';
import type { ItemToRate, KeptPerson, PersonChange } from '../queries.ts';
import { readJsonFile, writeJsonFile } from '../../data/store/file-stores.ts';

const FOLDER = 'people';
const VERSION = 1;
const FILE = z.strictObject({ version: z.literal(VERSION), person: OWN_PERSON });

export interface PersonShelf {
  /** Null where nothing is rated, or the file cannot be read. @param dataset its fingerprint */
  read(dataset: string): Promise<OwnPerson | null>;
  /** Replaces what is kept by what `change` makes of it; null removes it. Nobody else changes it meanwhile. */
  change(dataset: string, change: (before: OwnPerson | null) => OwnPerson | null): Promise<OwnPerson | null>;
  remove(dataset: string): Promise<void>;
}

const pathOf = (dataset: string): string => `${FOLDER}/${dataset}.json`;

export function createPersonShelf(files: FileStore): PersonShelf {
  const read: PersonShelf['read'] = async (dataset) => {
    return FILE.safeParse(await readJsonFile(files, pathOf(dataset))).data?.person ?? null;
  };
  const inTurn = inTurns();
  return {
    read,
    change: (dataset, change) =>
      inTurn(async () => {
        const person = change(await read(dataset));
        if (person === null) await files.remove(pathOf(dataset));
        else await writeJsonFile(files, pathOf(dataset), FILE.parse({ version: VERSION, person }));
        return person;
      }),
    remove: (dataset) => inTurn(() => files.remove(pathOf(dataset))),
  };
}

type Known = ReturnType<typeof itemsToRate>['first'][number];

function offered({ item, people }: Known): ItemToRate {
  const { genres } = item.attributes;
  return { id: item.id, title: titleWithYear(item), genres: Array.isArray(genres) ? genres.map(String) : [], people };
}

export function personDesk(lab: LabParts): {
  readonly answers: Answers<'person' | 'items'>;
  readonly keepers: Keepers<'person'>;
} {
  let made: Promise<PersonShelf> | null = null;
  const shelf = (): Promise<PersonShelf> => (made ??= lab.files().then(createPersonShelf));
  let indexed: { readonly dataset: Dataset; readonly items: ReturnType<typeof itemsToRate> } | null = null;
  const items = (): ReturnType<typeof itemsToRate> => {
    const { dataset } = lab.workbench();
    if (indexed?.dataset !== dataset) indexed = { dataset, items: itemsToRate(dataset) };
    return indexed.items;
  };
  const kept = ({ manifest, users, interactions }: Dataset, person: OwnPerson | null): KeptPerson => ({
    id: ownPersonId(users),
    person,
    fingerprint: person === null ? '' : ownPersonFingerprint(manifest.sha256, person),
    isRated: hasRatings(interactions),
  });
  return {
    answers: {
      async person() {
        const { dataset, forgetOwnPeople } = lab.workbench();
        const person = await (await shelf()).read(dataset.manifest.sha256);
        // Another tab may have erased whom this one still has laid over its data.
        if (person === null) forgetOwnPeople();
        return kept(dataset, person);
      },
      items: (asked) => {
        if ('ids' in asked) return asked.ids.flatMap((id) => items().byId(id) ?? []).map(offered);
        const { text, limit } = asked;
        return (text.trim() === '' ? items().first.slice(0, limit) : items().find(text, limit)).map(offered);
      },
    },
    keepers: {
      async person(change) {
        const { dataset, forgetOwnPeople } = lab.workbench();
        const { sha256 } = dataset.manifest;
        const changed = (before: OwnPerson | null): OwnPerson | null => {
          const { name, ratings } = changedPerson(before ?? { name: OWN_NAME, ratings: [] }, change, dataset);
          return ratings.length === 0 ? null : { name, ratings };
        };
        const person = await (await shelf()).change(sha256, changed);
        if (change.type === 'erase') forgetOwnPeople();
        return kept(dataset, person);
      },
    },
  };
}

export async function forgetDataset(files: FileStore, sha256: string): Promise<void> {
  await clearBuilds(files, sha256);
  await createPersonShelf(files).remove(sha256);
}

function changedPerson(before: OwnPerson, change: PersonChange, dataset: Dataset): OwnPerson {
  if (change.type === 'erase') return { ...before, ratings: [] };
  if (change.type === 'rename') return { ...before, name: named(change.name) };
  const { ratings } = before;
  const at = ratings.findIndex(({ item }) => item === change.item);
  const known = ratings[at];
  const others = ratings.filter(({ item }) => item !== change.item);
  if (change.type === 'remove') return { ...before, ratings: others };
  if (change.type === 'rate') {
    checkRating(change, dataset, known === undefined ? ratings.length + 1 : ratings.length);
    if (known === undefined) return { ...before, ratings: [...ratings, { item: change.item, rating: change.rating }] };
    return { ...before, ratings: ratings.with(at, { ...known, rating: change.rating }) };
  }
  if (known === undefined)
    throw refused(`there is no rating of ${dataset.manifest.itemNoun} ${String(change.item)} to change`);
  return { ...before, ratings: [...others, known] };
}

function named(text: string): string {
  return plainName(plainName(text).slice(0, LONGEST_OWN_NAME)) || OWN_NAME;
}

function checkRating(
  { item, rating }: { readonly item: number; readonly rating: number | null },
  { items, interactions, manifest: { scale, itemNoun, title } }: Dataset,
  count: number,
): void {
  if (count > MOST_OWN_RATINGS)
    throw refused(`${String(MOST_OWN_RATINGS)} ${itemNoun}s are rated, and no more fit; remove one first`);
  if (!items.some(({ id }) => id === item)) throw refused(`${title} has no ${itemNoun} ${String(item)}`);
  if (hasRatings(interactions) ? rating === null || !isOnScale(rating, scale) : rating !== null)
    throw refused(`${String(rating)} is not on the scale of ${title}`);
}

const refused = (problem: string): LabError => new LabError('spec-invalid', `Your rating was not kept: ${problem}.`);
