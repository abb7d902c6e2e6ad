/**
 * @file The transitions that a policy learns from again and again. What a person was shown before an action is not kept with it: it is
 * the actions before it in the same episode, so that 250,000 transitions take a few megabytes and go into a checkpoint whole.
 */
import type { Observation, PolicyState, Transition } from '../core/environment.ts';
import type { Random } from '../core/random.ts';

export type Replayed = Pick<Transition, 'observation' | 'action' | 'reward' | 'next' | 'terminated'>;

/** A ring: the newest transition takes the place of the oldest. */
export class ReplayBuffer {
  private readonly capacity: number;
  private readonly users: Float32Array;
  private readonly actions: Float32Array;
  private readonly rewards: Float32Array;
  /** As memory keeps them, beside the rewards, which may be shaped. */
  private readonly ratings: Float32Array;
  private readonly depths: Float32Array;
  private readonly ends: Float32Array;
  /** All that were ever added; the depth of the next. */
  private readonly counts = new Float32Array(2);

  constructor(capacity: number) {
    this.capacity = capacity;
    const column = (): Float32Array => new Float32Array(capacity);
    this.users = column();
    this.actions = column();
    this.rewards = column();
    this.ratings = column();
    this.depths = column();
    this.ends = column();
  }

  get size(): number {
    return Math.min(this.counts[0]!, this.capacity);
  }

  /** What comes next is of another episode. */
  cut(): void {
    this.counts[1] = 0;
  }

  /** Adds what followed the last one that was added, or the beginning of an episode. */
  add({ observation, action, reward, next, terminated, truncated }: Transition): void {
    const [count = 0, depth = 0] = this.counts;
    const at = count % this.capacity;
    this.users[at] = observation.user;
    this.actions[at] = action;
    this.rewards[at] = reward;
    this.ratings[at] = next.ratings[next.items.indexOf(action)]!;
    this.depths[at] = depth;
    this.ends[at] = terminated ? 1 : 0;
    this.counts[0] = count + 1;
    this.counts[1] = terminated || truncated ? 0 : depth + 1;
  }

  /** One of them, all alike. Of an episode whose beginning was overwritten only the rest is known. */
  draw(random: Random): Replayed {
    return this.replay(this.counts[0]! - 1 - random.integer(this.size));
  }

  arrays(): PolicyState {
    const { users, actions, rewards, ratings, depths, ends, counts } = this;
    return { users, actions, rewards, ratings, depths, ends, counts };
  }

  private replay(place: number): Replayed {
    const at = place % this.capacity;
    const known = new Map<number, number>();
    const user = this.users[at]!;
    const first = Math.max(place - this.depths[at]!, this.counts[0]! - this.size);
    for (let earlier = first; earlier < place; earlier += 1) this.meet(known, earlier);
    const observation = observed(user, known);
    this.meet(known, place);
    return {
      observation,
      action: this.actions[at]!,
      reward: this.rewards[at]!,
      next: observed(user, known),
      terminated: this.ends[at] === 1,
    };
  }

  private meet(known: Map<number, number>, place: number): void {
    const at = place % this.capacity;
    known.set(this.actions[at]!, this.ratings[at]!);
  }
}

/** Items in the order of first sight, each with its last rating: a map keeps the place of a key that is set anew. */
function observed(user: number, known: ReadonlyMap<number, number>): Observation {
  return { user, items: [...known.keys()], ratings: [...known.values()] };
}
