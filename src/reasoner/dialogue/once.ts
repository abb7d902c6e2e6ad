/** @file Texts and titles, each once. */

/** Each text once, capitals aside, in the order of the first. */
export function once(texts: readonly string[]): string[] {
  const keys = texts.map((text) => text.toLowerCase());
  return texts.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** Titles once: `Jaws` goes where `Jaws (1975)` is there too, and `Amelie` where `Amelie (Le fabuleux destin d'Amélie Poulain) (2001)` is. */
export function onceTitles(titles: readonly string[]): string[] {
  const longer = titles.flatMap((title) =>
    [...title.matchAll(/ \(/gu)].map(({ index }) => title.slice(0, index).toLowerCase()),
  );
  return once(titles).filter((title) => !longer.includes(title.toLowerCase()));
}
