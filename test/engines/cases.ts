/** @file The browsers of docs/browsers.md, each as people have it. */
import type { Driven, Opening } from './driven-page.ts';

/** A column of the table. */
export interface Case {
  readonly title: string;
  readonly browser: Driven;
  readonly opening: Opening;
  /** Whether the page may keep anything. */
  readonly keeps: boolean;
}

/** All of them, by what they are called in the table. */
export const CASES = {
  chromium: { title: 'Chromium', browser: 'chromium', opening: {}, keeps: true },
  firefox: { title: 'Firefox', browser: 'firefox', opening: {}, keeps: true },
  private: { title: 'Firefox, private window', browser: 'firefox', opening: { storage: 'private' }, keeps: false },
  shipped: { title: 'WebKitGTK as shipped', browser: 'webkit', opening: {}, keeps: false },
  storing: { title: 'WebKitGTK, storage on', browser: 'webkit', opening: { storage: 'on' }, keeps: false },
} as const satisfies Readonly<Record<string, Case>>;
