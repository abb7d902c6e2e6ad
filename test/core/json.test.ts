import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asJson, canonicalJson, type Json } from '../../src/core/json.ts';

describe('canonicalJson', () => {
  test('says the same as JSON.stringify, with sorted keys', () => {
    expect(canonicalJson({ b: [1, null, 'x'], a: { d: true, c: -0 } })).toBe('{"a":{"c":0,"d":true},"b":[1,null,"x"]}');
  });

  test('reads back as the value it was made from, and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value as Json);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value as Json))).toBe(text);
      }),
    );
  });
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((entry: Json) => reversed(entry));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value as Readonly<Record<string, Json>>).reverse();
  return Object.fromEntries(members.map(([key, member]) => [key, reversed(member)]));
}

test('a value of an interface is JSON where all of it is plain data, which the compiler checks', () => {
  interface Film {
    readonly title: string;
    readonly genres: readonly { readonly name: string }[];
    readonly year?: number;
  }
  const film: Film = { title: 'Heat', genres: [{ name: 'Crime' }] };
  expect(asJson(film)).toBe(film);
  // @ts-expect-error a map would be written as an empty object
  asJson({ film: new Map([['Heat', 1995]]) });
  // @ts-expect-error a function would be left out
  asJson({ film: () => film });
  // @ts-expect-error numbers in bytes would become an object
  asJson({ film: new Uint8Array(3) });
  // @ts-expect-error nothing is known of it
  asJson(film as unknown);
});
