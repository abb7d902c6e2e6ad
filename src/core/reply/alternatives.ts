/** @file What could have stood in a reply: shares of options, and the expected number, by the likeliest tokens in each place. */
import type { ToldToken } from '../language-model.ts';
import { exp } from '../numbers/elementary-functions.ts';

/** JSON without the blanks between its parts; it may break off anywhere. */
const compact = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*"?)|\s+/gs, (_, quoted: string | undefined) => quoted ?? '');

/**
 * The shares of options at the token where they part, behind a beginning that they share: what is likely there counts for all options that
 * begin so, in equal parts where the reply did not go on with it. What is not told counts as nothing.
 * @param options without blanks between their parts; none is the beginning of another
 * @param normal the text so far as options have it
 * @returns shares that add up to 1; null where the tokens do not tell the options apart
 */
export function sharesOf(
  options: readonly string[],
  tokens: readonly ToldToken[],
  normal: (text: string) => string = compact,
): readonly number[] | null {
  const shares = options.map(() => 0);
  let open = options.map((_, at) => at);
  let mass = 1;
  let written = '';
  for (const { token, alternatives } of tokens) {
    const before = written;
    written += token;
    const among = open;
    const beginning = (text: string): readonly number[] =>
      among.filter((at) => options[at]?.startsWith(normal(text)) || normal(text).startsWith(options[at] ?? ''));
    const own = beginning(written);
    const likely = alternatives
      .map((one) => ({ fits: beginning(before + one.token), p: exp(one.logProbability), isOwn: one.token === token }))
      // Blanks, and what begins all of them in another way, say nothing of any.
      .filter(({ fits, isOwn }) => fits.length > 0 && (isOwn || fits.length < among.length));
    const total = likely.reduce((sum, { p }) => sum + p, 0);
    if (total > 0) {
      const rest = likely.find(({ isOwn }) => isOwn)?.p ?? 0;
      for (const { fits, p, isOwn } of likely)
        if (!isOwn) for (const at of fits) shares[at] = (shares[at] ?? 0) + (mass * p) / total / fits.length;
      mass *= rest / total;
      open = [...own];
    }
    if (open.length <= 1 || own.length === 0) break;
  }
  if (open.length === options.length) return null;
  for (const at of open) shares[at] = (shares[at] ?? 0) + mass / open.length;
  return shares;
}

/**
 * The mean of the numbers of a scale that could have stood in place of the one that was written, by their probabilities; null where the
 * reply has no such number, or nothing is told of it.
 * @param member of the reply that holds the number
 */
export function expectedNumber(
  tokens: readonly ToldToken[],
  member: string,
  { min, max, step }: { readonly min: number; readonly max: number; readonly step: number },
): number | null {
  const text = compact(tokens.map(({ token }) => token).join(''));
  const name = `${JSON.stringify(member)}:`;
  const at = text.lastIndexOf(name);
  if (at < 0) return null;
  const before = text.slice(0, at + name.length);
  const values = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) => min + index * step);
  const digits = Math.max(1, String(step).split('.')[1]?.length ?? 0);
  // 4 is 4.0, whatever ends it.
  const whole = (number: string): string => `${Number(number).toFixed(digits)},`;
  const normal = (part: string): string => {
    const own = compact(part);
    if (!own.startsWith(before)) return own;
    return before + own.slice(before.length).replace(/^([-\d.]+)[,}\]].*$/s, (_, number: string) => whole(number));
  };
  const shares = sharesOf(
    values.map((value) => before + whole(String(value))),
    tokens,
    normal,
  );
  return shares?.reduce((sum, share, index) => sum + share * (values[index] ?? 0), 0) ?? null;
}
