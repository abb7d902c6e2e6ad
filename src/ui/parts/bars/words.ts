/** @file Words of the bars under the top bar. */

/** What bars say in sentences. */
export const BARS = {
  toLookAt: 'Espalier, to look at.',
  endsFirst: 'What is under way comes to its end first.',
  loadForPolicy: 'Load the page once more before other hosts are asked.',
  policyFromThen: 'Its security policy holds from then on; what is kept here stays.',
  newerVersion: 'A newer version of Espalier is here.',
  newerLoads: 'Using it loads the page again; what is kept here stays.',
  tabOnly: 'Kept in this tab only:',
  noStorage: 'this browser gives the page no storage, so what you make is gone once the tab is closed.',
  tabInPart: 'Kept in this tab only, in part:',
  storageInPart: 'some of the page could not use the browser’s storage.',
  thenLoadAgain: 'Then load the page again.',
  tabOnlySince: (time: string): string => `Kept in this tab only since ${time}:`,
  storageWorksAgain: (time: string): string => `The storage failed at ${time} and works again.`,
  madeInBetween: 'What you made in between may be kept in this tab only.',
  saveAsFiles:
    'Save what you want to keep as files: notebooks and runs under File, evaluations under Export, conversations under Save.',
};
