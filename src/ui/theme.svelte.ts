/** @file Light or dark: the system's choice until a person makes another one, which this browser remembers. */
import { nameInSite } from '../core/platform/site-scope.ts';

const KEY = nameInSite('theme');

type Choice = 'light' | 'dark';

/** The theme of the page. */
export class Theme {
  private readonly system = matchMedia('(prefers-color-scheme: dark)');
  private systemDark = $state(this.system.matches);
  private chosen = $state<Choice | null>(stored());

  readonly current = $derived<Choice>(this.chosen ?? (this.systemDark ? 'dark' : 'light'));
  readonly other = $derived<Choice>(this.current === 'dark' ? 'light' : 'dark');

  constructor() {
    this.system.addEventListener('change', ({ matches }) => (this.systemDark = matches));
    this.apply();
  }

  toggle(): void {
    // Back at the system's own choice, the page follows the system again.
    const next = this.other;
    this.chosen = next === (this.systemDark ? 'dark' : 'light') ? null : next;
    if (this.chosen === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, this.chosen);
    this.apply();
  }

  private apply(): void {
    const { dataset } = document.documentElement;
    if (this.chosen === null) delete dataset['theme'];
    else dataset['theme'] = this.chosen;
  }
}

function stored(): Choice | null {
  const text = localStorage.getItem(KEY);
  return text === 'light' || text === 'dark' ? text : null;
}
