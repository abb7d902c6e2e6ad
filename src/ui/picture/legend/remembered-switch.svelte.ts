/** @file A switch that this browser remembers. */
import { nameInSite } from '../../../core/platform/site-scope.ts';
import { ownStore } from '../../parts/settings/kept-settings.svelte.ts';

/** On or off, as it was left; in a frame, which keeps nothing, as it is at first. */
export class RememberedSwitch {
  private readonly name: string;
  private now = $state(false);

  /** @param name under which it is remembered @param first what it is as long as nobody has touched it */
  constructor(name: string, first: boolean) {
    this.name = name;
    const stored = ownStore()?.getItem(nameInSite(name)) ?? null;
    this.now = stored === null ? first : stored === 'on';
  }

  get on(): boolean {
    return this.now;
  }

  set on(on: boolean) {
    this.now = on;
    ownStore()?.setItem(nameInSite(this.name), on ? 'on' : 'off');
  }
}
