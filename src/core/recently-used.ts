/** @file A store that forgets: values by key, of which the ones that were asked for least recently go first. */

export class RecentlyUsed<Value> {
  private readonly entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  private readonly most: number;
  private readonly weigh: (value: Value, key: string) => number;
  private held = 0;

  /** @param most what all values may weigh together, or how many there may be without `weigh` */
  constructor(most: number, weigh: (value: Value, key: string) => number = () => 1) {
    this.most = most;
    this.weigh = weigh;
  }

  get weight(): number {
    return this.held;
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value): void {
    this.forget(key);
    const weight = this.weigh(value, key);
    if (weight > this.most) return;
    this.entries.set(key, { value, weight });
    this.held += weight;
    for (const oldest of this.entries.keys()) {
      if (this.held <= this.most) break;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.held -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }
}
