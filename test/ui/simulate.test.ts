import { expect, test } from 'vitest';
import type { LabClient } from '../../src/client/lab.ts';
import type { SimulationClient } from '../../src/client/simulation-client.ts';
import { TabStorage } from '../../src/client/tab-storage.ts';
import { LabError } from '../../src/core/errors.ts';
import type { Models } from '../../src/ui/pages/library/models.svelte.ts';
import { Session } from '../../src/ui/session.svelte.ts';
import { Simulate } from '../../src/ui/pages/simulate/simulate.svelte.ts';

// There is no frame here.

test.each([
  ['its seed', (simulate: Simulate) => simulate.change({ seed: 5 })],
  ['whose items they are', (simulate: Simulate) => simulate.chooseItems('books')],
  [
    'the length of its episodes',
    (simulate: Simulate) => simulate.form.onwrite({ ...simulate.form.value, timeLimit: 7 }),
  ],
])('what went wrong in an environment is told no longer once %s was changed', (_what, change) => {
  const network = { onChange: () => undefined, agreed: [], refused: [] };
  const session = new Session({ network, storage: new TabStorage() } as unknown as LabClient);
  session.goTo('simulate');
  const never = new Promise<never>(() => undefined);
  const client = {
    listen: () => undefined,
    query: () => never,
  } as unknown as SimulationClient;
  const models = { onGone: () => undefined } as unknown as Models;
  const simulate = new Simulate(session, models, client);
  const broken = new LabError('model-failed', 'It broke.').toData();
  for (const what of ['Beginning the episode', 'Taking the step', 'Training']) {
    session.tell(what, broken);
    expect(session.trouble).toMatchObject({ what });
    change(simulate);
    expect(session.trouble).toBeNull();
  }
});
