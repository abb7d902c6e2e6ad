/** @file What an engine throws where calls go too deep. */

/**
 * Whether calls went deeper than the engine's stack: Chromium, Node and WebKit throw a `RangeError`, Firefox an error of its own, whose
 * class no other engine has.
 */
export const isStackOverflow = (thrown: unknown): boolean =>
  thrown instanceof RangeError || (thrown instanceof Error && thrown.name === 'InternalError');
