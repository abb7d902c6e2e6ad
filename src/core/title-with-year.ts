/** @file How an item is called wherever it is named. */

/** `Heat (1995)`; the title alone where no year is known. */
export function titleWithYear({ title, year }: { readonly title: string; readonly year: number | null }): string {
  return year === null ? title : `${title} (${String(year)})`;
}
