/**
 * @file Tells another thread of the statements of SQLite, which cannot be interrupted while it is at one.
 */
import type { QueryWatch } from '../data/database/lab-database.ts';

/** A watch that posts `true` before each statement and `false` after it, once there is a port. */
export class StatementTeller implements QueryWatch {
  private port: MessagePort | null = null;

  /** From now on tells on this port. */
  tellOn(port: MessagePort): void {
    this.port = port;
  }

  onStart(): void {
    this.port?.postMessage(true);
  }

  onEnd(): void {
    this.port?.postMessage(false);
  }
}
