/** @file The same notebook has the same link in a browser as in Node, and opens there to the same specs. */
import { expect, test } from 'vitest';
import { decodeNotebook, encodeNotebook } from '../../src/notebook/payload.ts';
import { parseNotebook } from '../../src/notebook/validate.ts';
import example from '../../docs/examples/five-planners.notebook.json?raw';
import golden from '../notebook/golden-link.txt?raw';

test('the link of the example is the one that Node wrote', () => {
  const notebook = parseNotebook(example);
  expect(encodeNotebook(notebook)).toBe(golden.trim());
  expect(decodeNotebook(golden.trim())).toEqual(notebook);
});
