/** @file What the page asks of the service worker that keeps the site. */

/** What it may ask. */
export type SiteRequest =
  /** Take over from the version before. */
  | 'take-over'
  /** Let go of the files of older versions, unless another page may need them. */
  | 'tidy'
  /** Get what is not kept yet, while nobody waits for anything. Answered by a `SiteReport`; to be asked again until it is, since browsers end workers. */
  | 'fill'
  /** Keep what runs models too, from now on. */
  | 'keep-runtimes';

/** What the service worker answers. */
export type SiteReport =
  /** The page opens without a network. */
  | 'kept'
  /** Something could not be had. */
  | 'incomplete';
