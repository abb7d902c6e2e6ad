/**
 * @file What becomes of links of that length. Browsers open megabytes; what people send links through does not.
 */

/** Characters up to which a link passes everywhere. */
export const WARN_ABOVE = 2048;
/** Characters above which a file is the better way. */
export const FILE_ABOVE = 32_768;

/** How a link's length is to be taken. */
export type LinkSize = { readonly advice: 'fine' } | { readonly advice: 'long' | 'file'; readonly warning: string };

/** What to say of a link with so many characters. */
export function sizeOf(characters: number): LinkSize {
  if (characters <= WARN_ABOVE) return { advice: 'fine' };
  const long = `The link has ${characters} characters`;
  if (characters <= FILE_ABOVE) {
    return { advice: 'long', warning: `${long}: some mail and chat programs cut off links above ${WARN_ABOVE}.` };
  }
  return { advice: 'file', warning: `${long}, too many to send. Pass the notebook on as a .espalier.json file.` };
}
