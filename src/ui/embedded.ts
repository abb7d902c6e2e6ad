/**
 * @file Whether the page stands in somebody else's page. What a header forbids (`frame-ancestors`) no page can forbid by itself, and a
 * host without headers cannot send it before the service worker does: so in a frame there is nothing that could be lost or sent.
 */
import { placeOf, type Place } from './places.ts';

/** True in a frame of a page of another origin. */
function isFramedByOthers(): boolean {
  try {
    return window.top !== window.self && window.top?.location.origin !== location.origin;
  } catch {
    return true;
  }
}

/** True where `?embed` asks for one picture or notebook without the places, and in every frame of another origin. */
export const isEmbedded = (): boolean => new URLSearchParams(location.search).has('embed') || isFramedByOthers();

/** The place that the address names, of those that are there. */
export function shownPlace(embedded: boolean): Place {
  const named = placeOf(location.hash);
  return embedded && named !== 'notebook' ? 'plan' : named;
}
