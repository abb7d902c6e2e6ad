/** @file Words of parts that several pages have. */

/** What such parts say in sentences. */
export const PARTS = {
  asWritten: (problem: string): string => `This text is shown as it was written. ${problem}`,
  figureNotSaved: 'The figure could not be saved. Try the other format.',
};
