/**
 * @file How much of a list is of genres that a person likes or dislikes (SUBER, section 4.4 and appendix F, over the first five).
 */

/** What a recommended item is to a person. */
export type Liking = 'liked' | 'disliked' | 'neutral';

/** A list by liking: the class of each item, and the share of each class. */
export interface LikedShare extends Readonly<Record<Liking, number>> {
  readonly classes: readonly Liking[];
}

/**
 * Classes and shares of a list. An item is liked with some liked genre and no disliked one, disliked with some disliked and
 * no liked, else neutral. Genres are compared letter by letter, capitals included.
 * Edge cases: an item without genres is neutral; an item with genres of both kinds, or one that is in both lists, is
 * neutral; the shares of an empty list are NaN.
 * @param list the genres of each recommended item
 */
export function likedShare(
  list: readonly (readonly string[])[],
  liked: ReadonlySet<string>,
  disliked: ReadonlySet<string>,
): LikedShare {
  const classes = list.map((genres): Liking => {
    const hasLiked = genres.some((genre) => liked.has(genre));
    const hasDisliked = genres.some((genre) => disliked.has(genre));
    return hasLiked === hasDisliked ? 'neutral' : hasLiked ? 'liked' : 'disliked';
  });
  const share = (of: Liking): number => classes.filter((one) => one === of).length / classes.length;
  return { classes, liked: share('liked'), disliked: share('disliked'), neutral: share('neutral') };
}
