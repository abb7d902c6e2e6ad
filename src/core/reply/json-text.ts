/** @file What a text of JSON says between its quotation marks, raw line breaks included, which JSON does not allow and models write. */

/**
 * Undefined where it holds an escape that JSON does not know.
 * @param mended receives what had to be overlooked
 */
export function unescaped(inside: string, mended: Set<string>): string | undefined {
  // eslint-disable-next-line no-control-regex -- these are what JSON does not allow in a text
  const clean = inside.replace(/[\u0000-\u001F]/g, (one) => {
    mended.add('a line break within a text');
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  try {
    return JSON.parse(`"${clean}"`) as string;
  } catch {
    return undefined;
  }
}
