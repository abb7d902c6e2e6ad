import type { EvaluationExport } from '../../../client/lab.ts';
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
    const onProgress = (share: number): void => void (this.work = { as, share, stop });
    onProgress(0);
    await session.attempt(`Saving ${as}`, async () => {
      const blob = await session.client.evaluations.export(name, as, { onProgress, signal: controller.signal });
      download(blob, `${name}.${as}`);
    });
    this.work = null;
  }
}
