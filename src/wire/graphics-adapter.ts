/**
 * @file What the browser says of the graphics card, as plain data for the page. Types only.
 */

/** A graphics card that WebGPU offers. */
export interface PresentAdapter {
  readonly available: true;
  /** `nvidia`, `apple`; empty where the browser does not tell, as for the three after it. */
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  /** True for a card that the processor imitates: everything works, many times slower. */
  readonly isSoftware: boolean;
  /** Such as `shader-f16`; sorted. */
  readonly features: readonly string[];
  /** By their names in WebGPU: `maxBufferSize` in bytes, `maxComputeInvocationsPerWorkgroup` as a count. */
  readonly limits: { readonly [name: string]: number };
}

/** The graphics card, or in one sentence why there is none and what helps. */
export type AdapterReport = PresentAdapter | { readonly available: false; readonly reason: string };
