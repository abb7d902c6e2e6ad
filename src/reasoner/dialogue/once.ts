/** @file Texts and titles, each once. */

/** Each text once, capitals aside, in the order of the first. */
export function once(texts: readonly string[]): string[] {
  const keys = texts.map((text) => text.toLowerCase());
  return texts.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** Titles once: `Jaws` goes where `Jaws (1975)` is there too. */
export function onceTitles(titles: readonly string[]): string[] {
  const dated = new Set(titles.flatMap((title) => /^(.*) \(\d{4}\)$/u.exec(title)?.[1]?.toLowerCase() ?? []));
  return once(titles).filter((title) => !dated.has(title.toLowerCase()));
}
