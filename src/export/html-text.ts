/** @file Texts in HTML: models and data write what they like, and nothing of it may become markup or code. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands between tags and in quoted attributes. Characters that no text of HTML may hold are left out. */
export function escaped(text: string): string {
  const printable = text.replace(/\p{Cc}/gu, (one) => ('\t\n\r'.includes(one) ? one : ''));
  return printable.replace(/[&<>"']/g, (one) => ESCAPES[one] ?? one);
}

/** JSON as the content of a `<script>` that is data: it can end neither the element nor begin a comment. */
export function inlined(json: string): string {
  return json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

export const EVENTS_ELEMENT = 'espalier-events';

/** The content of an element with data in an exported file, such as its events as JSON Lines; null without that element. */
export function dataInHtml(html: string, id: string): string | null {
  const start = html.indexOf(`id="${id}">`);
  if (start === -1) return null;
  const from = html.indexOf('>', start) + 1;
  return html.slice(from, html.indexOf('</script>', from));
}

export const eventsInHtml = (html: string): string | null => dataInHtml(html, EVENTS_ELEMENT);
