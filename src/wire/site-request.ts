/** @file What the page asks of the service worker that keeps the site. */

/** What it may ask. */
export type SiteRequest =
  /** Take over from the version before. */
  | 'take-over'
  /** Let go of the files of older versions, unless another page may need them. */
  | 'tidy';
