/** @file Tags in the manner of XML that models put around a reply or its members: `<answer>4</answer>`, `<rating>4</rating><reason>…</reason>`. */

const TAG = /<(\/?)([a-z][\w-]{0,30})>/gi;
/** Those of HTML say how words look. */
const LOOKS = new Set([
  'b',
  'i',
  'u',
  'em',
  'strong',
  'p',
  'br',
  'div',
  'span',
  'code',
  'pre',
  'ul',
  'ol',
  'li',
  'h1',
  'h2',
  'h3',
]);

/** The text with labels in the place of tags: `answer: 4`. */
export function tagsAsLabels(text: string): string {
  if (!text.includes('<')) return text;
  const labelled = text.replaceAll(TAG, (_, slash: string, name: string) => {
    if (LOOKS.has(name.toLowerCase())) return '';
    return slash === '' ? `\n${name}: ` : '\n';
  });
  return labelled === text ? text : labelled.trim();
}

/** What is inside a tag that goes around the whole; any other text as it is. */
export const untagged = (text: string): string =>
  /^\s*<([a-z][\w-]{0,30})>([^<]*)<\/\1>\s*$/i.exec(text)?.[2]?.trim() ?? text;
