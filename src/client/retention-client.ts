/** @file Which kept runs stay, over the connection to the lab's worker. */
import type { LabCalls } from './evaluation-client.ts';
import type { RetentionClient } from './lab.ts';

/** A client of the retention of runs. */
export function createRetentionClient({ call, tabs }: LabCalls): RetentionClient {
  return {
    async hold(id, by) {
      await call(({ remote }) => remote.holdRun(id, by));
      tabs.tell({ kind: 'run', id, what: 'saved' });
    },
    async removeOutdated() {
      const { worked, open } = await tabs.inUse('run');
      const removed = await call(({ remote }) => remote.removeOutdatedRuns([...worked, ...open]));
      for (const { id } of removed) tabs.tell({ kind: 'run', id, what: 'removed' });
      return removed;
    },
  };
}
