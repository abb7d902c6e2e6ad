/** @file Words of what is kept in this browser, and of erasing it. */
import { bytes, counted } from '../../words.ts';

/** What is said of what is kept, in sentences. */
export const KEPT = {
  erasing: 'Erasing what Espalier keeps here …',
  allErased: 'Everything that Espalier kept in this browser is erased.',
  howItGoesOn:
    'Close this tab and nothing of it is left. Starting again keeps the page for use without a network, as on a first visit.',
  notAllErased: 'Not everything could be erased.',
  whatIsLeft: (left: readonly string[]): string =>
    `What is left: ${left.join('; ')}. Close all other tabs of Espalier, then erase again.`,
  nothingErased: 'Nothing could be erased.',
  refused: 'This browser refuses access to what it keeps. Clear this site’s data in the browser’s own settings.',
  measuring: 'Measuring what is kept …',
  nothingKept: 'Nothing is kept in this browser.',
  erasesAll: (size: number, parts: number): string =>
    `This erases all of it, ${bytes(size)} in ${counted(parts, 'part')}, and cannot be undone.`,
  saveFirst: 'First save what you want to keep, and close other tabs of Espalier.',
  goneWithTab: 'This browser gives the page no storage: all of it is gone once this tab is closed.',
  promised: 'The browser has promised to keep it until you delete it.',
  mayBeCleared: 'The browser may clear it when the disk is nearly full.',
  promiseRefused: 'It refused to promise more.',
  mayChange: 'A bookmark of this page, or frequent use, may change that.',
  askedLater: 'It is asked to promise more when you first make something.',
};
