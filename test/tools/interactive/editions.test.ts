/** @file Editions: of one maker, called alike, or of books one title in the other's. */
import { expect, test } from 'vitest';
import type { Item } from '../../../src/core/dataset.ts';
import { editionsOf, isEdition } from '../../../src/tools/interactive/editions.ts';
import { titleKey } from '../../../src/tools/interactive/title-key.ts';

const items: Item[] = [
  { id: 1, title: "The Hitchhiker's Guide to the Galaxy", year: 2002, attributes: { authors: ['Adams'] } },
  { id: 2, title: "The Ultimate Hitchhiker's Guide to the Galaxy", year: 2004, attributes: { authors: ['Adams'] } },
  { id: 3, title: 'Mostly Harmless', year: 1992, attributes: { authors: ['Adams'] } },
  { id: 4, title: "The Hitchhiker's Guide to the Galaxy", year: 2005, attributes: { authors: ['Somebody Else'] } },
  { id: 5, title: 'Acme Gift Card', year: null, attributes: { brand: 'Acme' } },
  { id: 6, title: 'Acme Gift Card Collection', year: null, attributes: { brand: 'Acme' } },
];

test('a book whose title holds that of another by the same author is an edition of it', () => {
  expect([...editionsOf([1], items)]).toEqual([1, 2]);
  expect([...editionsOf([], items)]).toEqual([]);
});

test('products of a brand are different though one title holds the other', () => {
  const [card, collection] = items.slice(4).map((item) => ({ item, key: titleKey(item.title) }));
  expect(isEdition(card!, collection!)).toBe(false);
  expect(isEdition(card!, card!)).toBe(true);
});
