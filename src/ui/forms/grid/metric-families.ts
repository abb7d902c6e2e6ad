/** @file The metrics of a task in families, such as all hit ratios: a line of the form for each. */

/** Metrics of one family; one that is alone is a family by itself. */
export interface MetricFamily {
  /** `HR@`, or the name of one that has no such number. */
  readonly title: string;
  readonly metrics: readonly {
    /** `HR@10`. */
    readonly name: string;
    /** What tells it apart in its family: `10`, or its name where it has no such number. */
    readonly short: string;
  }[];
}

const familyOf = (name: string): string => name.replace(/@.*/, '@');

/** In the order of the first of each. */
export function metricFamilies(names: readonly string[]): readonly MetricFamily[] {
  return [...new Set(names.map(familyOf))].map((title) => {
    const own = names.filter((name) => familyOf(name) === title);
    return { title, metrics: own.map((name) => ({ name, short: name === title ? name : name.slice(title.length) })) };
  });
}
