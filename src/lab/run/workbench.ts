/** @file One open dataset: who has a task in it, and runs about it or about slices of it. */
import { now } from '../../core/clock.ts';
import type { Database } from '../../core/database.ts';
import type { Dataset } from '../../core/dataset.ts';
import { canonicalJson } from '../../core/json.ts';
import type { RunSummary } from '../../core/run.ts';
import type { SimulationSpec } from '../../notebook/notebook.ts';
import { isTextType, type Task, type UserReference } from '../../core/task.ts';
import type { SqlEngine } from '../../data/database/engine.ts';
import { heldText, taskProblems } from '../../data/split/examples.ts';
import { leaveLastOut } from '../../data/split/splits.ts';
import { taskSubjects, type TaskSubject } from '../../data/split/task-source.ts';
import { createDataset, createSplit, embeddingsOf } from './registry.ts';
import type { CompleteRunSpec } from './run-spec.ts';
import { isBaseline } from './baseline-spec.ts';
import type { RunHost } from './run-host.ts';
import { run } from './run.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';
import { surroundingRun, runSimulation } from '../simulation/run-simulation.ts';

export type Workbench = ReturnType<typeof openWorkbench>;

/** A person who rates on is another one each time; a database of each would fill the memory. */
const KEPT_OVERLAYS = 3;

export function openWorkbench(
  engine: SqlEngine,
  dataset: Dataset,
  options: Required<Pick<SessionOptions, 'files' | 'onProgress'>> &
    Pick<
      SessionOptions,
      'openModel' | 'requireAgreed' | 'fetchPackaged' | 'fetchWords' | 'examples' | 'startStatements' | 'startPrograms'
    >,
) {
  const { partOf, sessionOn, forgetOwnPeople, close } = openSessions(engine, dataset, options);
  const sessionOf = (spec: CompleteRunSpec): Session => sessionOn(partOf(spec));
  const lastOut = leaveLastOut(dataset);
  const subjects = taskSubjects(dataset, lastOut);
  const subjectsOf = (type: Task['type']): readonly TaskSubject[] =>
    isTextType(type)
      ? subjects.filter(({ position }) => heldText(dataset, type, 'review', position) !== null)
      : subjects;
  return {
    dataset,
    tasks: { people: subjects.length, taskProblems: taskProblems(dataset) },
    /** Who has a task of a kind, by a part of the name or the number. */
    people(text: string, limit: number, type: Task['type'] = 'direct-recommendation'): readonly UserReference[] {
      const wanted = text.trim().toLowerCase();
      const found = subjectsOf(type).filter(
        ({ user }) => user.name.toLowerCase().includes(wanted) || String(user.id) === wanted,
      );
      return found.slice(0, limit).map(({ user }) => user);
    },
    session: sessionOf,
    part: partOf,
    get whole(): Session {
      return sessionOn(dataset);
    },
    database: (signal: AbortSignal): Promise<Database> => sessionOn(dataset).personsDatabase(lastOut, signal),
    /** Makes what a run of this spec needs, so that the run itself begins at once. */
    async prepare(spec: CompleteRunSpec, signal: AbortSignal): Promise<void> {
      const session = sessionOf(spec);
      const split = createSplit(spec, session.dataset);
      if (isBaseline(spec.recommender)) {
        await session.createBaseline(spec.recommender, spec.seed, split, signal);
        return;
      }
      await session.database(split, signal);
      await session.createModel(spec, split, signal);
      for (const embedding of embeddingsOf(spec)) await session.createRetrieval(embedding, signal);
    },
    /** Recordings are where everything else is, unless other files are given. */
    run: (
      spec: CompleteRunSpec,
      host: Pick<RunHost, 'write' | 'parent' | 'signal' | 'files' | 'wantsDigest'>,
    ): Promise<RunSummary> => run(spec, { ...sessionOf(spec), files: options.files, now, ...host }),
    simulate: (spec: SimulationSpec, host: Pick<RunHost, 'write' | 'signal'>): Promise<RunSummary> =>
      runSimulation(spec, { ...sessionOf(surroundingRun(spec)), now, ...host }),
    /** Lets go of all that was made of people whom somebody added. */
    forgetOwnPeople,
    close,
  };
}

function openSessions(engine: SqlEngine, dataset: Dataset, options: SessionOptions) {
  const sessions = new Map<string, Session>();
  let overlaid: { readonly key: string; readonly part: Dataset } | null = null;
  // Laying a person over millions of rows copies them, and every preview asks for it.
  const partOf = (spec: CompleteRunSpec): Dataset => {
    if (spec.dataset.options.person === undefined) return createDataset(spec, dataset);
    const key = canonicalJson(spec.dataset.options);
    if (overlaid?.key !== key) overlaid = { key, part: createDataset(spec, dataset) };
    return overlaid.part;
  };
  const sessionOn = (part: Dataset): Session => {
    const known = sessions.get(part.manifest.sha256);
    if (known !== undefined) return known;
    if (part.overlay !== undefined) closeOverlays(KEPT_OVERLAYS - 1);
    const session = openSession(engine, part, options);
    sessions.set(part.manifest.sha256, session);
    return session;
  };
  const closeOverlays = (kept: number): void => {
    const overlays = [...sessions].filter(([, session]) => session.dataset.overlay !== undefined);
    for (const [sha256, session] of overlays.slice(0, Math.max(0, overlays.length - kept))) {
      sessions.delete(sha256);
      session.close();
    }
  };
  return {
    partOf,
    sessionOn,
    forgetOwnPeople: (): void => {
      overlaid = null;
      closeOverlays(0);
    },
    close: (): void => {
      for (const session of sessions.values()) session.close();
      sessions.clear();
    },
  };
}
