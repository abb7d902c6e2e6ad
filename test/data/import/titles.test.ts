import { expect, test } from 'vitest';
import { parseTitle } from '../../../src/data/import/titles.ts';

test.each([
  ['Toy Story (1995)', 'Toy Story', 1995],
  ['  Pocahontas II: Journey to a New World (1998) ', 'Pocahontas II: Journey to a New World', 1998],
  ['Death Note: Desu nôto (2006–2007)', 'Death Note: Desu nôto', 2006],
  ['Cosmos (2014– )', 'Cosmos', 2014],
  ['Fawlty Towers (1975-1979)', 'Fawlty Towers', 1975],
  ['Land Before Time III (1995) (V)', 'Land Before Time III', 1995],
  ['Paterson', 'Paterson', null],
  ['unknown', 'unknown', null],
  ['(1971)', '(1971)', 1971],
  ['2001: A Space Odyssey (1968)', '2001: A Space Odyssey', 1968],
  ['Matrix, The (1999)', 'The Matrix', 1999],
  ['Big Bully, A', 'A Big Bully', null],
  ['Lion, the Witch and the Wardrobe, The (1950)', 'The Lion, the Witch and the Wardrobe', 1950],
  ['Cry, the Beloved Country (1995)', 'Cry, the Beloved Country', 1995],
  ['Play It Again, Sam (1972)', 'Play It Again, Sam', 1972],
  ['Steal Big, Steal Little (1995)', 'Steal Big, Steal Little', 1995],
  [
    'City of Lost Children, The (Cité des enfants perdus, La) (1995)',
    'The City of Lost Children (La Cité des enfants perdus)',
    1995,
  ],
  ["Bear, The (Ours, L') (1988)", "The Bear (L'Ours)", 1988],
])('%j is %j of %j', (written, title, year) => {
  expect(parseTitle(written)).toMatchObject({ title, year });
});

test('a hostile title takes no longer than any other', () => {
  for (const part of [' ', '(', ', The', '(1995', '(1995 ', ', The ']) {
    const start = performance.now();
    parseTitle(`x${part.repeat(100_000)}x`);
    expect(performance.now() - start).toBeLessThan(5000);
  }
});

test('only a moved article counts as a change', () => {
  expect(parseTitle('Matrix, The (1999)').changed).toBe(true);
  expect(parseTitle('Toy Story (1995) ').changed).toBe(false);
});
