import { expect, test } from 'vitest';
import { plainText } from '../../../src/data/import/cells.ts';

test.each([
  ['plain', 'plain'],
  ['a <b>bold</b> word', 'a bold word'],
  ['one<br />two<p>three</p>', 'one\ntwo\nthree'],
  ['<span class="a-size-medium a-color-secondary"', ''],
  ['I <3 this, 1 < 2', 'I <3 this, 1 < 2'],
  ['Disney &amp; Me &#39;s &eacute;', "Disney & Me 's é"],
  ['&lt;b&gt; is a tag', '<b> is a tag'],
  ['a<script>if (x < 1) alert("<p>")</script>b<STYLE>p{}</STYLE>c', 'abc'],
  ['a<script>never ends', 'a'],
  ['a<!-- <b>hidden</b> -->b', 'ab'],
  ['  two\n\n  lines  ', 'two\n\n  lines'],
])('%j', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test('hostile texts take linear time', () => {
  const start = performance.now();
  for (const part of ['<', '<a', '<script', '&', '<!--', ' \n']) plainText(part.repeat(300_000));
  expect(performance.now() - start).toBeLessThan(5000);
});
