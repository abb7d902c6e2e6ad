/** @file Where the parts of the answer strip stand, in pixels. */
import { fit, textWidth } from '../../../picture/wrap.ts';
import type { Strip } from './strip.ts';

/** Sizes of the texts in the strip. */
export const STRIP_TEXT = { title: 12.5, answer: 13, verdict: 12, tick: 11 } as const;

/** What the strip measures. */
export interface StripSize {
  readonly width: number;
  readonly height: number;
  /** Titles as far as there is room for them, in the order of the rows. */
  readonly titles: readonly string[];
  readonly left: number;
  readonly right: number;
  /** The middle of a row. */
  readonly rowAt: (index: number) => number;
  readonly top: number;
  readonly bottom: number;
}

const HEAD = 18;
const FOOT = 17;
const ROW = { usual: 19, dense: 16 } as const;
/** With more rows than this they stand closer. */
const ROOMY = 4;
const GAP = 14;
const VALUE = { rating: 112, place: 108, text: 0 } as const;
const LEAST_AXIS = 76;
/** What says which mark is which stands under the titles. */
const KEY = 100;

/** Cut in its middle: titles differ at their ends, as Tree-of-Thoughts (BFS) and (DFS) do. */
function shortened(title: string, width: number): string {
  const end = title.slice(title.lastIndexOf(' ') + 1);
  if (end === title || textWidth(title, STRIP_TEXT.title) <= width) return fit(title, width, STRIP_TEXT.title);
  const room = width - textWidth(` ${end}`, STRIP_TEXT.title);
  return `${fit(title.slice(0, -end.length - 1), room, STRIP_TEXT.title)} ${end}`;
}

/** Measures the strip for a width. */
export function sizeOf({ kind, rows, guesses }: Strip, width: number): StripSize {
  const count = rows.length + guesses.length;
  const row = count > ROOMY ? ROW.dense : ROW.usual;
  const widest = Math.max(0, ...rows.map(({ title }) => textWidth(title, STRIP_TEXT.title)));
  const room = Math.max(KEY, Math.min(widest, width - VALUE[kind] - 2 * GAP - LEAST_AXIS));
  const bottom = HEAD + count * row;
  return {
    width,
    height: bottom + FOOT,
    titles: rows.map(({ title }) => shortened(title, room + 1)),
    left: room + GAP,
    right: Math.max(room + GAP + 40, width - VALUE[kind] - GAP),
    rowAt: (index) => HEAD + (index + 0.5) * row,
    top: HEAD,
    bottom,
  };
}
