/** @file Which kept runs stay. `runs/<id>.kept` says that a run stays whatever its age, and why. */
import { toLabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { KeptBy, SavedRun } from '../service.ts';
import type { RunShelf } from './run-shelf.ts';

/** So many of the newest runs are kept besides those that are kept for a reason of their own. */
export const KEPT_RUNS = 40;

const markPath = (id: string): string => `runs/${id}.kept`;
const NOTEBOOK = /^notebooks\/[^/]+\/notebook\.json$/;
/** How a notebook names a run: by its address, or as what a spec forks. */
const NAMED = /run=([\w-]{1,100})|"run":"([\w-]{1,100})"/g;

/** The runs past the limit that nothing holds, latest first. A run that a remaining fork branches off from is held. */
export function outdatedRuns(
  runs: readonly SavedRun[],
  inUse: ReadonlySet<string>,
  limit: number = KEPT_RUNS,
): readonly SavedRun[] {
  const latestFirst = [...runs].sort((a, b) => b.startedAt - a.startedAt);
  const newest = new Set(latestFirst.filter(({ kept }) => kept === undefined).slice(0, limit));
  const parents = new Set<string>();
  return latestFirst.filter((run) => {
    const stays = newest.has(run) || run.kept !== undefined || inUse.has(run.id) || parents.has(run.id);
    // A fork is younger than its parent, so it has been decided on before.
    if (stays && run.fork !== undefined) parents.add(run.fork.run);
    return !stays;
  });
}

export class RunRetention {
  private readonly files: FileStore;
  private readonly shelf: RunShelf;

  constructor(files: FileStore, shelf: RunShelf) {
    this.files = files;
    this.shelf = shelf;
  }

  async list(): Promise<readonly SavedRun[]> {
    const marks = new Set((await this.files.list('runs')).filter((path) => path.endsWith('.kept')));
    const runs = await this.shelf.list();
    return Promise.all(
      runs.map(async (run) => (marks.has(markPath(run.id)) ? { ...run, kept: await this.markOf(run.id) } : run)),
    );
  }

  /** Keeps a run whatever its age; one that the person keeps stays so. @param by null lets it go as any other */
  async keep(id: string, by: KeptBy | null): Promise<void> {
    if (by === null) await this.files.remove(markPath(id));
    else if (by === 'person' || (await this.files.read(markPath(id))) === null)
      await this.files.write(markPath(id), new TextEncoder().encode(by));
  }

  async remove(id: string): Promise<void> {
    await this.shelf.remove(id);
    await this.files.remove(markPath(id));
  }

  /** Removes old runs that nobody writes. @param inUse ids of open runs @returns the removed ones */
  async removeOutdated(inUse: readonly string[]): Promise<readonly SavedRun[]> {
    const runs = await this.list();
    if (runs.length <= KEPT_RUNS) return [];
    const named = await this.namedInNotebooks();
    const removed: SavedRun[] = [];
    for (const run of outdatedRuns(runs, new Set([...inUse, ...named]))) {
      try {
        await this.remove(run.id);
        removed.push(run);
      } catch (thrown) {
        // It is being written, here or in another tab: the next time finds it.
        if (toLabError(thrown).code !== 'open-elsewhere') throw thrown;
      }
    }
    return removed;
  }

  private async markOf(id: string): Promise<KeptBy> {
    const bytes = await this.files.read(markPath(id));
    return bytes !== null && new TextDecoder().decode(bytes) === 'link' ? 'link' : 'person';
  }

  private async namedInNotebooks(): Promise<readonly string[]> {
    const paths = (await this.files.list('notebooks')).filter((path) => NOTEBOOK.test(path));
    const texts = await Promise.all(paths.map((path) => this.files.read(path)));
    return texts.flatMap((bytes) =>
      [...new TextDecoder().decode(bytes ?? undefined).matchAll(NAMED)].map(
        ([, linked, forked]) => linked ?? forked ?? '',
      ),
    );
  }
}
