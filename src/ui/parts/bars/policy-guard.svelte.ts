/** @file Has the page loaded once more where it came without the policy that limits whom its parts may ask, and nobody asked before. */
import type { NetworkClient } from '../../../client/lab.ts';
import type { SitePolicy } from '../../../client/site-keeper.ts';

const NO_POLICY =
  'This page was loaded before its security policy was in place, which limits whom its parts may ask. Until it is loaded once more, no other host is asked.';

const TOUCHES = ['pointerdown', 'wheel', 'keydown', 'drop'] as const;

/** Whether this page was loaded again already: one that still has no policy then must not load itself for ever. */
function isLoadedAgain(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}

/** What stands between the page and other hosts until its policy is in place. */
export class PolicyGuard {
  /** Whether a person is offered to load the page again: what they did on it would be lost if it were done for them. */
  isOffered = $state(false);
  private readonly network: NetworkClient;
  private isTouched = isLoadedAgain();

  constructor(network: NetworkClient) {
    this.network = network;
    for (const touch of TOUCHES) addEventListener(touch, () => (this.isTouched = true), { capture: true, once: true });
  }

  take(policy: SitePolicy): void {
    this.network.block(policy === 'in-place' ? null : NO_POLICY);
    if (policy !== 'at-next-load') return;
    if (this.isTouched) this.isOffered = true;
    else location.reload();
  }
}
