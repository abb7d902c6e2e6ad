/** @file Words of notebooks. */
import { FILE_ABOVE } from '../../../notebook/link.ts';
import { count, counted } from '../../words.ts';

/** What is said of notebooks, in sentences. */
export const NOTEBOOK = {
  cannotBeRun: ' It cannot be run like this.',
  staysAsItWas: ' The cell stays as it was until this is right; what you wrote is kept.',
  waiting: 'Waiting for the cells before it.',
  notTheAnswer: (isSetUp: boolean): string =>
    isSetUp
      ? 'It runs, but its set-up is not the one that the exercise asks for: read what the exercise asks, change that field in the form, and check again.'
      : 'The set-up is the right one, but it came out otherwise than where the exercise was written.',
  whatCheckDoes: 'Runs this cell alone, and says whether it is the answer',
  noSuchEvent: 'There is no such event: the run had ended before.',
  keptInTab: 'kept in this tab only',
  ownCosts:
    'Calls and tokens are those of planning and of the first answer; the one from everything explored is extra.',
  noResultsYet: 'No cell has results to compare with yet',
  whatNotebooksAre:
    'A notebook is text, data, runs, SQL and charts in one document. These ask a question each, and for your guess before anything runs. A whole one fits into a link.',
  nothingWasRun: 'Nothing was run and nothing was kept.',
  becomesYourCopy: 'It becomes your copy when you run or change it.',
  personInFile: 'All of that is in the link and the file: whoever has them can read it.',
  personLeftOut: 'Neither the link nor the file holds that: without it, nobody else can run the cells about them.',
  ratedByRules: 'Rated by rules, not by people. After learning, each of the synthetic people got 11 recommendations.',
  differing: (different: number, runs: number): string =>
    runs === 1
      ? 'The run differs.'
      : `${count(different)} of ${count(runs)} runs ${different === 1 ? 'differs' : 'differ'}.`,
  lastTyped: (cells: readonly string[]): string =>
    `The last change of ${cells.join(', ')} is not valid yet and is left out: ${cells.length === 1 ? 'the cell is passed on as it was' : 'these cells are passed on as they were'} before.`,
  linkHolds: (cells: number, stamped: number): string =>
    `The link holds the whole notebook: ${counted(cells, 'cell')}${stamped > 0 ? `, with checksums of the results of ${counted(stamped, 'cell')}` : ', without checksums, since nothing has run'}.`,
  nothingAsked: 'It asks no server for anything, and opening it runs nothing.',
  longestLink: `A link should have at most ${count(FILE_ABOVE)} characters; pass on longer notebooks as a file.`,
  notRightYet: (problem = ''): string => `This cell cannot be run yet: ${problem}`,
  hasChanged: 'This cell, or one it uses, has changed since it ran.',
  comesWithReplies: (recordings: string): string => `Replies recorded by its author come with it: ${recordings}.`,
  agreementIsForAddress: 'An agreement is for the address, whichever notebook names it. Take it back on the',
  asksOthers: (hosts: number, isOpen: boolean): string =>
    `When it runs, it asks ${hosts === 1 ? 'another host, which learns' : 'other hosts, which learn'} your IP address and the time.${isOpen ? ' Nothing is sent before you agree.' : ''}`,
  stamped: (cells: number, app: string | null, version: string | null): string =>
    `${counted(cells, 'cell')} ${cells === 1 ? 'carries' : 'carry'} checksums of the results, made by version ${app ?? ''}${version !== null && version !== app ? ` (this is ${version})` : ''}: Reproduce says whether you get the same.`,
  identical: 'Identical.',
  solved: 'Solved: identical.',
  asExpected: (runs: number): string =>
    `${runs === 1 ? 'The run' : `All ${count(runs)} runs`} came out as expected, event for event.`,
  rowsRead: (rows: number, truncated: boolean): string =>
    `${counted(rows, 'row')}${truncated ? ', and more were left out' : ''}. Training ratings only: the test ratings are not in the database.`,
  asksAbout: (name: string, ratings: number): string =>
    `It asks about ${name}, who rated ${counted(ratings, 'item')} here.`,
} as const;
