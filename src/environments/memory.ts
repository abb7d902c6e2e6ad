/** @file What an environment remembers: every meeting of a person and an item, in the order of the person's own steps. */

export interface Meeting {
  readonly item: number;
  /** As perturbed; shaping is not remembered. */
  readonly rating: number;
  /** The person's own step at which it was, from 1. */
  readonly time: number;
}

/** The interactions of all people, R_u of SUBER's equation 1. */
export class Memory {
  private readonly meetings = new Map<number, Meeting[]>();

  /** All meetings of a person, oldest first. */
  of(user: number): readonly Meeting[] {
    return this.meetings.get(user) ?? [];
  }

  /** How often the person met the item, and when last: 0 for never. */
  pastOf(user: number, item: number): { readonly times: number; readonly last: number } {
    let times = 0;
    let last = 0;
    for (const meeting of this.of(user)) {
      if (meeting.item !== item) continue;
      times += 1;
      last = meeting.time;
    }
    return { times, last };
  }

  /** The time of the person's next step. */
  nextTime(user: number): number {
    return this.of(user).length + 1;
  }

  add(user: number, item: number, rating: number): void {
    const meetings = this.meetings.get(user) ?? [];
    meetings.push({ item, rating, time: meetings.length + 1 });
    this.meetings.set(user, meetings);
  }

  /** The last meeting with each item, in the order in which they are first. */
  lastOfEach(user: number): readonly Meeting[] {
    const last = new Map<number, Meeting>();
    for (const meeting of this.of(user)) last.set(meeting.item, meeting);
    return [...last.values()];
  }

  clear(): void {
    this.meetings.clear();
  }
}
