/** @file The training triples of pairwise ranking (Rendle et al. 2009, section 4.2): who, what they had, what they had not. */
import { LabError } from '../../../core/errors.ts';
import type { Random } from '../../../core/random.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../training-matrix.ts';

/** Draws items that a person has not had, every such item equally likely. */
export class NegativeSampler {
  private readonly start: Int32Array;
  private readonly sorted: Int32Array;
  private readonly items: number;
  private readonly random: Random;

  /** @throws LabError `task-impossible` where somebody has had every item, so that there is nothing to draw */
  constructor({ byUser, users, items }: TrainingMatrix, random: Random) {
    this.start = byUser.start;
    this.sorted = byUser.column.slice();
    this.items = items.length;
    this.random = random;
    users.forEach((id, user) => {
      if (lengthOf(byUser, user) === items.length) {
        const problem = `Person ${id} has had every item, so that no item can be set against those`;
        throw new LabError('task-impossible', `${problem}; choose another baseline or a larger dataset.`, { user: id });
      }
      columnsOf({ ...byUser, column: this.sorted }, user).sort();
    });
  }

  /** An item that the person has not had. */
  draw(user: number): number {
    let item = this.random.integer(this.items);
    while (this.has(user, item)) item = this.random.integer(this.items);
    return item;
  }

  private has(user: number, item: number): boolean {
    let low = this.start[user]!;
    let high = this.start[user + 1]! - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.sorted[middle]!;
      if (found === item) return true;
      if (found < item) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}

/** The person of each entry of the matrix by person. */
export function usersOfEntries({ byUser, users }: TrainingMatrix): Int32Array {
  const owner = new Int32Array(byUser.column.length);
  for (let user = 0; user < users.length; user += 1) owner.fill(user, byUser.start[user], byUser.start[user + 1]);
  return owner;
}
