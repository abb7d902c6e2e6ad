/**
 * @file Where an address lies, as Chrome's Local Network Access divides the world: pages may not reach from an outer space into
 * an inner one without the person's permission. https://wicg.github.io/local-network-access/
 */

/** From the innermost to the outermost: this machine, the local network, everything else. */
export type AddressSpace = 'loopback' | 'local' | 'public';

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const LOCAL =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd][\da-f:]+\]|\[fe80:[\da-f:]*\]|.*\.local)$/;

/**
 * The space of a host as far as its name tells it; a name that only the network resolves is taken for public.
 * @param hostname as `URL` writes it
 */
export function addressSpaceOf(hostname: string): AddressSpace {
  if (LOOPBACK.test(hostname)) return 'loopback';
  return LOCAL.test(hostname) ? 'local' : 'public';
}

const DEPTH: Readonly<Record<AddressSpace, number>> = { public: 0, local: 1, loopback: 2 };

/** Whether one address leads from outside to this machine, or to its network, as no redirect of a stranger should. */
export function isInward(from: URL, to: URL): boolean {
  return DEPTH[addressSpaceOf(to.hostname)] > DEPTH[addressSpaceOf(from.hostname)];
}
