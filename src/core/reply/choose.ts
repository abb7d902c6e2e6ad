/** @file Asking a model which of several whole replies it finds likeliest: small models that cannot write can choose. */
import { exp } from '../numbers/elementary-functions.ts';
import type { Reading } from './generate.ts';
import type { GenerateRequest } from '../language-model.ts';
import { createRandom } from '../random.ts';
import type { RunContext } from '../run-context.ts';
import { largest } from '../numbers/extremes.ts';

export interface Chosen {
  readonly logProbabilities: readonly number[];
  /** p(i | one of them): the probabilities of the replies among themselves, which add up to 1. */
  readonly shares: readonly number[];
  /** The place of the one drawn at the request's temperature; at 0 the likeliest, the first of equals. */
  readonly drawn: number;
}

export async function choose(
  { model, trace, signal }: RunContext,
  request: GenerateRequest,
  replies: readonly string[],
): Promise<Reading<Chosen>> {
  if (model.score === undefined) return { ok: false, problem: 'the model gives no log-probabilities' };
  const { logProbabilities, call } = await model.score(request, replies, { signal });
  const reading = readScores(request, logProbabilities);
  if (call !== undefined) {
    const problem = reading.ok ? null : reading.problem;
    trace.emit({ type: 'reply-check', call, status: reading.ok ? 'constrained' : 'failed', problem });
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
