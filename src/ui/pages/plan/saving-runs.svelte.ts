import { exportRun, zipFiles } from '../../../client/file-workers.ts';
import { throwIfAborted } from '../../../core/errors.ts';
import type { NamedFile, RUN_FORMATS } from '../../../export/service.ts';
import { download, fileName } from '../../browser.ts';
import type { Work } from '../../session.svelte.ts';
import { fileStem } from './question-on.ts';
import type { Plan } from './plan.svelte.ts';

/**
 * A name for each run, without its ending: its planner's, or that of a fork where the first run has the same planner. No two are the same.
 * @param planners of the runs in their order; empty where it is not known
 */
export function runFileNames(planners: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const [index, planner] of planners.entries()) {
    const own = fileName(planner) || 'run';
    const name = index > 0 && planner === planners[0] ? `${own}-fork` : own;
    let free = name;
    for (let number = 2; names.includes(free); number += 1) free = `${name}-${String(number)}`;
    names.push(free);
  }
  return names;
}

export class SavingRuns {
  work = $state.raw<Work | null>(null);
  private readonly page: Plan;

  constructor(page: Plan) {
    this.page = page;
  }

  async save({ extension }: (typeof RUN_FORMATS)[number]): Promise<void> {
    const { session, stage } = this.page;
    this.work?.stop();
    const controller = new AbortController();
    const { signal } = controller;
    const stop = (): void => controller.abort();
    await session
      .attempt('Saving the runs', async () => {
        const stem = fileStem(this.page);
        const names = runFileNames(stage.runs.map(({ origin }) => origin.planner));
        const made: NamedFile[] = [];
        for (const [index, run] of stage.runs.entries()) {
          throwIfAborted(signal);
          const name = `${names[index] ?? 'run'}.${extension}`;
          const request = { extension, title: run.origin.title };
          const onProgress = (share: number | null): void => {
            if (!signal.aborted) this.work = saving(name, share, stop);
          };
          const file = await exportRun(run.events, request, { signal, onProgress });
          made.push({ name, file });
        }
        // One click is one file.
        const [only] = made;
        if (made.length > 1) {
          this.work = saving(`${stem}.zip`, null, stop);
          download(await zipFiles(made, signal), `${stem}.zip`);
        } else if (only !== undefined) download(only.file, `${stem}-${only.name}`);
      })
      .finally(() => {
        if (this.work?.stop === stop) this.work = null;
      });
  }
}

/** @param share of the events that the worker has; null once it writes */
function saving(name: string, share: number | null, stop: () => void): Work {
  const phase = share === null ? 'Writing' : 'Reading the events';
  return { name, kind: 'save', progress: { bytes: 0, totalBytes: 0, rows: 0, phase, share }, stop };
}
