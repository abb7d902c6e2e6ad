/**
 * @file The interpreter's tool: a summary of a long dialogue, in its own sentences.
 */
import type { Tool } from '../../core/recommender.ts';
import { extractiveSummary } from '../text-rank.ts';

const SENTENCES = 3;

/** `Summarize[text]`: the sentences that stand for the others best (TextRank). */
export function dialogueSummaryTool(): Tool {
  return {
    name: 'Summarize',
    description: 'summarizes the whole text in its own sentences',
    parameters: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    async execute(args) {
      const { text } = (args ?? {}) as { readonly text?: unknown };
      if (typeof text !== 'string' || text.trim() === '') {
        return { observation: 'There is nothing to summarize.', detail: null, failed: true };
      }
      return { observation: extractiveSummary(text.split('\n'), SENTENCES), detail: null, failed: false };
    },
  };
}
