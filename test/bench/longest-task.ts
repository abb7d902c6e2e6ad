/** @file Whether the page stalls: tasks of 50 ms and more are what browsers report. */
import type { Page } from 'playwright';
import type { BenchmarkRow } from './benchmark.ts';

const LONGEST_STALL = 50;

/** The longest task of the page's own thread, in milliseconds, while it does something. */
export async function longestTask(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = globalThis as unknown as { longest: number };
    seen.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await action();
  return page.evaluate(() => (globalThis as unknown as { longest: number }).longest);
}

/** A row that says whether a stall is short enough. @param longest in milliseconds, 0 where none was reported */
export const stallRow = (name: string, longest: number): BenchmarkRow => ({
  name,
  value: longest === 0 ? `under ${LONGEST_STALL} ms` : `${longest.toFixed(0)} ms`,
  goal: `≤ ${LONGEST_STALL} ms`,
  met: longest <= LONGEST_STALL,
});
