import type { SavedRun } from '../../../client/lab.ts';
import type { Session } from '../../session.svelte.ts';
import { counted } from '../../words.ts';
import type { Stage } from './stage.svelte.ts';

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export class SavedRunList {
  /** Latest first. */
  runs = $state.raw<readonly SavedRun[]>([]);
  /** What shows runs: those on a stage stay whatever their age. */
  readonly stages: Pick<Stage, 'runs'>[] = [];
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  get limit(): number {
    return this.session.description?.keptRuns ?? 0;
  }

  get keptIn(): string {
    return this.session.keptIn;
  }

  timeOf({ startedAt }: SavedRun): string {
    return when.format(startedAt);
  }

  async list(): Promise<void> {
    await this.session.attempt('Listing the runs kept here', async () => {
      this.runs = await this.session.client.savedRuns();
    });
  }

  async remove(run: SavedRun): Promise<void> {
    await this.session.attempt(`Removing ${run.title}`, () => this.session.client.removeRun(run.id));
    await this.list();
  }

  async hold(run: SavedRun, isKept: boolean): Promise<void> {
    await this.session.attempt(`Keeping ${run.title}`, () =>
      this.session.client.retention.hold(run.id, isKept ? 'person' : null),
    );
    await this.list();
  }

  async makeRoom(): Promise<void> {
    await this.session.attempt('Removing old runs', async () => {
      const removed = await this.session.client.retention.removeOutdated(
        this.stages.flatMap(({ runs }) => runs.flatMap(({ id }) => id ?? [])),
      );
      if (removed.length === 0) return;
      const [first] = removed;
      const which =
        removed.length === 1
          ? `One older run was removed: ${first?.title ?? ''}.`
          : `${counted(removed.length, 'older run')} were removed.`;
      this.session.notice.text = `${which} The newest ${String(this.limit)} are kept, and those that you keep.`;
    });
    await this.list();
  }
}

/** Runs of one question, each of another recommender, in the order in which they ran; with each its forks and theirs. */
export type RunGroup = readonly (readonly SavedRun[])[];

function belongs(run: SavedRun, group: RunGroup): boolean {
  const [[other] = []] = group;
  return (
    run.parts !== undefined &&
    run.parts.question === other?.parts?.question &&
    group.every(([one]) => one?.parts?.recommender !== run.parts?.recommender)
  );
}

const AGENTS = 'MACRec';

export const runsBy = (saved: readonly SavedRun[], who: 'agents' | 'planners'): readonly SavedRun[] =>
  saved.filter(({ title }) => title.startsWith(AGENTS) === (who === 'agents'));

export const latestRuns = (saved: readonly SavedRun[]): readonly SavedRun[] => groupsOf(saved)[0]?.flat() ?? [];

/**
 * Runs in groups: those of one question that follow one another, until a recommender is asked again. Forks stand under
 * the run that they branch off from, where it is kept.
 * @param saved latest first
 * @returns latest first
 */
export function groupsOf(saved: readonly SavedRun[]): readonly RunGroup[] {
  const ids = saved.map(({ id }) => id);
  const withForks = (run: SavedRun): readonly SavedRun[] => [
    run,
    ...saved.filter(({ fork }) => fork?.run === run.id).flatMap(withForks),
  ];
  const groups: SavedRun[][][] = [];
  for (const run of saved) {
    if (run.fork !== undefined && ids.includes(run.fork.run)) continue;
    const latest = groups.at(-1);
    if (latest !== undefined && run.fork === undefined && belongs(run, latest)) latest.unshift([...withForks(run)]);
    else groups.push([[...withForks(run)]]);
  }
  return groups;
}
