/** @file A run whose address somebody takes is kept. */
import type { LabClient } from '../../../client/lab.ts';
import { runOf } from '../../places.ts';

/** Keeps the run of a link that is dragged, or whose menu is opened: whoever takes the address means to come back to it. */
export function holdLinked(retention: LabClient['retention'], { target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  const address = link === null ? null : runOf(link.hash);
  // A run that is gone, or a full disk, is said where the link leads.
  if (address !== null) void retention.hold(address.run, 'link').catch(() => undefined);
}
