/** @file Words of what is kept in this browser, and of erasing it. */
import { bytes } from '../../words.ts';

/** What is said of what is kept, in sentences. */
export const KEPT = {
  takes: (size: number): string => `With data, models and the page itself it takes ${bytes(size)}.`,
  erasesAll: 'This erases what is listed, all data, models and settings, and the page itself. It cannot be undone.',
  saveFirst: 'First save what you want to keep, and close other tabs of Espalier.',
  goneWithTab: 'This browser gives the page no storage: all of it is gone once this tab is closed.',
  promised: 'The browser has promised to keep it until you delete it.',
  mayBeCleared: 'The browser may clear it when the disk is nearly full.',
  promiseRefused: 'Asked to keep it until you delete it, the browser refused.',
  mayChange: 'A bookmark of this page, or frequent use, may change that.',
  askedLater: 'It is asked to promise more when you first make something.',
};
