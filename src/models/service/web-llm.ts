/**
 * @file What the page shows of WebLLM's models, as plain data. Types only.
 */

/** One model of WebLLM's catalogue. */
export interface WebLlmEntry {
  /** As a spec names it after `web-llm/`: `Qwen2.5-0.5B-Instruct-q4f16_1-MLC`. */
  readonly id: string;
  /** The id without its quantization: `Qwen2.5-0.5B-Instruct`. */
  readonly family: string;
  /** Bits of a weight and the floats it is computed in: `q4f16_1` is 4 bits and 16-bit floats. */
  readonly quantization: string;
  /** Where weights, tokenizer and settings lie. */
  readonly modelUrl: string;
  /** Where the compiled library lies. */
  readonly libraryUrl: string;
  /** Of graphics memory, in units of 10⁶ bytes, as WebLLM states it. */
  readonly vramMegabytes: number;
  /** In tokens. */
  readonly contextLength: number;
  /**
   * Of the download, in bytes, from the number of weights in the name and the bits of each; real sizes are up to a third larger.
   * Null where the name has no number. The exact size is known once the list of files was read.
   */
  readonly estimatedBytes: number | null;
  /** Features of WebGPU, such as `shader-f16`. */
  readonly requiredFeatures: readonly string[];
  /** The largest piece of memory that the model binds at once, in bytes; null where WebLLM does not state it. */
  readonly bufferBytes: number | null;
  /** The id of the same model in 32-bit floats, for cards without `shader-f16`; null where there is none or this is it. */
  readonly in32Bits: string | null;
  /** True where the model has a list of its parts beside its settings. */
  readonly hasManifest: boolean;
}

/** A model beside what this machine can do with it. */
export interface WebLlmFit {
  readonly entry: WebLlmEntry;
  /** Whether it, or `instead`, can be loaded here. */
  readonly runs: boolean;
  /** The id that is loaded in its place, where the card has no 16-bit floats. */
  readonly instead: string | null;
  /** Why it does not run, or runs as another; null where it runs as it is. */
  readonly reason: string | null;
}
