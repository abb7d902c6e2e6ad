/** @file Smaller machines than the one of the tests, as far as one machine can play another: Chromium is started with less. */
import type { Opening } from './driven-page.ts';

/** A machine, or a host, that gives the page less. */
export interface Machine {
  readonly title: string;
  readonly opening: Opening;
  /** Whether the host sends the headers that isolate the page; without them and a service worker it is not. */
  readonly isIsolated: boolean;
  /** What the Models page says of its threads. */
  readonly says: string;
}

const GIBIBYTE = 2 ** 30;

/** The machines of docs/browsers.md. */
export const MACHINES: readonly Machine[] = [
  {
    title: 'one core',
    opening: { under: ['taskset', '-c', '0'] },
    isIsolated: true,
    says: '1 thread',
  },
  {
    title: 'no isolation: a host without headers, and no service worker',
    opening: {},
    isIsolated: false,
    says: 'The server of this page does not isolate it',
  },
  {
    title: '2 GiB of memory for each process of the browser, the tab’s among them',
    opening: { under: ['prlimit', `--data=${String(2 * GIBIBYTE)}`] },
    isIsolated: true,
    says: 'thread',
  },
  {
    title: 'the page’s own thread four times slower',
    opening: { slowdown: 4 },
    isIsolated: true,
    says: 'thread',
  },
];

/** Whether this system can be made smaller: `taskset` and `prlimit` are Linux’s. */
export const canPlayMachines = process.platform === 'linux';
