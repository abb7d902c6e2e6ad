/**
 * @file The fault campaign, in Chromium on the real storage: tabs, workers and the browser's process are killed at random moments of
 * every kind of work, kept files are damaged, the disk is full, two tabs write at once. It prints what was lost of what had been shown as kept.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { build } from 'vite';
import { serveSite } from '../../src/cli/serve/serve-site.ts';
import { createRandom, type Random } from '../../src/core/random.ts';
import { findChromium } from '../chromium.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import type { Work } from './faults-in-page.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const WORKS: readonly Work[] = ['run', 'chat', 'evaluation', 'training', 'notebook'];
const KILLED = ['tab', 'worker', 'process'] as const;
/** How often each thing is done; `ESPALIER_FAULTS=0.1` for a tenth. */
const SHARE = Number(process.env['ESPALIER_FAULTS'] ?? 1);
const COUNTS = {
  kills: Math.max(1, Math.round(100 * SHARE)),
  damages: Math.max(1, Math.round(100 * SHARE)),
  fullDisks: Math.max(1, Math.round(20 * SHARE)),
  seconds: Math.max(5, Math.round(60 * SHARE)),
};
/** No kill comes later than this after the work began, in milliseconds. */
const LATEST_KILL = 6000;
/** As long as a busy machine may take until something is shown as kept, in milliseconds. */
const SLOW = 120_000;
/** The in-page part, as it is built. */
const ENTRY = 'faults-in-page.js';

/** A browser with a profile on the disk, which outlives its process. */
class Visitor {
  readonly shown = new Map<string, string[]>();
  private context: BrowserContext | null = null;
  private readonly profile: string;
  private readonly url: string;

  constructor(profile: string, url: string) {
    this.profile = profile;
    this.url = url;
  }

  /** A page of the lab's origin with the campaign's functions, in a browser that runs. */
  async page(): Promise<Page> {
    this.context ??= await this.launch();
    const page = await this.context.newPage();
    page.setDefaultTimeout(SLOW);
    await page.goto(this.url);
    return page;
  }

  /** Waits until a work has shown something as kept. */
  async hasShown(id: string): Promise<void> {
    for (let waited = 0; waited < SLOW && !this.shown.has(id); waited += 100) await pause(100);
  }

  /** Ends the browser as a power cut would, and waits until nothing holds the profile. */
  async kill(): Promise<void> {
    spawnSync('pkill', ['-9', '-f', this.profile]);
    await this.context?.close().catch(() => undefined);
    this.context = null;
    await rm(join(this.profile, 'SingletonLock'), { force: true });
    await pause(200);
  }

  async close(): Promise<void> {
    await this.context?.close();
    this.context = null;
  }

  private async launch(): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(this.profile, findChromium());
    await context.exposeFunction('shownAsKept', (id: string, what: string) => {
      this.shown.set(id, [...(this.shown.get(id) ?? []), what]);
    });
    return context;
  }
}

/** The campaign takes an hour, so each fault is told as it is over, on the error stream beside the table. */
function tell(what: string, at: number, count: number, { shown, lost }: Outcome): void {
  const result = lost.length === 0 ? 'nothing lost' : `lost: ${lost.join('; ')}`;
  console.error(`  ${what} ${String(at + 1)} of ${String(count)}: ${String(shown)} shown as kept, ${result}`);
}

/** Calls a function of the in-page part. */
async function ask<Result>(page: Page, name: string, ...given: readonly unknown[]): Promise<Result> {
  const words = given.map((value) => JSON.stringify(value)).join(', ');
  return page.evaluate(`import('/${ENTRY}').then((m) => m.${name}(${words}))`);
}

/** How much was shown as kept before a fault, and what of that is not there after it. */
interface Outcome {
  readonly shown: number;
  readonly lost: readonly string[];
}

/** Kills what runs a kind of work at a random moment. */
async function brokenOff(visitor: Visitor, kind: Work, at: number, random: Random): Promise<Outcome> {
  const id = `${kind}-${String(at)}`;
  const page = await visitor.page();
  await ask(page, 'begin', kind, id);
  // Every second time something is there to be lost; otherwise the beginning of the work may be broken off.
  if (at % 2 === 1) await visitor.hasShown(id);
  await pause(500 + random.uniform() * LATEST_KILL);
  const killed = KILLED[random.integer(KILLED.length)];
  const seen = (): readonly string[] => [...(visitor.shown.get(id) ?? [])];
  let shown = seen();
  if (killed === 'tab') await page.close({ runBeforeUnload: false });
  else if (killed === 'process') await visitor.kill();
  else {
    const workers = page.workers();
    const worker = workers[random.integer(Math.max(1, workers.length))];
    await worker?.evaluate(() => self.close()).catch(() => undefined);
    await pause(300);
    shown = seen();
    await page.close();
  }
  const again = await visitor.page();
  try {
    const lost = await ask<readonly string[]>(again, 'lost', kind, id, shown);
    await ask(again, 'goesOn', kind, id);
    return { shown: shown.length, lost: lost.map((what) => `${id} (${String(killed)}): ${what}`) };
  } catch (thrown) {
    return { shown: shown.length, lost: [`${id} (${String(killed)}): ${String(thrown)}`] };
  } finally {
    await again.close().catch(() => undefined);
  }
}

/** Damages a file at random. @returns what went wrong after it */
async function damaged(visitor: Visitor, expected: readonly string[], random: Random): Promise<readonly string[]> {
  const page = await visitor.page();
  const files = (await ask<readonly string[]>(page, 'keptFiles')).filter((path) => /builds\//.test(path));
  const path = files[random.integer(files.length)];
  if (path === undefined) return ['there is no computed file to damage'];
  const how = (['zero', 'cut', 'bit'] as const)[random.integer(3)];
  await ask(page, 'damage', path, how, random.uniform());
  await page.close();
  const again = await visitor.page();
  const given = await ask<readonly string[]>(again, 'answers').catch((thrown: unknown) => [String(thrown)]);
  await again.close();
  return JSON.stringify(given) === JSON.stringify(expected)
    ? []
    : [`${path} (${String(how)}): ${given.join(' ').slice(0, 160)}`];
}

/** Fills the disk in the middle of a work, makes room, and goes on. */
async function fullDisk(visitor: Visitor, kind: Work, at: number, random: Random): Promise<Outcome> {
  const id = `full-${kind}-${String(at)}`;
  const page = await visitor.page();
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await ask(page, 'begin', kind, id);
  await visitor.hasShown(id);
  await pause(500 + random.uniform() * (LATEST_KILL / 2));
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await pause(1500);
  const shown = [...(visitor.shown.get(id) ?? [])];
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await page.close();
  const again = await visitor.page();
  try {
    const lost = await ask<readonly string[]>(again, 'lost', kind, id, shown);
    await ask(again, 'goesOn', kind, id);
    return { shown: shown.length, lost: lost.map((what) => `${id}: ${what}`) };
  } catch (thrown) {
    return { shown: shown.length, lost: [`${id}: ${String(thrown)}`] };
  } finally {
    await again.close();
  }
}

/** Two tabs that take one conversation over from each other for a while. */
async function twoTabs(visitor: Visitor, seconds: number): Promise<Outcome> {
  const id = 'two-tabs';
  const pages = [await visitor.page(), await visitor.page()];
  const until = Date.now() + seconds * 1000;
  for (let turn = 0; Date.now() < until; turn += 1) {
    const page = pages[turn % 2] as Page;
    // The one that it takes over from is loaded again in the middle of its work.
    await ask(page, 'talkHere', id).catch(() => undefined);
    await pause(5000);
  }
  const shown = [...(visitor.shown.get(id) ?? [])];
  for (const page of pages) await page.close();
  const again = await visitor.page();
  const lost = await ask<readonly string[]>(again, 'lost', 'chat', id, shown);
  await again.close();
  return { shown: shown.length, lost };
}

/** @param faults how many of them there were */
function row(name: string, faults: number, outcomes: readonly Outcome[]): BenchmarkRow {
  const lost = outcomes.flatMap((one) => one.lost);
  const shown = outcomes.reduce((sum, one) => sum + one.shown, 0);
  for (const one of lost) console.log(`  lost: ${one}`);
  const value = `${String(faults)} times, ${String(lost.length)} lost of ${String(shown)} shown as kept`;
  return { name, value, goal: '0 lost', met: lost.length === 0 };
}

/** Breaks off every kind of work. */
async function kills(visitor: Visitor, random: Random): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const kind of WORKS) {
    const outcomes: Outcome[] = [];
    const count = Math.max(1, Math.round(COUNTS.kills / WORKS.length));
    for (let at = 0; at < count; at += 1) {
      const outcome = await brokenOff(visitor, kind, at, random.fork(`${kind} ${String(at)}`));
      tell(kind, at, count, outcome);
      outcomes.push(outcome);
    }
    rows.push(row(`kills of tab, worker or process: ${kind}`, count, outcomes));
  }
  return rows;
}

/** Damages what the lab computed, and asks again. */
async function damages(visitor: Visitor, random: Random): Promise<BenchmarkRow> {
  const page = await visitor.page();
  const expected = await ask<readonly string[]>(page, 'answers');
  await page.close();
  const wrong: string[] = [];
  for (let at = 0; at < COUNTS.damages; at += 1) {
    const lost = await damaged(visitor, expected, random.fork(`damage ${String(at)}`));
    tell('damaged file', at, COUNTS.damages, { shown: expected.length, lost });
    wrong.push(...lost);
  }
  for (const one of wrong) console.log(`  wrong: ${one}`);
  const value = `${String(COUNTS.damages)} times, ${String(wrong.length)} wrong answers`;
  return { name: 'damaged files', value, goal: '0 wrong', met: wrong.length === 0 };
}

async function campaign(url: string): Promise<readonly BenchmarkRow[]> {
  const profile = await mkdtemp(join(tmpdir(), 'espalier-faults-'));
  const visitor = new Visitor(profile, url);
  const random = createRandom(1).fork('faults');
  try {
    const killed = await kills(visitor, random);
    const computed = await damages(visitor, random);
    const unkept: Outcome[] = [];
    for (let at = 0; at < COUNTS.fullDisks; at += 1) {
      const kind = WORKS[at % WORKS.length] ?? 'run';
      const outcome = await fullDisk(visitor, kind, at, random.fork(`full ${String(at)}`));
      tell(`full disk, ${kind}`, at, COUNTS.fullDisks, outcome);
      unkept.push(outcome);
    }
    const tabs = await twoTabs(visitor, COUNTS.seconds);
    const name = `two tabs in one conversation, ${String(COUNTS.seconds)} seconds`;
    return [...killed, computed, row('full disks', COUNTS.fullDisks, unkept), row(name, 1, [tabs])];
  } finally {
    await visitor.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Builds the in-page part as the lab is built: a development server would need seconds for each of some five hundred pages. */
async function buildSite(folder: string): Promise<void> {
  await build({
    root: ROOT,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'faults-in-page.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: ENTRY },
      },
    },
  });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Faults</title>');
}

/** What is lost where a tab, a worker, the browser or the disk fails. */
export const faults: Benchmark = {
  name: 'faults',
  title: 'Faults: what was shown as kept and is lost afterwards, in Chromium',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'espalier-faults-site-'));
    await buildSite(folder);
    const site = await serveSite(folder, { port: 0, models: null });
    try {
      return await campaign(site.url);
    } finally {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
