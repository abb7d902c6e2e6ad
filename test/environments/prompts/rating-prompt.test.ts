/** @file The worked examples of the rating prompts, on every scale. */
import { describe, expect, test } from 'vitest';
import type { RatedItem } from '../../../src/core/rater.ts';
import { PROMPT_EXAMPLES } from '../../../src/environments/prompts/examples.ts';
import { ratingMessages } from '../../../src/environments/prompts/rating-prompt.ts';
import { WRITTEN_SCALES, type WrittenScale } from '../../../src/environments/prompts/rating-scale.ts';

const KINDS = ['film', 'book'] as const;

/** The examples as they are told: of each the question, the rating, the question for its reason, and the reason. */
function told(kind: RatedItem['kind'], scale: WrittenScale, name = 'Ada'): readonly string[] {
  const [example] = PROMPT_EXAMPLES[kind];
  if (example === undefined) throw new Error('no example');
  const question = { person: { ...example.person, name }, item: example.item, history: [], timesBefore: 0 };
  return ratingMessages(question, { scale, shots: 2, system: 'default' })
    .slice(1, -1)
    .map(({ content }) => content);
}

describe.each(WRITTEN_SCALES.flatMap((scale) => KINDS.map((kind) => ({ kind, scale, id: scale.id }))))(
  'the examples for a $kind on $id',
  ({ kind, scale }) => {
    const [likes = '', liked = '', , , dislikes = '', disliked = ''] = told(kind, scale);
    const placeOf = (written: string | undefined): number => scale.written.indexOf(written ?? '');
    const pastOf = (question: string): readonly number[] =>
      [...question.matchAll(/" \(([^)]*)\)/g)].map(([, written]) => placeOf(written));

    test('rate what was rated before on that scale', () => {
      for (const question of [likes, dislikes]) {
        expect(pastOf(question)).toHaveLength(3);
        expect(Math.min(...pastOf(question))).toBeGreaterThanOrEqual(0);
      }
    });

    test('are answered as is asked for: by the rating alone', () => {
      for (const question of [likes, dislikes]) expect(question).toMatch(/ Answer with the rating alone\.$/);
      for (const reply of [liked, disliked]) expect(scale.written).toContain(reply);
    });
  },
);
