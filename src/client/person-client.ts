/** @file The person of the open dataset, over the connection to the lab's worker; other tabs are told of what changes. */
import type { LabCalls } from './evaluation-client.ts';
import type { PersonClient } from './lab.ts';

/** A client of the lab's person. @param opened the name of the open dataset */
export function createPersonClient(
  { call, tabs }: Pick<LabCalls, 'call' | 'tabs'>,
  opened: () => string,
): PersonClient {
  return {
    read: () => call(({ remote }) => remote.person.ownPerson()),
    async change(change) {
      const kept = await call(({ remote }) => remote.person.changeOwnPerson(change));
      tabs.tell({ kind: 'person', id: opened(), what: kept.person === null ? 'removed' : 'saved' });
      return kept;
    },
    async erase() {
      const kept = await call(({ remote }) => remote.person.eraseOwnPerson());
      tabs.tell({ kind: 'person', id: opened(), what: 'removed' });
      return kept;
    },
    itemsToRate: (text, limit) => call(({ remote }) => remote.person.itemsToRate(text, limit)),
    itemsById: (ids) => call(({ remote }) => remote.person.itemsById(ids)),
  };
}
