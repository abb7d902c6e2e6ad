/**
 * @file WebLLM's models to begin with: small enough for an ordinary card, able to hold a reply to its form, and of families whose licence is
 * known. Chosen by what is published of them; none was measured here.
 */

/** What is told of such a model beside its sizes. */
export interface WorthTrying {
  readonly licence: string;
  readonly because: string;
}

/** By the id of the catalogue. */
export const WORTH_TRYING: Readonly<Record<string, WorthTrying>> = {
  'Qwen3-0.6B-q4f16_1-MLC': {
    licence: 'Apache 2.0',
    because: 'The smallest that is said to know when to call a tool; can think before it answers.',
  },
  'Qwen3-0.6B-q4f32_1-MLC': { licence: 'Apache 2.0', because: 'The same for cards without 16-bit floats.' },
  'Qwen3-1.7B-q4f16_1-MLC': { licence: 'Apache 2.0', because: 'Three times as large, and slower by as much.' },
  'Qwen2.5-1.5B-Instruct-q4f16_1-MLC': { licence: 'Apache 2.0', because: 'Answers without thinking first.' },
  'Llama-3.2-1B-Instruct-q4f16_1-MLC': {
    licence: 'Llama 3.2 Community Licence',
    because: 'Of another family, for comparison.',
  },
  'Phi-4-mini-instruct-q4f16_1-MLC': { licence: 'MIT', because: 'The largest of these: 3.8 billion parameters.' },
};
