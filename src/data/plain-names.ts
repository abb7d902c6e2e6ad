/** @file The names in a dataset, made plain: wherever a dataset comes from, its titles, people and categories are short lines. */
import type { Attributes, Dataset, DatasetManifest } from '../core/dataset.ts';
import { plainName } from '../core/text/visible-text.ts';

type Named = Pick<Dataset, 'users' | 'items'> & {
  readonly manifest: Pick<DatasetManifest, 'name' | 'title' | 'itemNoun'>;
};

export function withPlainNames<Tables extends Named>(tables: Tables): Tables {
  const { manifest } = tables;
  const itemNoun = plainName(manifest.itemNoun) || 'item';
  return {
    ...tables,
    manifest: { ...manifest, title: plainName(manifest.title) || manifest.name, itemNoun },
    users: tables.users.map((user) => ({
      ...user,
      name: plainName(user.name) || `person ${user.id}`,
      attributes: plainAttributes(user.attributes),
    })),
    items: tables.items.map((item) => ({
      ...item,
      title: plainName(item.title) || `${itemNoun} ${item.id}`,
      attributes: plainAttributes(item.attributes),
    })),
  };
}

/** Values in lists are names of genres, people, tags; a single text may be a description, whose lines stay. */
function plainAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value as readonly string[]).map(plainName).filter((one) => one !== '') : value,
    ]),
  );
}
