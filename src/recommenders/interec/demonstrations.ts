/**
 * @file Demonstrations for planning (Huang and others 2023, section 3.4): pairs of a request and its plan, of which those nearest to the
 * request are shown.
 */
import type { Demonstration } from '../../core/dialogue.ts';
import type { EmbeddingModel } from '../../core/language-model.ts';

/** Where demonstrations come from: none is `zero` mode, the same ones always `fixed`, the nearest `dynamic`. */
export interface Demonstrations {
  /** Those for a request. */
  of(request: string, options: { readonly signal: AbortSignal }): Promise<readonly Demonstration[]>;
}

/** The same ones for every request. */
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
