/**
 * @file Demonstrations for planning (Huang and others 2023, section 3.4): pairs of a request and its plan, of which those nearest to the
 * request are shown.
 */
import type { ConversationSettings, Demonstration } from '../../core/dialogue.ts';
import type { EmbeddingModel } from '../../core/language-model.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { kindsOf } from './wish-form.ts';

/** Where demonstrations come from: none is `zero` mode, the same ones always `fixed`, the nearest `dynamic`. */
export interface Demonstrations {
  of(request: string, options: { readonly signal: AbortSignal }): Promise<readonly Demonstration[]>;
}

export function fixedDemonstrations(all: readonly Demonstration[], count: number): Demonstrations {
  const first = all.slice(0, count);
  return { of: () => Promise.resolve(first) };
}

/** What a demonstration shows: its intent, its tools, and how it orders. */
const kindOf = ({ plan: { intent, steps } }: Demonstration): string =>
  [intent, ...steps.map(({ tool, input }) => `${tool} ${JSON.stringify(input['scheme'] ?? null)}`)].join(' ');

/**
 * The nearest ones by cosine, of each kind of plan the nearest alone, nearest last, next to the request; a request itself is never its own
 * demonstration.
 */
export function dynamicDemonstrations(
  all: readonly Demonstration[],
  embedding: EmbeddingModel,
  count: number,
): Demonstrations {
  let vectors: Promise<readonly Float32Array[]> | null = null;
  const cosine = (one: Float32Array, other: Float32Array): number =>
    one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return {
    async of(request, options) {
      vectors ??= embedding.embed(
        all.map((one) => one.request),
        options,
      );
      const [own] = await embedding.embed([request], options);
      const kept = await vectors;
      if (own === undefined) return [];
      const kinds = new Set<string>();
      return all
        .map((demonstration, at) => ({ demonstration, at, near: cosine(own, kept[at] as Float32Array) }))
        .filter(({ demonstration }) => demonstration.request !== request)
        .sort((a, b) => b.near - a.near || a.at - b.at)
        .filter(({ demonstration }) => {
          const kind = kindOf(demonstration);
          const isNew = !kinds.has(kind);
          kinds.add(kind);
          return isNew;
        })
        .slice(0, count)
        .reverse()
        .map(({ demonstration }) => demonstration);
    },
  };
}

export interface ConversationOptions extends ConversationSettings {
  /** Whether candidates are passed on from tool to tool; else each tool starts with what one prompt can name. */
  readonly bus: boolean;
  readonly demonstrations: Demonstrations | null;
}

/** Stand for titles, a genre and a name in the lab's own demonstrations. */
const PLACES = /\b(?:ITEM\d|TAG|PERSON\d)\b/u;

/** A demonstration with something in its places. @param kind what the catalogue calls a genre */
const filled = (one: Demonstration, kind: string, places: Readonly<Record<string, string>>): Demonstration =>
  JSON.parse(JSON.stringify(one), (_, value: unknown) =>
    typeof value !== 'string'
      ? value
      : value === 'genre'
        ? kind
        : value.replaceAll(new RegExp(PLACES, 'gu'), (place) => places[place] ?? place),
  ) as Demonstration;

export const byFame = ({ items, known }: Catalogue): Catalogue['items'] =>
  [...items].sort((a, b) => known(b.id) - known(a.id) || a.id - b.id);

/** With a catalogue's best known in their places, without those that ask for what it lacks. */
export function filledFor(catalogue: Catalogue, all: readonly Demonstration[]): Demonstration[] {
  const { titles, values } = catalogue;
  const [[genre, kind] = ['', '']] = kindsOf(values.outline);
  const famous = byFame(catalogue).slice(0, 3);
  const places: Record<string, string> = {};
  for (const [at, { id }] of famous.entries()) places[`ITEM${String(at + 1)}`] = titles.reference(id).title;
  const [person] = famous.flatMap(({ attributes: { director } }) => director ?? []);
  if (person !== undefined) places['PERSON1'] = String(person);
  if (genre !== '') places['TAG'] = genre;
  const lacking = ['director', 'running_time'].filter((name) => values.attribute(name) === null);
  return all
    .map((one) => filled(one, kind, places))
    .filter((one) => !PLACES.test(one.request) && !lacking.some((name) => JSON.stringify(one).includes(`"${name}"`)));
}
