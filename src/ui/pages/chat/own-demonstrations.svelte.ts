/** @file Plans that were kept as demonstrations, of all conversations: what was asked in each. */
import type { Session } from '../../session.svelte.ts';

export class OwnDemonstrations {
  requests = $state.raw<readonly string[]>([]);
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  async refresh(): Promise<void> {
    await this.session.attempt('Looking for demonstrations', async () => {
      this.requests = await this.session.client.chats.demonstrations();
    });
  }

  async remove(request: string): Promise<void> {
    await this.session.attempt('Removing the demonstration', () =>
      this.session.client.chats.removeDemonstration(request),
    );
    await this.refresh();
  }
}
