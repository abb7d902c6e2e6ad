/** @file What each agent of the system on the page is worth. */
import { LabError } from '../../core/errors.ts';
import { ablationInput } from './ablation.ts';
import type { Agents } from './agents.svelte.ts';

/** Compares the system with itself without each of its agents. */
export async function runAblation(agents: Agents): Promise<void> {
  const { session } = agents;
  agents.ablation = null;
  await agents.work('The ablation', async (signal) => {
    const input = ablationInput({ spec: agents.specOfMany(), helpers: agents.systemFile.helpers });
    if (!(await session.prepare(agents.spec(), signal))) return;
    const end = await session.client.evaluations.run(input, {
      onUpdate: (update) => {
        if (update.type === 'table') agents.ablation = update.table;
      },
      signal,
    });
    if (end.error !== null) throw LabError.fromData(end.error);
  });
}
