/** @file Amazon reviews of 2014 and 2018 (J. McAuley, J. Ni and others, UCSD), alone or with the metadata of their products. */
import type { Interactions, Item, User } from '../../../core/dataset.ts';
import { nameAfter, titleOfName } from '../dataset-name.ts';
import type { ImportFormat, ImportedTables } from '../format.ts';
import { IdNumbers } from '../id-numbers.ts';
import { noInteractions } from '../interactions.ts';
import { memberWithKeys } from '../json-lines.ts';
import { dataFiles, missingFile, type MemberFile } from '../source-files.ts';
import type { Reading } from '../table.ts';
import { readProducts, unnamedProduct } from './metadata.ts';
import { readReviews, SCALE } from './reviews.ts';

const LICENSE =
  'Published for research by J. McAuley, J. Ni and others, UCSD; reviews belong to their writers and to Amazon. ' +
  'Cite R. He and J. McAuley, WWW 2016 (2014 edition), or J. Ni, J. Li and J. McAuley, EMNLP 2019 (2018 edition).';

interface Files {
  readonly reviews: MemberFile | null;
  readonly metadata: MemberFile | null;
}

/** `Gift_Cards_5.json.gz`, `meta_Gift_Cards.json.gz`, or both. */
export const amazon: ImportFormat = {
  id: 'amazon-reviews',
  title:
    'Amazon reviews of 2014 and 2018 (JSON Lines with reviewerID, asin and overall), metadata of products, or both',
  async recognises(members) {
    const { reviews, metadata } = await filesIn(members);
    return reviews !== null || metadata !== null;
  },
  async open(files) {
    const found = await filesIn(files.members);
    if (found.reviews === null && found.metadata === null)
      throw missingFile(files, 'file of Amazon reviews or metadata');
    return {
      members: Object.values(found).filter((member) => member !== null),
      read: (reading) => read(found, reading),
    };
  },
};

async function filesIn(members: readonly MemberFile[]): Promise<Files> {
  const candidates = dataFiles(members);
  return {
    reviews: await memberWithKeys(candidates, ['reviewerID', 'asin', 'overall']),
    metadata: await memberWithKeys(candidates, ['asin', 'title'], ['reviewerID']),
  };
}

async function read({ reviews, metadata }: Files, reading: Reading): Promise<ImportedTables> {
  const ids = { users: new IdNumbers(), items: new IdNumbers() };
  const products = metadata === null ? new Map<number, Item>() : await readProducts(metadata, ids.items, reading);
  const interactions: Interactions = reviews === null ? noInteractions() : await readReviews(reviews, ids, reading);
  const items = [...ids.items.entries()].map(([asin, id]) => {
    const product = products.get(id);
    if (product === undefined && metadata !== null)
      reading.rejected.clean('item without metadata: the id stands for its title');
    return product ?? unnamedProduct(id, asin);
  });
  const users = [...ids.users.entries()].map(([sourceId, id]): User => ({
    id,
    name: `person ${id}`,
    sourceId,
    attributes: {},
  }));
  const name = `amazon-${nameAfter((reviews ?? metadata)?.path ?? '').replace(/^(reviews|meta)-/, '')}`;
  return {
    manifest: {
      name,
      title: titleOfName(name),
      synthetic: false,
      description:
        reviews === null
          ? 'Products of amazon.com as a crawl by UCSD described them, without reviews.'
          : 'Real reviews and ratings of products by people on amazon.com, collected by UCSD.',
      license: LICENSE,
      itemNoun: 'product',
      scale: SCALE,
    },
    users,
    items,
    interactions,
    ...(reviews === null && { withoutInteractions: true }),
  };
}
