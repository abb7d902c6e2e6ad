/** @file Which of several whole replies a model finds likeliest, since small models that cannot write can choose; and what it could have written. */
import { ratingsOn, type RatingScale } from '../dataset.ts';
import { exp } from '../numbers/elementary-functions.ts';
import type { Asking, Reading } from './generate.ts';
import type { GenerateRequest, ToldToken } from '../language-model.ts';
import { createRandom } from '../random.ts';
import { largest } from '../numbers/extremes.ts';

export interface Chosen {
  readonly logProbabilities: readonly number[];
  /** p(i | one of them): the probabilities of the replies among themselves, which add up to 1. */
  readonly shares: readonly number[];
  /** The place of the one drawn at the request's temperature; at 0 the likeliest, the first of equals. */
  readonly drawn: number;
}

export async function choose(
  { model, trace, signal }: Pick<Asking, 'model' | 'trace' | 'signal'>,
  request: GenerateRequest,
  replies: readonly string[],
): Promise<Reading<Chosen>> {
  if (model.score === undefined) return { ok: false, problem: 'the model gives no log-probabilities' };
  const { logProbabilities, call } = await model.score(request, replies, { signal });
  const reading = readScores(request, logProbabilities);
  if (call !== undefined) {
    const problem = reading.ok ? null : reading.problem;
    trace?.emit({ type: 'reply-check', call, status: reading.ok ? 'constrained' : 'failed', problem });
  }
  return reading;
}

function readScores({ temperature, seed }: GenerateRequest, logProbabilities: readonly number[]): Reading<Chosen> {
  const shares = softmax(logProbabilities, 1);
  if (!shares.every(Number.isFinite)) return { ok: false, problem: 'its log-probabilities are no numbers' };
  const likeliest = logProbabilities.indexOf(largest(logProbabilities));
  if (temperature === 0) return { ok: true, value: { logProbabilities, shares, drawn: likeliest } };
  let rest = createRandom(seed).uniform();
  const at = softmax(logProbabilities, temperature).findIndex((share) => (rest -= share) < 0);
  return { ok: true, value: { logProbabilities, shares, drawn: at < 0 ? likeliest : at } };
}

function softmax(logarithms: readonly number[], temperature: number): number[] {
  const most = largest(logarithms);
  const weights = logarithms.map((logarithm) => exp((logarithm - most) / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** JSON without the blanks between its parts; it may break off anywhere. */
const compact = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*"?)|\s+/gs, (_, quoted: string | undefined) => quoted ?? '');

/**
 * The shares of options, none the beginning of another, at the token where they part; null where none tells them apart. What did not go on
 * counts for all that begin so, in equal parts; what is not told for none. @param normal the text so far as options have it
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

/** The same of numbers behind a beginning: 4 is 4.0, whatever ends it. */
export function sharesOfNumbers(
  before: string,
  numbers: readonly number[],
  tokens: readonly ToldToken[],
): readonly number[] | null {
  const digits = largest([1, ...numbers.map((number) => String(number).split('.')[1]?.length ?? 0)]);
  const whole = (number: number): string => `${before}${number.toFixed(digits)},`;
  const normal = (part: string): string => {
    const own = compact(part);
    const ended = own.startsWith(before) ? /^([-\d.]+)[,}\]]/.exec(own.slice(before.length)) : null;
    return ended === null ? own : whole(Number(ended[1]));
  };
  return sharesOf(numbers.map(whole), tokens, normal);
}

/** The mean of the numbers that could have stood in a member of the reply, by their probabilities; null without such a number. */
export function expectedNumber(tokens: readonly ToldToken[], member: string, scale: RatingScale): number | null {
  const text = compact(tokens.map(({ token }) => token).join(''));
  const name = `${JSON.stringify(member)}:`;
  const at = text.lastIndexOf(name);
  const values = ratingsOn(scale);
  const shares = at < 0 ? null : sharesOfNumbers(text.slice(0, at + name.length), values, tokens);
  return shares?.reduce((sum, share, index) => sum + share * (values[index] ?? 0), 0) ?? null;
}
