/** @file From the navigation to the first tree of a first visit: in each browser, over a slow line, and on smaller machines. */
import { openSite } from '../e2e/site.ts';
import { openStaticHost } from '../e2e/static-host.ts';
import { BROWSERS, isHere, openDrivenPage, type Driven, type Opening } from '../engines/driven-page.ts';
import { MACHINES } from '../engines/machines.ts';
import { firstTree } from '../engines/walk.ts';
import { median, type Benchmark, type BenchmarkRow } from './benchmark.ts';
import { openSlowSite } from './slow-line.ts';

interface Served {
  readonly url: string;
  close(): Promise<void>;
}

const VISITS = 3;
/** 1.6 Mbit/s, 150 ms. */
const LINE = { bytesPerSecond: 200_000, latency: 150 };

/** Milliseconds, the middle one of several first visits. */
async function visits(serve: () => Promise<Served>, browser: Driven, opening: Opening): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const site = await serve();
    const page = await openDrivenPage(browser, opening);
    times.push(await firstTree(page, site.url));
    await page.close();
    await site.close();
  }
  return median(times);
}

const row = (name: string, milliseconds: number): BenchmarkRow => ({
  name,
  value: `${(milliseconds / 1000).toFixed(1)} s`,
  goal: '',
  met: null,
});

/** Over a slow line the goal is ten seconds. */
const slowRow = (name: string, milliseconds: number): BenchmarkRow => ({
  ...row(name, milliseconds),
  goal: '≤ 10 s',
  met: milliseconds <= 10_000,
});

/** Of the built site. */
export const firstTreeOfPage: Benchmark = {
  name: 'first-tree',
  title: 'The first tree of a first visit, from the navigation on',
  async run() {
    const rows: BenchmarkRow[] = [];
    for (const browser of BROWSERS.filter((name) => isHere(name))) {
      rows.push(row(browser, await visits(openSite, browser, {})));
      const slow = await visits(() => openSlowSite(LINE), browser, { serviceWorkers: 'allow' });
      rows.push(slowRow(`${browser}, a line of 1.6 Mbit/s and 150 ms`, slow));
    }
    for (const { title, opening, isIsolated } of MACHINES)
      rows.push(row(`chromium, ${title}`, await visits(isIsolated ? openSite : openStaticHost, 'chromium', opening)));
    return rows;
  },
};
