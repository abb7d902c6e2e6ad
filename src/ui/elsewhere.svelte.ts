/**
 * @file Something that one tab works on at a time, as a page sees it: worked on here, or in another tab, which is followed until this
 * one takes over.
 */
import type { Change, Claim, Tabs, Thing } from '../client/tabs.ts';

/** What a page does about the thing that it shows. */
export interface Sharer {
  /** Shows what is kept of the thing by now. Nothing that was typed here is touched. */
  readonly reload: (thing: Thing) => Promise<void>;
  /** Stops what works on it here, and resolves once that has ended. */
  readonly stop: () => Promise<void>;
  /** Told where the thing is gone, or a run was begun again in another tab. */
  readonly onChange?: (change: Change) => void;
}

/** Reading again takes longer than an event, in milliseconds. */
const RELOAD_EVERY = 250;

const isSame = (one: Thing | null, other: Thing): boolean => one?.kind === other.kind && one.id === other.id;

/** The thing that a page shows, and who works on it. */
export class Elsewhere {
  /** True while another tab works on it. */
  isElsewhere = $state(false);
  /** True while the other tab is asked to hand over. */
  isTaking = $state(false);
  private readonly tabs: Tabs;
  private readonly sharer: Sharer;
  private thing: Thing | null = null;
  private claim: Claim | null = null;
  private following = new AbortController();
  private reloading: Promise<void> | null = null;
  private isOutdated = false;
  /** One step after the other: two claims of one tab would stand in each other's way. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(tabs: Tabs, sharer: Sharer) {
    this.tabs = tabs;
    this.sharer = sharer;
    tabs.listen((change) => this.hear(change));
  }

  /** True while this tab works on it. */
  get isMine(): boolean {
    return this.claim !== null;
  }

  /** Looks at another thing, or at none; what this tab worked on is free again. */
  look(thing: Thing | null): Promise<void> {
    return this.inTurn(() => this.lookAt(thing));
  }

  /** Claims the thing before work on it. @returns false where another tab works on it */
  begin(thing: Thing): Promise<boolean> {
    return this.inTurn(async () => {
      await this.lookAt(thing);
      if (this.claim !== null) return true;
      const claim = await this.tabs.claim(thing, () => this.handOver(thing));
      if (claim === null) this.follow(thing);
      else this.unfollow();
      this.claim = claim;
      return claim !== null;
    });
  }

  /** Lets go of the thing, which stays looked at. */
  release(): Promise<void> {
    return this.inTurn(() => this.letGo());
  }

  /** Has the other tab stop, and works on the thing here. */
  async takeOver(): Promise<void> {
    const { thing } = this;
    if (thing === null || this.claim !== null || this.isTaking) return;
    this.isTaking = true;
    try {
      this.claim = await this.tabs.takeOver(thing, () => this.handOver(thing));
      this.unfollow();
      await this.sharer.reload(thing);
    } finally {
      this.isTaking = false;
    }
  }

  private async lookAt(thing: Thing | null): Promise<void> {
    if (thing !== null && isSame(this.thing, thing)) return;
    await this.letGo();
    this.unfollow();
    this.thing = thing;
    if (thing !== null) await this.watch(thing);
  }

  private async letGo(): Promise<void> {
    const { claim } = this;
    this.claim = null;
    await claim?.release();
  }

  private inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.last.then(act);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async handOver(thing: Thing): Promise<void> {
    // What stops lets go of it too, and would wait for this.
    this.claim = null;
    await this.sharer.stop();
    if (!isSame(this.thing, thing)) return;
    // The other tab has it once this has ended: only then is there somebody to wait for.
    this.isElsewhere = true;
    setTimeout(() => void this.watch(thing), RELOAD_EVERY);
  }

  /** Follows the thing where another tab works on it. */
  private async watch(thing: Thing): Promise<void> {
    const { worked } = await this.tabs.inUse(thing.kind);
    if (this.claim !== null || !isSame(this.thing, thing)) return;
    if (worked.has(thing.id)) this.follow(thing);
    else this.isElsewhere = false;
  }

  private follow(thing: Thing): void {
    this.unfollow();
    this.isElsewhere = true;
    const { signal } = this.following;
    // A tab that is closed tells nobody; its lock ends with it.
    void this.tabs.whenFree(thing, signal).then(
      () => {
        if (signal.aborted) return;
        this.isElsewhere = false;
        this.reload(thing);
      },
      () => undefined,
    );
  }

  private unfollow(): void {
    this.following.abort();
    this.following = new AbortController();
    this.isElsewhere = false;
  }

  private hear(change: Change): void {
    const { thing } = this;
    if (thing === null || this.claim !== null) return;
    if (isSame(thing, change)) {
      if (change.what !== 'removed') this.reload(thing);
      // It may just have been claimed there.
      if (!this.isElsewhere) void this.watch(thing);
    }
    if (isSame(thing, change) || change.insteadOf === thing.id) this.sharer.onChange?.(change);
  }

  /** Reads again, and once more where something has changed meanwhile. */
  private reload(thing: Thing): void {
    this.isOutdated = true;
    this.reloading ??= this.reloadNow(thing).finally(() => (this.reloading = null));
  }

  private async reloadNow(thing: Thing): Promise<void> {
    while (this.isOutdated && this.claim === null && isSame(this.thing, thing)) {
      this.isOutdated = false;
      // A file that is being written may refuse; what comes next is told again.
      await this.sharer.reload(thing).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, RELOAD_EVERY));
    }
  }
}
