/** @file Texts and titles, each once. */

/** Each text once, capitals aside, in the order of the first. */
export function once(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const key = text.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Titles once: `Jaws` goes where `Jaws (1975)` is there too. */
export function onceTitles(titles: readonly string[]): string[] {
  const dated = new Set(titles.flatMap((title) => /^(.*) \(\d{4}\)$/u.exec(title)?.[1]?.toLowerCase() ?? []));
  return once(titles).filter((title) => !dated.has(title.toLowerCase()));
}
