/** @file Names that are spelt much alike, by the runs of three letters that they share. */

const MOST = 20;
/** Dice's coefficient below which names have nothing to do with each other. */
const LEAST_ALIKE = 0.35;

const trigramsOf = (key: string): string[] => {
  const padded = `  ${key} `;
  return [...new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))];
};

/** An index of names by their runs of three letters. */
export class NearNames {
  private readonly trigrams = new Map<string, string[]>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      for (const trigram of trigramsOf(name)) {
        const known = this.trigrams.get(trigram);
        if (known === undefined) this.trigrams.set(trigram, [name]);
        else known.push(name);
      }
    }
  }

  /** Names that share the most runs with this one, by Dice's coefficient; at most 20. */
  of(key: string): readonly string[] {
    const own = trigramsOf(key);
    const shared = new Map<string, number>();
    for (const trigram of own) {
      for (const name of this.trigrams.get(trigram) ?? []) shared.set(name, (shared.get(name) ?? 0) + 1);
    }
    return [...shared]
      .map(([name, count]) => ({ name, dice: (2 * count) / (own.length + trigramsOf(name).length) }))
      .filter(({ dice }) => dice >= LEAST_ALIKE)
      .sort((a, b) => b.dice - a.dice || (a.name < b.name ? -1 : 1))
      .slice(0, MOST)
      .map(({ name }) => name);
  }
}
