/** @file Words of the Data page. */
import { counted } from '../../words.ts';

/** What the Data page says in sentences. */
export const DATA = {
  withoutRatings: 'Without ratings, having chosen an item counts as liking it.',
  scaleIsFound: 'The scale is inferred from the ratings; rows that cannot be read are listed with their reason.',
  rowsNotUsed: (rows: number): string => `${counted(rows, 'row')} could not be used, and why`,
  whatDataIs: (place: string): string =>
    `A dataset is people, items and what people thought of items. It is read in this tab and stays in ${place}.`,
  isSynthetic: 'People and ratings are synthetic: they were generated, nobody rated anything.',
  everyRowRead: (ratings: string): string => `Every row could be read: ${ratings}, none left out.`,
  tailFigure: 'The long tail as a curve; the numbers follow in the table',
  timeFigure: 'Ratings over time as bars; the numbers follow in the table',
  noTimes: 'The source has no times, so there is no activity to show.',
  histogramFigure: 'Histogram of the ratings; the numbers follow in the table',
  chartNeedsNumbers: 'A chart needs a column of numbers beside another column.',
  chartFigure: 'A chart of the rows in the table',
  whatCanBeAsked:
    'Ask the database that planners ask: read-only, without the test ratings, so counts are slightly lower than above.',
  namesWereGuessed: (columns: string, kind: string): string =>
    `${columns}, as ${kind}. What each is was guessed from its name; change what is wrong.`,
  equalTimes: (share: string): string =>
    `${share} of the ratings have the same time as another by the same person. Which of them is the last is drawn by lot, so tasks that ask what comes next say little.`,
  noColumnFor: (roles: string): string => `Choose a column for ${roles}.`,
  whatCanBeDropped:
    ': a MovieLens zip, Amazon, Yelp or Goodreads reviews, AgentRecBench, RecBole or Book-Crossing files, sequences, or a table of people, items and ratings (CSV, TSV, JSON, Parquet). Files that belong together can be dropped together, or in a folder, zip or tar.',
  onlyTheFirst: (rows: string): string => `Only the first ${rows} are listed; the counts are complete.`,
} as const;
