/** @file Numbers of policies, copied out and in; softmax over what is not masked, and draws from it. */
import { LabError } from '../../core/errors.ts';
import type { Observation, Policy, PolicyState, Transition } from '../../core/environment.ts';
import { log } from '../../core/numbers/elementary-functions.ts';
import type { Random } from '../../core/random.ts';
import type { PolicyKernel } from './simd-kernel.ts';

/** An item that is not among the seen ones, all alike; any item where all are. */
export function unseenAtRandom(items: number, seen: readonly number[], random: Random): number {
  if (seen.length >= items) return random.integer(items);
  const isSeen = new Set(seen);
  for (;;) {
    const item = random.integer(items);
    if (!isSeen.has(item)) return item;
  }
}

export abstract class SavedPolicy implements Policy {
  abstract readonly id: string;
  abstract readonly title: string;
  protected random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  abstract act(observation: Observation): number;
  abstract choose(observation: Observation): number;
  abstract learn(transition: Transition): void;
  protected abstract arrays(): PolicyState;

  begin(random: Random): void {
    this.random = random;
  }

  save(): PolicyState {
    return Object.fromEntries(Object.entries(this.arrays()).map(([name, values]) => [name, values.slice()]));
  }

  load(state: PolicyState): void {
    restoreState(this.arrays(), state);
  }
}

/** Overwrites arrays with saved ones. @throws LabError `file-damaged` where names or lengths differ */
function restoreState(arrays: PolicyState, saved: PolicyState): void {
  for (const [name, values] of Object.entries(arrays)) {
    if (saved[name]?.length !== values.length)
      throw new LabError('file-damaged', `The checkpoint does not fit: ${name} should have ${values.length} numbers.`, {
        name,
      });
  }
  for (const [name, values] of Object.entries(arrays)) values.set(saved[name] ?? []);
}

/** Stops training before NaN weights are kept. @throws LabError `internal` naming the policy */
export function checkState(policy: string, state: PolicyState): void {
  for (const values of Object.values(state))
    for (const value of values) if (!Number.isFinite(value)) checkFinite(policy, value);
}

/** Stops training where weights become NaN. @throws LabError `internal` naming the policy */
export function checkFinite(policy: string, value: number): void {
  if (Number.isFinite(value)) return;
  throw new LabError(
    'internal',
    `${policy} diverged: its loss is no longer a number. Lower its learning rate; the last checkpoint is good.`,
  );
}

/** The divergence of Kullback and Leibler KL(old ‖ now), in nats. */
export function divergenceFrom(old: Float32Array, now: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < old.length; at += 1) {
    const share = old[at]!;
    if (share > 0) sum += share * log(share / Math.max(now[at]!, 1e-30));
  }
  return sum;
}

/**
 * Turns logits into probabilities in place; masked places get 0. Where all are masked none is.
 * @returns ln Σ exp of the logits that count
 */
export function maskedSoftmax(kernel: PolicyKernel, logits: Float32Array, masked: readonly number[]): number {
  if (masked.length < logits.length) for (const place of masked) logits[place] = -Infinity;
  return kernel.softmax(logits);
}

export function drawPlace(probabilities: Float32Array, random: Random): number {
  let rest = random.uniform();
  let last = 0;
  for (let at = 0; at < probabilities.length; at += 1) {
    const share = probabilities[at]!;
    if (share <= 0) continue;
    last = at;
    rest -= share;
    if (rest < 0) return at;
  }
  return last;
}

/** The place of the highest value that is not masked, the first of equals; any place where all are masked. */
export function bestPlace(values: ArrayLike<number>, masked: readonly number[]): number {
  const isMasked = new Set(masked.length < values.length ? masked : []);
  let best = -1;
  for (let at = 0; at < values.length; at += 1) {
    // Few are better than all before, so that few have to be looked up.
    if (best >= 0 && !(values[at]! > values[best]!)) continue;
    if (!isMasked.has(at)) best = at;
  }
  return best;
}
