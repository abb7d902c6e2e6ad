/**
 * @file A dataset without some of its interactions.
 */
import type { Dataset } from '../../core/dataset.ts';
import { withoutHeldTags } from '../tags.ts';

/**
 * The dataset with the interactions at these positions, in their order. People, items and the fingerprint stay as they
 * are: it is for work within one dataset, such as fitting, and no dataset of its own.
 */
export function withPositions(dataset: Dataset, positions: Int32Array): Dataset {
  const { user, item, rating, time, review, summary, votes } = dataset.interactions;
  const at = <Value>(column: ArrayLike<Value>): Value[] =>
    Array.from(positions, (position) => column[position] as Value);
  return {
    ...dataset,
    manifest: { ...dataset.manifest, counts: { ...dataset.manifest.counts, interactions: positions.length } },
    interactions: {
      user: Int32Array.from(at(user)),
      item: Int32Array.from(at(item)),
      rating: Float64Array.from(at(rating)),
      time: Float64Array.from(at(time)),
      ...(review !== undefined && { review: at(review) }),
      ...(summary !== undefined && { summary: at(summary) }),
      ...(votes !== undefined && { votes: Int32Array.from(at(votes)) }),
    },
  };
}

/** The dataset without the interactions that a split holds out, and without the tags that their people gave their items. */
export function trainingPart(dataset: Dataset, heldOut: Int32Array): Dataset {
  const hidden = new Set(heldOut);
  const { user } = dataset.interactions;
  return withPositions(
    withoutHeldTags(dataset, heldOut),
    Int32Array.from(user.keys()).filter((position) => !hidden.has(position)),
  );
}
