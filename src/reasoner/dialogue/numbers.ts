/** @file Years and orders as messages name them. */
import type { CatalogueOutline, Order } from '../../core/dialogue.ts';
import { DECADES } from './words.ts';

/** An order of a catalogue that has its number; null for any other. */
export function orderNamed(name: string, { attributes, years }: CatalogueOutline): Order | null {
  const [scheme = '', wanted] = name.split(' ');
  if (wanted === undefined)
    return years !== null || scheme === 'popularity' || scheme === 'rating' ? ({ scheme } as Order) : null;
  const names = wanted === 'running_time' ? [wanted, 'duration', 'pages'] : [wanted];
  const attribute = names.find((one) => attributes.some(({ name: own, isNumber }) => own === one && isNumber));
  return attribute === undefined ? null : { scheme: scheme as 'most' | 'least', attribute };
}

const YEAR = '((?:1[5-9]|20)\\d\\d)';
const TENS = /^(?:the )?(?:(early|late)[- ])?(?:'?((?:1[5-9]|20)?\d0)'?s|(\p{L}+ties))(?!\p{L})/iu;
const SPAN = new RegExp(`^(?:(?:between|from) )?${YEAR} ?(?:-|to|and) ?${YEAR}(?!\\d)`, 'iu');
const ONE = new RegExp(
  `^(?:(after|newer than|since|from|before|older than|until|up to|of|in) )?${YEAR}( or later| or newer| on| onwards| or earlier| or older)?(?![\\p{L}\\d])`,
  'iu',
);

/** The years that the beginning of a text names, with how long that is; null where it names none. */
export function yearsIn(text: string): { from?: number; to?: number; length: number } | null {
  const tens = TENS.exec(text);
  const word = DECADES.indexOf(tens?.[3]?.toLowerCase() ?? '');
  if (tens !== null && (tens[2] !== undefined || word >= 0)) {
    const short = Number(tens[2] ?? 0);
    const first = word >= 0 ? 1920 + 10 * word : short + (short > 99 ? 0 : short < 30 ? 2000 : 1900);
    const side = tens[1]?.toLowerCase();
    return { from: first + (side === 'late' ? 5 : 0), to: first + (side === 'early' ? 4 : 9), length: tens[0].length };
  }
  const [all = '', first, last] = SPAN.exec(text) ?? [];
  if (all !== '') return { from: Number(first), to: Number(last), length: all.length };
  const one = ONE.exec(text);
  if (one === null) return null;
  const [year, { length }] = [Number(one[2]), one[0]];
  const said = `${one[1] ?? ''}${one[3] ?? ''}`.toLowerCase();
  if (/after|newer than/u.test(said)) return { from: year + 1, length };
  if (/before|older than/u.test(said)) return { to: year - 1, length };
  if (/until|up to|earlier|older/u.test(said)) return { to: year, length };
  return /since|later|newer| on/u.test(said) ? { from: year, length } : { from: year, to: year, length };
}

/** Years in words: `1980-1989`, `to 1979`, `2005 on`. */
export function spanWords(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `to ${String(to)}`;
  return to === undefined ? `${String(from)} on` : [...new Set([from, to])].join('-');
}
