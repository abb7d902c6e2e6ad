/** @file A switch that this browser remembers. */
import { nameInSite } from '../../core/site-scope.ts';

/** Workers and terminals, which may read the page's folds, have no place for settings. */
const hasStorage = (): boolean => 'localStorage' in globalThis;

/** On or off, as it was left. */
export class RememberedSwitch {
  private readonly name: string;
  private now = $state(false);

  /** @param name under which it is remembered @param first what it is as long as nobody has touched it */
  constructor(name: string, first: boolean) {
    this.name = name;
    const stored = hasStorage() ? localStorage.getItem(nameInSite(name)) : null;
    this.now = stored === null ? first : stored === 'on';
  }

  get on(): boolean {
    return this.now;
  }

  set on(on: boolean) {
    this.now = on;
    if (hasStorage()) localStorage.setItem(nameInSite(this.name), on ? 'on' : 'off');
  }
}
