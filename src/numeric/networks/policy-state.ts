/** @file Numbers of policies, copied out and in. */
import { LabError } from '../../core/errors.ts';
import type { Observation, Policy, PolicyState, Transition } from '../../core/environment.ts';
import type { Random } from '../../core/random.ts';

/** An item that is not among the seen ones, all alike; any item where all are. */
export function unseenAtRandom(items: number, seen: readonly number[], random: Random): number {
  if (seen.length >= items) return random.integer(items);
  const isSeen = new Set(seen);
  for (;;) {
    const item = random.integer(items);
    if (!isSeen.has(item)) return item;
  }
}

/** A policy whose numbers are arrays with names. */
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
