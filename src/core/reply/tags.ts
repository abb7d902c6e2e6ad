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

/** Marks by which chat templates end a turn. What a model writes behind one is not its reply. */
const ENDS = /<\|(?:im_end|eot_id|eom_id|end|endoftext|end_of_text)\|>|<end_of_turn>|<\/s>/i;
const BEGINS = /^\s*(?:<\|[a-z_]{1,30}\|>\s*|<s>\s*|\[\/?INST\]\s*)+/i;

/** A reply without the marks of a chat template that a server let through. */
export function withoutTurnMarks(text: string): string {
  if (!/[<[]/.test(text)) return text;
  const begun = text.replace(BEGINS, '');
  const end = begun.search(ENDS);
  return end > 0 && begun.slice(0, end).trim() !== '' ? begun.slice(0, end) : begun;
}
