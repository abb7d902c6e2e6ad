/** @file What the page does for evaluations besides calling the lab: it loads models, and tells other tabs. */
import type { EvaluationService, EvaluationUpdate } from '../lab/evaluation/service.ts';
import type { LoadProgress } from '../rpc/model-service.ts';
import type { LabConnection } from './lab-connection.ts';
import { refuseIfWorked, type Change, type Tabs } from './tabs.ts';

/** What a client of the lab tells, and over what it calls. */
export interface Telling {
  readonly connection: LabConnection;
  readonly tabs: Tabs;
}

/** The verbs of evaluations that change what other tabs show. */
export function tellsOfEvaluations({ connection, tabs }: Telling) {
  return (lab: EvaluationService): Pick<EvaluationService, 'run' | 'compareWith' | 'remove'> => ({
    async run(input, { onUpdate, signal }) {
      const onProgress = ({ phase }: LoadProgress): void => onUpdate({ type: 'phase', text: phase });
      let name: string | null = null;
      const tellTabs = (what: Change['what']): void => {
        if (name !== null) tabs.tell({ kind: 'evaluation', id: name, what });
      };
      const tell = (update: EvaluationUpdate): void => {
        if (update.type === 'kept') ({ name } = update);
        if (update.type !== 'phase' && update.type !== 'working')
          tellTabs(update.type === 'kept' ? 'begun' : 'appended');
        onUpdate(update);
      };
      try {
        return await connection.asking({ onProgress, signal }, (asking) =>
          lab.run(input, { onUpdate: tell, ...asking }),
        );
      } finally {
        tellTabs('ended');
      }
    },
    async compareWith(name, base) {
      await refuseIfWorked(tabs, { kind: 'evaluation', id: name });
      const table = await lab.compareWith(name, base);
      tabs.tell({ kind: 'evaluation', id: name, what: 'ended' });
      return table;
    },
    async remove(name) {
      await refuseIfWorked(tabs, { kind: 'evaluation', id: name });
      await lab.remove(name);
      tabs.tell({ kind: 'evaluation', id: name, what: 'removed' });
    },
  });
}
