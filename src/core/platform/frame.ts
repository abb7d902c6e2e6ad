/**
 * @file In a frame of somebody else's page the lab shows and does nothing else. All that a worker knows of its page when it starts is
 * the name that the page gives to it.
 */

const MARK = ' in a frame';

/** The name of a worker whose page is in a frame. */
export const framedName = (name: string): string => name + MARK;

/** True in a worker whose page is in a frame. */
export function isFramedWorker(): boolean {
  const { name } = globalThis as { name?: unknown };
  return typeof name === 'string' && name.endsWith(MARK);
}
