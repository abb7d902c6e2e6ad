import { expect, test } from 'vitest';
import { restates } from '../build/lint-doc-comments.js';

test.each([
  ['A metric.', 'Metric', true],
  ['The formats of rows.', 'ROW_FORMATS', true],
  ['Reads a verdict.', 'readVerdict', true],
  ['Reads a verdict, of any form.', 'readVerdict', false],
  ['γ: what the next step is worth today.', 'discount', false],
  ['The id. @throws LabError `name-unknown`', 'id', false],
  ['', 'Metric', false],
])('%j of %s repeats the name: %s', (text, name, isRepeated) => {
  expect(restates(text, name)).toBe(isRepeated);
});
