/** @file The form of tastes in lines: `**Like:**`, `- Titles:`, `  - Heat (1995)`, `**Dislike:** None`. */
import type { Json } from '../../core/json.ts';
import { withoutThinking } from '../../core/reply/thinking.ts';

const HEAD = /^(like|dislike|expect|forgotten)s?:(?: (.+))?$/iu;
const PART = /^(titles|values):(?: (.+))?$/iu;
const NOTHING = /^(?:none|nothing|n\/a|-|\[\])\.?$/iu;

/** The form, where every line is a part of it and each entry has a line of its own; null for any other text. */
export function profileInLines(text: string): Json | null {
  const form: Record<string, Record<string, string[]> | string[]> = {};
  let entries: string[] | null = null;
  let facet: Record<string, string[]> | null = null;
  for (const written of withoutThinking(text).split('\n')) {
    const bare = written
      .trim()
      .replace(/^[\s#>*•-]{1,12}/u, '')
      .replace(/[*_]{1,3}$/u, '');
    const line = bare.replace(/[*_]{1,3}:[*_]{0,3}|:[*_]{1,3}/u, ':');
    if (line === '') continue;
    const [, head, behind] = HEAD.exec(line) ?? [];
    const [, part, rest] = PART.exec(line) ?? [];
    const name = (head ?? part)?.toLowerCase();
    const told = behind ?? rest;
    if (name === undefined) {
      if (entries === null) return null;
      entries.push(line);
    } else if (told !== undefined && !NOTHING.test(told)) return null;
    else if (name === 'forgotten') [entries, facet] = [(form[name] = []), null];
    else if (head !== undefined) [facet, entries] = [(form[name] = {}), null];
    else if (facet === null || name in facet) return null;
    else entries = facet[name] = [];
  }
  return Object.keys(form).length < 2 ? null : form;
}
