import type { EvaluationExport, Progress } from '../../../client/lab.ts';
import { download } from '../../browser.ts';
import type { Session } from '../../session.svelte.ts';

export class TableExport {
  work = $state.raw<{ readonly as: EvaluationExport; readonly share: number; readonly stop: () => void } | null>(null);
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  async save(name: string, as: EvaluationExport): Promise<void> {
    const { session } = this;
    if (this.work !== null) return;
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const tell = (share: number): void => void (this.work = { as, share, stop });
    tell(0);
    await session.attempt(`Saving ${as}`, async () => {
      const slow = { onProgress: ({ share }: Progress) => tell(share ?? 0), signal: controller.signal };
      const blob = await session.client.query('grid-file', { grid: name, as }, slow);
      download(blob, `${name}.${as}`);
    });
    this.work = null;
  }
}
