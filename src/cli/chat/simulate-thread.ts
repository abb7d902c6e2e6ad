/** @file The thread in which simulated people talk with the recommender. */
import { parentPort, workerData } from 'node:worker_threads';
import { LabError, toLabError, type LabErrorData } from '../../core/errors.ts';
import { ablationTable, runVariant, variantsOf, type VariantResult } from '../../runs/chat/ablations.ts';
import { simulatedDemonstrations } from '../../runs/chat/made-demonstrations.ts';
import { seekersOf } from '../../runs/chat/simulate.ts';
import type { SimulateOptions } from './chat-arguments.ts';
import { openChatSession } from './chat-session.ts';

/** What the thread is given. */
export interface SimulateThreadData {
  readonly command: SimulateOptions;
}

/** What the thread tells. */
export type SimulateThreadMessage =
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'table'; readonly table: string; readonly conversations: number; readonly leaks: number }
  | { readonly type: 'error'; readonly error: LabErrorData };

const tell = (message: SimulateThreadMessage): void => parentPort?.postMessage(message);

async function simulate({ command }: SimulateThreadData, signal: AbortSignal): Promise<void> {
  const onProgress = (text: string): void => tell({ type: 'progress', text });
  const session = await openChatSession(command, onProgress, signal);
  const { catalogue, dataset, split } = session;
  try {
    const agent = await session.model(command.model);
    const simulator = await session.model(command.simulator);
    const seekers = seekersOf(dataset, split, catalogue, command.conversations, command.seed);
    if (seekers.length === 0)
      throw new LabError(
        'task-impossible',
        'Nobody looks for anything: no held-out item was rated high and has genres and a year.',
      );
    const variants = variantsOf(await simulatedDemonstrations(catalogue, agent, command.seed, signal));
    const results: VariantResult[] = [];
    for (const variant of variants) {
      const report = (done: number): void => {
        if (done % 20 === 0) onProgress(`${variant.name}: ${String(done)} of ${String(seekers.length)} people`);
      };
      results.push(
        await runVariant(
          variant,
          seekers,
          { catalogue, dataset, agent, simulator, seed: command.seed, signal },
          report,
        ),
      );
    }
    const leaks = results.reduce((sum, { manyTurns }) => sum + manyTurns.reduce((own, one) => own + one.leaks, 0), 0);
    tell({ type: 'table', table: ablationTable(results, command.seed), conversations: seekers.length, leaks });
  } finally {
    session.close();
  }
}

const controller = new AbortController();
parentPort?.on('message', () => controller.abort());
simulate(workerData as SimulateThreadData, controller.signal)
  .catch((thrown: unknown) => tell({ type: 'error', error: toLabError(thrown).toData() }))
  .finally(() => parentPort?.close());
