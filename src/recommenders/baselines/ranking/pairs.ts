/** @file The training triples of pairwise ranking (Rendle et al. 2009, section 4.2): who, what they had, what they had not. */
import { LabError } from '../../../core/errors.ts';
import type { Random } from '../../../core/random.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../training-matrix.ts';

const FREE = -1;
/** The golden ratio's fraction of 2³² (Knuth 1973, section 6.4): neighbouring items go to places far apart. */
const SPREAD = 0x9e3779b9;

/** The smallest power of 2 that is at least twice a length, so that at least half of the table is free. */
const slotsFor = (length: number): number => 1 << (32 - Math.clz32(2 * Math.max(1, length) - 1));

/**
 * Draws uniformly among the items that a person has not had. Each person's items are in an open-addressing hash table of their own:
 * binary search, whose branches a processor cannot predict, took a third of BPR's time at a million ratings.
 */
export class NegativeSampler {
  /** Where each person's table begins, then where the last one ends; lengths are powers of 2. */
  private readonly start: Int32Array;
  private readonly had: Int32Array;
  private readonly items: number;
  private readonly random: Random;

  /** @throws LabError `task-impossible` where somebody has had every item, so that there is nothing to draw */
  constructor({ byUser, users, items }: TrainingMatrix, random: Random) {
    this.items = items.length;
    this.random = random;
    this.start = new Int32Array(users.length + 1);
    users.forEach((id, user) => {
      const length = lengthOf(byUser, user);
      if (length === items.length) {
        const problem = `Person ${id} has had every item, so that no item can be set against those`;
        throw new LabError('task-impossible', `${problem}; choose another baseline or a larger dataset.`, { user: id });
      }
      this.start[user + 1] = this.start[user]! + slotsFor(length);
    });
    this.had = new Int32Array(this.start[users.length]!).fill(FREE);
    for (let user = 0; user < users.length; user += 1)
      for (const item of columnsOf(byUser, user)) this.had[this.placeOf(user, item)] = item;
  }

  draw(user: number): number {
    let item = this.random.integer(this.items);
    while (this.had[this.placeOf(user, item)] === item) item = this.random.integer(this.items);
    return item;
  }

  /** Where an item stands in the person's table, or would stand. */
  private placeOf(user: number, item: number): number {
    const start = this.start[user]!;
    const mask = this.start[user + 1]! - start - 1;
    let at = (Math.imul(item, SPREAD) >>> 8) & mask;
    while (this.had[start + at] !== FREE && this.had[start + at] !== item) at = (at + 1) & mask;
    return start + at;
  }
}

export function usersOfEntries({ byUser, users }: TrainingMatrix): Int32Array {
  const owner = new Int32Array(byUser.column.length);
  for (let user = 0; user < users.length; user += 1) owner.fill(user, byUser.start[user], byUser.start[user + 1]);
  return owner;
}

/** How many triples are drawn before steps are made with them. */
export const BATCH = 256;

/** Draws triples (u, i, j) with replacement, a batch at a time, so that their reads from memory overlap. */
export class TripleSampler {
  private readonly owner: Int32Array;
  private readonly column: Int32Array;
  private readonly entries: Random;
  private readonly negatives: NegativeSampler;
  private readonly u = new Int32Array(BATCH);
  private readonly i = new Int32Array(BATCH);
  private readonly j = new Int32Array(BATCH);

  /** @throws LabError `task-impossible` where somebody has had every item */
  constructor(train: TrainingMatrix, random: Random) {
    this.owner = usersOfEntries(train);
    this.column = train.byUser.column;
    this.entries = random.fork('triples');
    this.negatives = new NegativeSampler(train, random.fork('negatives'));
  }

  /** A batch of triples, in arrays that the next batch is written to. */
  draw(): { readonly u: Int32Array; readonly i: Int32Array; readonly j: Int32Array } {
    const { u, i, j } = this;
    for (let at = 0; at < BATCH; at += 1) {
      const entry = this.entries.integer(this.owner.length);
      u[at] = this.owner[entry]!;
      i[at] = this.column[entry]!;
    }
    for (let at = 0; at < BATCH; at += 1) j[at] = this.negatives.draw(u[at]!);
    return { u, i, j };
  }
}
