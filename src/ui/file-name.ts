/** @file What files are called. */

const LONGEST = 80;

/** `the-five-planners`, of a title: at most 80 characters. Empty where the title has none that a file's name takes. */
export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, '');
