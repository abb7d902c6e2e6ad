/** @file The events of a run in a file that it was exported to. */

/** The element that holds the events, in an exported file. */
export const EVENTS_ELEMENT = 'espalier-events';

/** The events in an exported file as JSON Lines; null where there are none. */
export function eventsInHtml(html: string): string | null {
  const start = html.indexOf(`id="${EVENTS_ELEMENT}">`);
  if (start === -1) return null;
  const from = html.indexOf('>', start) + 1;
  return html.slice(from, html.indexOf('</script>', from));
}
