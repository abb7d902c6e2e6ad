/** @file Sessions in a worker of simulations: held, stopped and kept. */
import { now, wallClock } from '../../core/clock.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { SessionsSpec } from '../../core/sessions.ts';
import type { OnEvents } from '../../rpc/call-options.ts';
import { createTrace } from '../../trace/create-trace.ts';
import type { KeptTrace } from '../../trace/trace-file.ts';
import { keepEvents } from '../run/keep-events.ts';
import type { GroundShelf } from '../training/ground-shelf.ts';
import type { KeptSessions } from '../training/service.ts';
import { runSessions } from './run-sessions.ts';
import { SessionsShelf } from './sessions-shelf.ts';
import { parseSessionsSpec } from './sessions-spec.ts';

/** Holds sessions and keeps them. */
export class SessionsDesk {
  private readonly files: () => Promise<FileStore>;
  private readonly grounds: GroundShelf;

  constructor(files: () => Promise<FileStore>, grounds: GroundShelf) {
    this.files = files;
    this.grounds = grounds;
  }

  async hold(id: string, input: SessionsSpec, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    const kept = { id, spec: parseSessionsSpec(input), startedAt: wallClock() };
    const ground = await this.grounds.sessions(kept.spec, signal);
    const shelf = await this.shelf();
    await keepEvents(await shelf.begin(kept), onEvents, async (write) => {
      await runSessions(kept.spec, ground, { trace: createTrace(write, now), signal });
    });
    await shelf.note({ ...kept, isWhole: true });
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
