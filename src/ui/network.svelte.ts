/** @file What was agreed to that other hosts get, as the page shows it. */
import type { NetworkClient } from '../client/lab.ts';
import { isSameAgreement, type Agreement, type NetworkAsk } from '../core/network-asks.ts';

/** Agreements, kept up to date. */
export class Network {
  agreed = $state.raw<readonly Agreement[]>([]);
  refused = $state.raw<readonly NetworkAsk[]>([]);
  obstacle = $state.raw<string | null>(null);
  private readonly client: NetworkClient;

  constructor(client: NetworkClient) {
    this.client = client;
    client.onChange(() => this.look());
    this.look();
  }

  isAgreed(ask: Agreement): boolean {
    return this.agreed.some((one) => isSameAgreement(one, ask));
  }

  agree(asks: readonly Agreement[]): void {
    this.client.agree(asks);
  }

  withdraw(agreement: Agreement): void {
    this.client.withdraw(agreement);
  }

  private look(): void {
    const { agreed, refused, obstacle } = this.client;
    Object.assign(this, { agreed, refused, obstacle });
  }
}

/** What follows the host: `models.example` gets requests for files of models. */
export const GETS: Readonly<Record<Agreement['gets'], string>> = {
  files: 'gets requests for files of models',
  prompts: 'gets prompts',
  queries: 'gets queries of searches',
};
