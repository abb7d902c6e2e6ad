/** @file The rows that a tool gave, in a detail that is narrow: nothing of them is cut. */
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { NO_NAMES } from '../../src/trace/names.ts';
import ResultTable from '../../src/ui/picture/detail/ResultTable.svelte';

const FACTS =
  'genres: Thriller, History; director: James Cameron; release_date: 1997-12-19; worldwide_gross: 1842879955 and a-word-that-is-longer-than-the-detail-is-wide';

test('a long text has the whole width under its row, and its heading', async () => {
  const table = {
    columns: ['title', 'year', 'facts'],
    rows: [['Titanic', 1997, FACTS]],
    truncated: false,
    numbersOf: [null, null, null],
  };
  const { container } = await render(ResultTable, { table, names: NO_NAMES });
  container.style.width = '266px';
  const region = container.querySelector('[role=region]') as HTMLElement;
  expect(region.scrollWidth).toBeLessThanOrEqual(region.clientWidth);
  const long = container.querySelector('tr.long td') as HTMLElement;
  expect(long.innerText).toBe(`facts ${FACTS}`);
  expect(long.getBoundingClientRect().width).toBeGreaterThan(200);
  expect([...container.querySelectorAll('th')].map(({ textContent }) => textContent.trim())).toEqual(['title', 'year']);
});
