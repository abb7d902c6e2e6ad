/** @file Amazon reviews of 2014 and 2018 (J. McAuley, J. Ni and others, UCSD), alone or with the metadata of their products. */
import type { User } from '../../../core/dataset.ts';
import { nameAfter, titleOfName } from '../dataset-name.ts';
import type { ImportedTables } from '../format.ts';
import { IdNumbers } from '../id-numbers.ts';
import { noInteractions } from '../interactions.ts';
import { jsonLinesFormat, type FilesByKind } from '../json-lines-format.ts';
import type { Reading } from '../table.ts';
import { readProducts, unnamedProduct } from './metadata.ts';
import { readReviews, SCALE } from './reviews.ts';

const LICENSE =
  'Published for research by J. McAuley, J. Ni and others, UCSD; reviews belong to their writers and to Amazon. ' +
  'Cite R. He and J. McAuley, WWW 2016 (2014 edition), or J. Ni, J. Li and J. McAuley, EMNLP 2019 (2018 edition).';

/** `Gift_Cards_5.json.gz`, `meta_Gift_Cards.json.gz`, or both, of any number of departments: their ids are the shop's. */
export const amazon = jsonLinesFormat({
  id: 'amazon-reviews',
  title:
    'Amazon reviews of 2014 and 2018 (JSON Lines with reviewerID, asin and overall), metadata of products, or both',
  sought: 'file of Amazon reviews or metadata',
  kinds: {
    reviews: { has: ['reviewerID', 'asin', 'overall'] },
    metadata: { has: ['asin', 'title'], lacks: ['reviewerID'] },
  },
  read,
});

async function read(
  { reviews, metadata }: FilesByKind<'reviews' | 'metadata'>,
  reading: Reading,
): Promise<ImportedTables> {
  const ids = { users: new IdNumbers(), items: new IdNumbers() };
  const hasReviews = reviews.length > 0;
  const products = await readProducts(metadata, ids.items, reading);
  const interactions = hasReviews ? await readReviews(reviews, ids, reading) : noInteractions();
  const items = [...ids.items.entries()].map(([asin, id]) => {
    const product = products.get(id);
    if (product === undefined && metadata.length > 0)
      reading.rejected.clean('item without metadata: the id stands for its title');
    return product ?? unnamedProduct(id, asin);
  });
  const users = [...ids.users.entries()].map(([sourceId, id]): User => ({
    id,
    name: `person ${id}`,
    sourceId,
    attributes: {},
  }));
  const departments = (hasReviews ? reviews : metadata).map(({ path }) =>
    nameAfter(path).replace(/^(reviews|meta)-/, ''),
  );
  const name = `amazon-${nameAfter(departments.join(' and '))}`;
  return {
    manifest: {
      name,
      title: titleOfName(name),
      synthetic: false,
      description: hasReviews
        ? 'Real reviews and ratings of products by people on amazon.com, collected by UCSD.'
        : 'Products of amazon.com as a crawl by UCSD described them, without reviews.',
      license: LICENSE,
      itemNoun: 'product',
      scale: SCALE,
    },
    users,
    items,
    interactions,
    ...(!hasReviews && { withoutInteractions: true }),
  };
}
