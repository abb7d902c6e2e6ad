/** @file The runs that are kept in this browser, as lists show them. */
import type { SavedRun } from '../../../client/lab.ts';
import type { Session } from '../../session.svelte.ts';
import { counted } from '../../words.ts';
import type { Stage } from './stage.svelte.ts';

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Kept runs. */
export class SavedRunList {
  /** Latest first. */
  runs = $state.raw<readonly SavedRun[]>([]);
  /** What shows runs: those on a stage stay whatever their age. */
  readonly stages: Pick<Stage, 'runs'>[] = [];
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** How many of the newest stay without being asked to. */
  get limit(): number {
    return this.session.description?.keptRuns ?? 0;
  }

  /** Where they are kept, in words. */
  get keptIn(): string {
    return this.session.keptIn;
  }

  /** When a run began, in words. */
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

  /** Keeps a run whatever its age, or lets it give way to newer ones. */
  async hold(run: SavedRun, isKept: boolean): Promise<void> {
    await this.session.attempt(`Keeping ${run.title}`, () =>
      this.session.client.retention.hold(run.id, isKept ? 'person' : null),
    );
    await this.list();
  }

  /** Lets old runs give way to what has just run, and says which. */
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
