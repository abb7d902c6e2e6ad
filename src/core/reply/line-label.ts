/** @file What a label at the beginning of a line says, whatever the sentences around it name: `**Choice:** Proposal 1`, `Verdict: Keep`. */

/** A choice that stands behind a label. */
export interface LineLabel {
  /** The part of the value's pattern in brackets. */
  readonly said: string;
  /** All that follows it. */
  readonly behind: string;
}

/** A sentence may follow, or the reason in the same one, but no other choice: "1 or 2" says nothing. */
const ENDS = `(?=["'”’*_\`)]{0,6}[ \\t]{0,4}(?:$|[.;!\\n](?!\\d)|,? (?:since|because)\\b|[–—] ))`;
/** What takes a choice back. */
const TAKEN_BACK = /\b(?:actually|on second thought|correction|wait|instead[,:]|rather[,:]|no[,:])/i;

/**
 * The one thing that such labels say; null where none does, two say different things, or what follows takes it back.
 * @param labels and value as sources of regular expressions, the value with its choice in brackets
 */
export function behindLineLabel(words: string, labels: string, value: string): LineLabel | null {
  const pattern = `(?:^|\\n)[^\\p{L}\\p{N}\\n]{0,9}(?:(?:my|the|best|final) ){0,3}(?:${labels})[*_]{0,3} ?:[^\\p{L}\\p{N}\\n-]{0,6}(?:${value})${ENDS}`;
  const found = [...words.matchAll(new RegExp(pattern, 'giu'))];
  const [first] = found;
  const said = first?.[1]?.toLowerCase();
  if (first === undefined || said === undefined || found.some(([, other]) => other?.toLowerCase() !== said))
    return null;
  const behind = words.slice(first.index + first[0].length);
  return TAKEN_BACK.test(behind) ? null : { said, behind };
}
