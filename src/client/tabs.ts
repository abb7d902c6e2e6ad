/**
 * @file This tab among the other tabs of the site: they tell each other what they change, and only one of them works on a thing at a
 * time. Who works on what is a lock of the browser, which ends with its tab however that ends.
 */
import { LabError } from '../core/errors.ts';
import { nameInSite } from '../core/platform/site-scope.ts';

/** What tabs share. */
export type ThingKind =
  'notebook' | 'conversation' | 'evaluation' | 'training' | 'sessions' | 'run' | 'dataset' | 'person' | 'everything';

/** Something that is kept; of `everything` the id is empty. */
export interface Thing {
  readonly kind: ThingKind;
  readonly id: string;
}

/** What happened to a thing. */
export interface Change extends Thing {
  readonly what: 'begun' | 'appended' | 'ended' | 'saved' | 'removed';
  /** The run that a run begins again, which another tab had begun. */
  readonly insteadOf?: string;
}

/** That this tab, and no other, works on a thing. */
export interface Claim {
  readonly thing: Thing;
  release(): Promise<void>;
}

/** Called where another tab wants to go on with what this one works on: it stops, and the claim is released once this resolves. */
export type HandOver = () => Promise<void>;

/** The other tabs, as this one sees them. */
export interface Tabs {
  /** Tells the other tabs; of what is appended to a thing, now and then. */
  tell(change: Change): void;
  /** Calls for what other tabs tell, until the returned function is called. */
  listen(onChange: (change: Change) => void): () => void;
  /** Calls for what this tab tells. */
  listenOwn(onChange: (change: Change) => void): () => void;
  /** Claims a thing; null where another tab works on it. */
  claim(thing: Thing, handOver: HandOver): Promise<Claim | null>;
  /** Asks the tab that works on a thing to hand it over; one that does not answer for some seconds loses it. */
  takeOver(thing: Thing, handOver: HandOver): Promise<Claim>;
  /** Resolves once no tab works on the thing. @throws where it is aborted before */
  whenFree(thing: Thing, signal: AbortSignal): Promise<void>;
  /** For a page that shows things of a kind: called with their ids, in place of those before, it says that they are open. */
  shower(kind: ThingKind): (ids: readonly string[]) => void;
  /** Ids of the things of a kind that a tab works on or has open, this one among them. */
  inUse(kind: ThingKind): Promise<{ readonly worked: ReadonlySet<string>; readonly open: ReadonlySet<string> }>;
  /** From now on this tab shares nothing with others, as one that cannot store anything. */
  leave(): void;
}

type Message =
  { readonly type: 'change'; readonly change: Change } | { readonly type: 'wanted'; readonly thing: Thing };

/** A tab that was asked to hand over has this long, in milliseconds: as a worker that is asked to stop, and a little more. */
const HAND_OVER_MILLISECONDS = 5000;

/** Whoever follows reads everything, so more often helps nobody, in milliseconds. */
const APPENDED_EVERY = 300;

const nameOf = (role: 'work' | 'open', { kind, id }: Thing): string => nameInSite(`${role}:${kind}:${id}`);
const isSame = (one: Thing, other: Thing): boolean => one.kind === other.kind && one.id === other.id;

class Held implements Claim {
  readonly thing: Thing;
  private readonly handOver: HandOver;
  private readonly end: () => Promise<void>;
  private ending: Promise<void> | null = null;

  constructor(thing: Thing, handOver: HandOver, end: () => Promise<void>) {
    this.thing = thing;
    this.handOver = handOver;
    this.end = end;
  }

  /** Stops the work, and lets go. */
  yield(): Promise<void> {
    // Whatever goes wrong in stopping, the other tab gets it.
    this.ending ??= this.handOver()
      .catch(() => undefined)
      .then(this.end);
    return this.ending;
  }

  release(): Promise<void> {
    this.ending ??= this.end();
    return this.ending;
  }
}

class BrowserTabs implements Tabs {
  private readonly locks: LockManager | null;
  private channel: BroadcastChannel | null;
  private readonly listeners = new Set<(change: Change) => void>();
  private readonly ownListeners = new Set<(change: Change) => void>();
  private readonly held = new Set<Held>();
  /** Of each thing that was added to lately, when the other tabs are told. */
  private readonly toTell = new Map<string, ReturnType<typeof setTimeout>>();
  private isAlone = false;

  constructor(locks: LockManager | null) {
    this.locks = locks;
    this.channel = new BroadcastChannel(nameInSite('tabs'));
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data);
    // In Node it would keep the process alive.
    (this.channel as { unref?: () => void }).unref?.();
  }

  tell(change: Change): void {
    const { kind, id, what } = change;
    const key = `${kind}:${id}`;
    if (what === 'appended') {
      // Told at the end of the time and not at its beginning: the last of what was added is told too, and is written by then.
      if (!this.toTell.has(key))
        this.toTell.set(
          key,
          setTimeout(() => this.tellNow(change), APPENDED_EVERY),
        );
      return;
    }
    clearTimeout(this.toTell.get(key));
    this.tellNow(change);
  }

  private tellNow(change: Change): void {
    this.toTell.delete(`${change.kind}:${change.id}`);
    for (const listener of this.ownListeners) listener(change);
    this.post({ type: 'change', change });
  }

  listen(onChange: (change: Change) => void): () => void {
    this.listeners.add(onChange);
    return () => void this.listeners.delete(onChange);
  }

  listenOwn(onChange: (change: Change) => void): () => void {
    this.ownListeners.add(onChange);
    return () => void this.ownListeners.delete(onChange);
  }

  claim(thing: Thing, handOver: HandOver): Promise<Claim | null> {
    return this.request(thing, handOver, { ifAvailable: true });
  }

  async takeOver(thing: Thing, handOver: HandOver): Promise<Claim> {
    this.post({ type: 'wanted', thing });
    const signal = AbortSignal.timeout(HAND_OVER_MILLISECONDS);
    const given = await this.request(thing, handOver, { signal }).catch(() => null);
    const claim = given ?? (await this.request(thing, handOver, { steal: true }));
    return claim ?? this.hold(thing, handOver, () => Promise.resolve());
  }

  async whenFree(thing: Thing, signal: AbortSignal): Promise<void> {
    if (this.locks === null || this.isAlone) return;
    await this.locks.request(nameOf('work', thing), { mode: 'shared', signal }, () => undefined);
  }

  shower(kind: ThingKind): (ids: readonly string[]) => void {
    const shown = new Map<string, () => void>();
    return (ids) => {
      for (const [id, end] of shown) {
        if (ids.includes(id)) continue;
        shown.delete(id);
        end();
      }
      for (const id of ids) {
        if (shown.has(id)) continue;
        const open = new Promise<void>((end) => shown.set(id, end));
        void this.locks?.request(nameOf('open', { kind, id }), { mode: 'shared' }, () => open).catch(() => undefined);
      }
    };
  }

  async inUse(kind: ThingKind): ReturnType<Tabs['inUse']> {
    const { held = [] } = (await this.locks?.query()) ?? {};
    const idsOf = (role: 'work' | 'open'): ReadonlySet<string> => {
      const prefix = nameOf(role, { kind, id: '' });
      const names = held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
      return new Set(names);
    };
    return { worked: idsOf('work'), open: idsOf('open') };
  }

  leave(): void {
    this.isAlone = true;
    this.channel?.close();
    this.channel = null;
  }

  private post(message: Message): void {
    this.channel?.postMessage(message);
  }

  private hear(message: Message): void {
    if (message.type === 'change') for (const listener of this.listeners) listener(message.change);
    else for (const held of this.held) if (isSame(held.thing, message.thing)) void held.yield();
  }

  /** Null where another tab has the lock and is not waited for. @throws where the waiting is aborted */
  private async request(thing: Thing, handOver: HandOver, options: LockOptions): Promise<Held | null> {
    const { locks } = this;
    if (locks === null || this.isAlone) return this.hold(thing, handOver, () => Promise.resolve());
    return new Promise((resolve, reject) => {
      let claim: Held | null = null;
      const requested = locks.request(nameOf('work', thing), options, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((end) => {
          claim = this.hold(thing, handOver, async () => {
            end();
            await requested.catch(() => undefined);
          });
          resolve(claim);
        });
      });
      // After it was held, this means that another tab took it.
      requested.catch((thrown: unknown) => (claim === null ? reject(thrown as Error) : void claim.yield()));
    });
  }

  private hold(thing: Thing, handOver: HandOver, end: () => Promise<void>): Held {
    const held: Held = new Held(thing, handOver, async () => {
      this.held.delete(held);
      await end();
    });
    this.held.add(held);
    return held;
  }
}

/** @throws LabError `open-elsewhere` where a tab works on the thing, which somebody wants to remove */
export async function refuseIfWorked(tabs: Tabs, { kind, id }: Thing): Promise<void> {
  if (!(await tabs.inUse(kind)).worked.has(id)) return;
  throw new LabError('open-elsewhere', 'It is being worked on, perhaps in another tab. Stop it there first.', { id });
}

/** This tab among the others. Where the browser has no locks, every tab works on everything. */
export function createTabs(): Tabs {
  const { navigator } = globalThis as { navigator?: { locks?: LockManager } };
  const locks = navigator?.locks ?? null;
  return new BrowserTabs(locks);
}
