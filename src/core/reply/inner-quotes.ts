/**
 * @file Quotation marks within the texts of JSON that were not escaped: `{"thought": "The film "Heat" is liked"}`. A mark closes a text where what
 * belongs behind a text follows it: the end of the object, or a comma and the next member's name. All others are within it, and come in pairs.
 */

/** The text with all such marks escaped, or null where there are none, or what belongs to which text is in doubt. */
export function withInnerQuotes(text: string): string | null {
  const within: number[] = [];
  const containers: ('{' | '[')[] = [];
  let isValue = false;
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at] ?? '';
    if (one === '{' || one === '[') containers.push(one);
    else if (one === '}' || one === ']') containers.pop();
    if (one === ':') isValue = true;
    else if (one === '{' || one === ',' || one === '[') isValue = containers.at(-1) === '[';
    if (one !== '"' || containers.length === 0) continue;
    const closing = closingOf(text, at, !isValue ? NAME : containers.at(-1) === '[' ? ENTRY : MEMBER);
    if (closing === null) return null;
    for (const mark of closing.within) within.push(mark);
    at = closing.at;
  }
  if (within.length === 0) return null;
  let escaped = '';
  let from = 0;
  for (const at of within) {
    escaped += `${text.slice(from, at)}\\`;
    from = at;
  }
  return escaped + text.slice(from);
}

/** What belongs behind a name, an entry of a list, and a member. */
const NAME = /\s*:/y;
const ENTRY = /\s*(?:\]|,\s*(?:["[{\d-]|\]|(?:true|false|null)\s*[,\]]))/y;
const MEMBER = /\s*(?:\}|,\s*(?:"[^"\n]{1,60}"\s*:|\}))/y;

/** Where the text that begins here is closed, and the marks before; null where it is not, or they are no pairs. */
function closingOf(
  text: string,
  from: number,
  behind: RegExp,
): { readonly at: number; readonly within: readonly number[] } | null {
  const within: number[] = [];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') {
      behind.lastIndex = at + 1;
      if (behind.test(text)) return within.length % 2 === 0 ? { at, within } : null;
      within.push(at);
    }
  }
  return null;
}
