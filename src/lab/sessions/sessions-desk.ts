/** @file Sessions in a worker of simulations: held, stopped, kept, and compared with real people. */
import { now, wallClock } from '../../core/clock.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { Realism } from '../../core/realism.ts';
import type { SessionsSpec } from '../../core/sessions.ts';
import { LabError } from '../../core/errors.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import type { OnEvents } from '../../rpc/call-options.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { foldSessions, SessionsFold } from '../../trace/sessions-fold.ts';
import type { KeptTrace } from '../../trace/trace-file.ts';
import { keepEvents } from '../run/keep-events.ts';
import type { GroundShelf } from '../training/ground-shelf.ts';
import type { KeptSessions } from '../training/service.ts';
import { compareWithReal } from './realism.ts';
import { runSessions } from './run-sessions.ts';
import { SessionsShelf } from './sessions-shelf.ts';
import { parseSessionsSpec } from './sessions-spec.ts';

/** Holds sessions and keeps them; the last ones also where they cannot be kept. */
export class SessionsDesk {
  private readonly files: () => Promise<FileStore>;
  private readonly grounds: GroundShelf;
  private last: { readonly id: string; readonly fold: SessionsFold } | null = null;

  constructor(files: () => Promise<FileStore>, grounds: GroundShelf) {
    this.files = files;
    this.grounds = grounds;
  }

  async hold(id: string, input: SessionsSpec, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    const kept = { id, spec: parseSessionsSpec(input), startedAt: wallClock() };
    const ground = await this.grounds.sessions(kept.spec, signal);
    const shelf = await this.shelf();
    const fold = new SessionsFold();
    this.last = { id, fold };
    await keepEvents(await shelf.begin(kept), onEvents, async (write) => {
      const trace = createTrace((event: TraceEvent) => {
        fold.add(event);
        write(event);
      }, now);
      await runSessions(kept.spec, ground, { trace, signal });
    });
    await shelf.note({ ...kept, isWhole: true });
  }

  async compare(id: string, dataset: string, signal: AbortSignal): Promise<Realism> {
    const { spec, worlds } = this.last?.id === id ? this.last.fold : foldSessions((await this.read(id)).events);
    if (spec === null) throw new LabError('spec-invalid', 'Nothing is kept of these sessions.');
    const { kept } = writtenScale(spec.environment.prompt.scale);
    return compareWithReal(worlds, kept, await this.grounds.dataset(dataset, signal));
  }

  async list(): Promise<readonly KeptSessions[]> {
    return (await this.shelf()).list();
  }

  async read(id: string): Promise<KeptTrace> {
    return (await this.shelf()).read(id);
  }

  async remove(id: string): Promise<void> {
    await (await this.shelf()).remove(id);
  }

  private async shelf(): Promise<SessionsShelf> {
    return new SessionsShelf(await this.files());
  }
}
