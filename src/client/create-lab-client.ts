/**
 * @file The page's door to the lab worker. Its verbs are those of `LabService`; here stands what the page does besides calling: it
 * loads models, asks the browser to keep what is made, and ends runs whose worker was lost.
 */
import { wallClock } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import type { LabService, Progress } from '../lab/service.ts';
import type { LoadProgress } from '../rpc/remote-model.ts';
import type { NotebookService } from '../lab/notebook/service.ts';
import type { PersonService } from '../lab/person/service.ts';
import { Agreements } from './agreements.ts';
import type { ChatService } from '../lab/chat/service.ts';
import type { EvaluationService } from '../lab/evaluation/service.ts';
import { createImportClient, startFiles } from './file-workers.ts';
import type { LabClient } from './lab.ts';
import { LabConnection } from './lab-connection.ts';
import { ModelWorkers, type StartModel } from './model-workers.ts';
import { createRunRecord } from './run-record.ts';
import { TabStorage } from './tab-storage.ts';
import { PROMPT_MODEL } from './prompt-api/prompt-availability.ts';
import { startPromptWorker } from './prompt-api/prompt-worker.ts';

const asProgress = ({ phase, bytes, totalBytes }: LoadProgress): Progress => ({
  phase,
  share: totalBytes === 0 ? null : bytes / totalBytes,
  bytes,
  totalBytes,
  rows: 0,
});

export interface LabWorkers {
  readonly startLab: () => Worker;
  /** What the person has agreed to; kept in this browser's settings where it is left out. */
  readonly agreements?: Agreements;
  readonly startImport: () => Worker;
  readonly startModel: StartModel;
}

interface Making {
  readonly connection: LabConnection;
  readonly storage: TabStorage;
}

export function createLabClient(workers: LabWorkers): LabClient {
  const { startLab, startImport, startModel, agreements = new Agreements() } = workers;
  const storage = new TabStorage();
  const models = new ModelWorkers((spec) => storage.adopt(startModel(spec)), agreements);
  const connection = new LabConnection({ startWorker: () => storage.adopt(startLab()), agreements, models });
  const making = { connection, storage };
  const lab: Omit<LabService, 'run'> = connection.lab(datasets(connection));
  return Object.assign(lab, {
    ...{ network: agreements, storage, models },
    imports: createImportClient(
      () => storage.adopt(startImport()),
      agreements,
      () => storage.made(),
    ),
    evaluations: connection.feature('evaluations', evaluations(making)),
    chats: connection.feature('chats', chats(making)),
    judging: connection.feature('judging'),
    samples: connection.feature('samples'),
    notebooks: connection.feature('notebooks', notebooks(making)),
    person: connection.feature('person', person(making)),
    kept: connection.feature('kept'),
    run: runs(making),
  });
}

type LabVerbs = 'open' | 'prepare' | 'remove';

function datasets(connection: LabConnection) {
  return (lab: LabService): Pick<LabService, LabVerbs> => ({
    async open(name, slow) {
      const dataset = await lab.open(name, slow);
      connection.opened = name;
      return dataset;
    },
    prepare(spec, { onProgress, signal }) {
      const onLoading = (progress: LoadProgress): void => onProgress(asProgress(progress));
      return connection.asking({ onProgress: onLoading, signal }, (asking) =>
        lab.prepare(spec, { onProgress, ...asking }),
      );
    },
    async remove(name) {
      await lab.remove(name);
      if (connection.opened === name) connection.opened = null;
    },
  });
}

function notebooks({ connection, storage }: Making) {
  return (lab: NotebookService): Pick<NotebookService, 'run' | 'save'> => ({
    save(...given) {
      storage.made();
      return lab.save(...given);
    },
    run: (run, { onProgress, signal }) =>
      connection.asking({ onProgress: () => undefined, signal }, (asking) => lab.run(run, { onProgress, ...asking })),
  });
}

function person({ storage }: Making) {
  return (lab: PersonService): Pick<PersonService, 'change'> => ({
    async change(change) {
      storage.made();
      return lab.change(change);
    },
  });
}

function chats({ connection, storage }: Making) {
  return (lab: ChatService): Pick<ChatService, 'say'> => ({
    say: (id, settings, text, { onEvents, onProgress = () => undefined, signal }) => {
      storage.made();
      return connection.asking({ onProgress, signal }, (asking) =>
        lab.say(id, settings, text, { onEvents, ...asking }),
      );
    },
  });
}

function evaluations({ connection, storage }: Making) {
  return (lab: EvaluationService): Pick<EvaluationService, 'run'> => ({
    run(input, { onUpdate, signal }) {
      storage.made();
      const onProgress = ({ phase }: LoadProgress): void => onUpdate({ type: 'phase', text: phase });
      return connection.asking({ onProgress, signal }, (asking) => lab.run(input, { onUpdate, ...asking }));
    },
  });
}

/** Runs a spec under an id that the page gives. A run whose worker was lost still gets its last events on the page. */
function runs({ connection, storage }: Making): LabClient['run'] {
  const lab = connection.lab();
  let count = 0;
  return async (spec, running) => {
    count += 1;
    const id = `${String(wallClock())}-${String(count)}`;
    running.onKept?.(id);
    storage.made();
    const record = createRunRecord(running.onEvents);
    const { signal } = running;
    try {
      return await connection.asking({ onProgress: () => undefined, signal }, (asking) =>
        lab.run(id, spec, { onEvents: record.add, ...asking }),
      );
    } catch (thrown) {
      if (!record.started) throw thrown;
      return record.close(signal.aborted ? new LabError('aborted', 'Stopped.') : thrown);
    }
  };
}

export function connectLab(): LabClient {
  return createLabClient({
    startLab: () =>
      new Worker(new URL('../../workers/lab.worker.ts', import.meta.url), { type: 'module', name: 'lab' }),
    startImport: startFiles,
    startModel: ({ name }) =>
      name === PROMPT_MODEL
        ? startPromptWorker()
        : new Worker(new URL('../../workers/model.worker.ts', import.meta.url), { type: 'module', name: 'model' }),
  });
}
