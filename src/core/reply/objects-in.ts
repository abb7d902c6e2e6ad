/** @file Where the objects of a reply are, whether they are closed or not. */

/** An object of a reply, from its first brace to behind its last. */
export interface ObjectPlace {
  readonly from: number;
  readonly to: number;
  /** False for the last, where the reply ends within it. */
  readonly isClosed: boolean;
  /** How many braces and brackets are open at once within it. */
  readonly depth: number;
}

/** The outermost objects of a text, in their order: one pass, whatever it holds. */
export function objectsIn(text: string): readonly ObjectPlace[] {
  const found: ObjectPlace[] = [];
  let from = -1;
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at];
    if (from < 0) {
      if (one !== '{') continue;
      [from, depth, deepest, isText] = [at, 1, 1, false];
    } else if (isText) {
      if (one === '\\') at += 1;
      else if (one === '"') isText = false;
    } else if (one === '"') isText = true;
    else if (one === '{' || one === '[') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (one === '}' || one === ']') {
      depth -= 1;
      if (depth > 0) continue;
      found.push({ from, to: at + 1, isClosed: true, depth: deepest });
      from = -1;
    }
  }
  if (from >= 0) found.push({ from, to: text.length, isClosed: false, depth: deepest });
  return found;
}
