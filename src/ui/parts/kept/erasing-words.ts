/** @file Words of the page that erases what is kept: they load with it, and those of what is kept when they are needed. */

/** What is said of erasing in sentences. */
export const ERASING = {
  erasing: 'Erasing what Espalier keeps here …',
  allErased: 'Everything that Espalier kept in this browser is erased.',
  howItGoesOn:
    'Close this tab and nothing of it is left. Starting again keeps the page for use without a network, as on a first visit.',
  notAllErased: 'Not everything could be erased.',
  whatIsLeft: (left: readonly string[]): string =>
    `What is left: ${left.join('; ')}. Close all other tabs of Espalier, then erase again.`,
  nothingErased: 'Nothing could be erased.',
  refused: 'This browser refuses access to what it keeps. Clear this site’s data in the browser’s own settings.',
};
