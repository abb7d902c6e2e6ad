/** @file What files are called. */

/** `the-five-planners`, of a title. */
export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'notebook';
