/** @file How an item is called wherever it is named. */

/** `Heat (1995)`; the title alone where no year is known. */
export function titleWithYear({ title, year }: { readonly title: string; readonly year: number | null }): string {
  return year === null ? title : `${title} (${String(year)})`;
}

/** The title without the year that `titleWithYear` puts behind it. */
export const undated = (title: string): string => title.replace(/ \(\d{4}\)$/u, '');
