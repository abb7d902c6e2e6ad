/** @file The glyph of each kind: strokes in a box of 14 by 14, so that kinds differ without colour. */
import type { MarkKind } from './mark-text.ts';

export const GLYPHS: Readonly<Record<MarkKind, string>> = {
  thought: 'M3.4 7h.01M7 7h.01M10.6 7h.01',
  database: 'M3 4c0-1.300 8-1.300 8 0v6c0 1.300-8 1.300-8 0Zm0 0c0 1.300 8 1.300 8 0M3 7c0 1.300 8 1.300 8 0',
  search: 'M9.1 9.100 11.800 11.800M6.300 2.700a3.600 3.600 0 1 0 .01 0',
  summary: 'M3 4.200h8M3 7h8M3 9.800h4.500',
  end: 'M3 7.500 6 10.500 11.500 3.500',
};

/** The signs below stand on the point (0, 0). A leaf, for what was inspired. */
export const LEAF = 'M0-2c0-8 6-12 13-12 0 8-5 12-13 12Zm0 0 8-7';

/** A pencil, for what a person edited. */
export const PENCIL = 'M0 0 1-3.500 7-9.500 9.500-7 3.500-1Zm1-3.500 2.500 2.500';

/** Not equal, for a state about somebody or something else. */
export const SLIPPED = 'M-2.800-1.200h5.600M-2.800 1.600h5.600M1.600-3.400-1.600 3.800';

/** Beside a state that was dropped: a tick where that was right, a cross where it was a mistake. */
export const DROPPED = { rightly: 'M-3.500 0-1 2.500 3.500-3', wrongly: 'M-3-3 3 3M3-3-3 3' } as const;
