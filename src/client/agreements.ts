/**
 * @file What the person has agreed to: which addresses may get prompts, queries, or requests for a model’s files, whichever spec or
 * notebook names them. Files and queries are remembered in this browser until it is taken back. Prompts hold for as long as the page
 * is open, and so does the key of an endpoint, which is kept in memory alone.
 */
import {
  distinctAgreements,
  isSameAgreement,
  originOf,
  type Agreement,
  type NetworkAsk,
} from '../core/network-asks.ts';
import { LabError } from '../core/errors.ts';
import { nameInSite } from '../core/platform/site-scope.ts';

export type AgreementStore = Pick<Storage, 'getItem' | 'setItem'>;

const GETS = ['prompts', 'queries', 'files'];

const isAgreement = (value: unknown): value is Agreement =>
  typeof value === 'object' &&
  value !== null &&
  'origin' in value &&
  typeof value.origin === 'string' &&
  originOf(value.origin) === value.origin &&
  'gets' in value &&
  GETS.includes(String(value.gets));

export class Agreements {
  agreed: readonly Agreement[];
  /** What was asked for without an agreement since the page was opened, the latest last. */
  refused: readonly NetworkAsk[] = [];
  /** Why nothing may be asked for now: the page was loaded without the policy that limits whom its workers can ask. Null where it holds. */
  obstacle: string | null = null;
  private readonly keys = new Map<string, string | null>();
  private readonly listeners = new Set<() => void>();
  private readonly store: AgreementStore;
  private readonly key = nameInSite('agreed-addresses');

  constructor(store: AgreementStore = localStorage) {
    this.store = store;
    this.agreed = this.kept();
  }

  get effective(): readonly Agreement[] {
    return this.obstacle === null ? this.agreed : [];
  }

  agree(asks: readonly Agreement[]): void {
    this.refused = this.refused.filter((one) => !asks.some((ask) => isSameAgreement(one, ask)));
    this.keep(distinctAgreements([...this.agreed, ...asks.map(({ origin, gets }) => ({ origin, gets }))]));
  }

  withdraw(agreement: Agreement): void {
    if (agreement.gets === 'prompts') {
      for (const baseUrl of [...this.keys.keys()])
        if (originOf(baseUrl) === agreement.origin) this.keys.delete(baseUrl);
    }
    this.keep(this.agreed.filter((one) => !isSameAgreement(one, agreement)));
  }

  isAgreed(ask: Agreement): boolean {
    return this.agreed.some((one) => isSameAgreement(one, ask));
  }

  /** Calls after every change. @returns what takes the call back */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  block(obstacle: string | null): void {
    if (this.obstacle === obstacle) return;
    this.obstacle = obstacle;
    this.tell();
  }

  /** @throws LabError `network-off` where nothing may be asked for now */
  requireClear(): void {
    if (this.obstacle !== null) throw new LabError('network-off', this.obstacle);
  }

  /** Notes what an error says was not agreed to, so that it can be agreed to in one place. */
  note(error: LabError): void {
    const { code, details } = error;
    if (code !== 'network-off' || details === null || typeof details !== 'object' || !('asks' in details)) return;
    const asks = details['asks'] as unknown as readonly NetworkAsk[];
    const others = this.refused.filter((one) => !asks.some((ask) => isSameAgreement(one, ask)));
    this.refused = [...others, ...asks];
    this.tell();
  }

  /** Gives the key of an endpoint, which goes to that address alone. */
  giveKey(baseUrl: string, key: string | null): void {
    this.keys.set(baseUrl, key);
  }

  keyOf(baseUrl: string): string | null {
    return this.keys.get(baseUrl) ?? null;
  }

  private keep(agreed: readonly Agreement[]): void {
    this.agreed = agreed;
    try {
      this.store.setItem(this.key, JSON.stringify(agreed.filter(({ gets }) => gets !== 'prompts')));
    } catch {
      // A browser that keeps nothing asks again the next time.
    }
    this.tell();
  }

  private kept(): readonly Agreement[] {
    try {
      const kept: unknown = JSON.parse(this.store.getItem(this.key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isAgreement).filter(({ gets }) => gets !== 'prompts') : [];
    } catch {
      return [];
    }
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

export type NetworkClient = Omit<Agreements, 'effective' | 'note' | 'giveKey' | 'keyOf'>;
