/** @file What a person chose and wrote on the page's forms: kept in this browser's settings, and there again after a reload. */
import { parsedJson } from '../../../core/json.ts';
import { untrack } from 'svelte';
import { nameInSite } from '../../../core/platform/site-scope.ts';

/** Says whether what is kept is still a value of a field, as zod's schemas do: it may be of an earlier version, or damaged. */
export interface Shape<Value> {
  safeParse(kept: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

/** A shape for each field of a form that is kept; they are put back in this order. */
export type Shapes<Form> = { readonly [Field in keyof Form]?: Shape<Form[Field]> };

const FULL =
  'The browser has no room left for settings: what you change from now on is gone when the page is loaded again.';

const folderOf = (dataset: string): string => nameInSite(`kept/${encodeURIComponent(dataset)}/`);

/**
 * Keeps fields of forms, each under a name of its own, so that a tab writes what was changed there and nothing else. Of two tabs that
 * change the same field the later one counts.
 */
export class KeptSettings {
  private readonly tell: (words: string) => void;
  private readonly store: Storage | null;
  private isFull = false;

  /**
   * @param tell shows the person once that nothing more can be kept
   * @param store where settings are kept; null where nothing is
   */
  constructor(tell: (words: string) => void, store: Storage | null) {
    this.tell = tell;
    this.store = store;
  }

  /**
   * Puts back what is kept of a form, field by field: one that fits no longer stays as it is. From then on every change is kept.
   * @param place of the form on the page: `plan`
   * @param dataset that the form speaks of; empty where it fits any
   * @returns ends the keeping
   */
  keep<Form extends object>(place: string, form: Form, shapes: Shapes<Form>, dataset = ''): () => void {
    const { store } = this;
    if (store === null) return () => undefined;
    const fields = Object.entries(shapes) as [Extract<keyof Form, string>, Shape<Form[Extract<keyof Form, string>]>][];
    const keyOf = (field: string): string => `${folderOf(dataset)}${place}/${field}`;
    for (const [field, shape] of fields) {
      const kept = shape.safeParse(parsedJson(store.getItem(keyOf(field)) ?? ''));
      if (kept.success) form[field] = kept.data;
    }
    return $effect.root(() => {
      for (const [field, shape] of fields) {
        let before = untrack(() => JSON.stringify(form[field]));
        $effect(() => {
          const text = JSON.stringify(form[field]);
          if (text === before) return;
          before = text;
          this.write(keyOf(field), text, shape.safeParse(parsedJson(text)).success);
        });
      }
    });
  }

  /** True where something is kept of a form, or of one of these fields. */
  has(place: string, fields: readonly string[] = [''], dataset = ''): boolean {
    const names = fields.map((field) => `${folderOf(dataset)}${place}/${field}`);
    return Object.keys(this.store ?? {}).some((key) => names.some((name) => key.startsWith(name)));
  }

  /** Forgets what is kept for a dataset that is removed: another one may get its name. */
  forget(dataset: string): void {
    for (const key of Object.keys(this.store ?? {})) if (key.startsWith(folderOf(dataset))) this.store?.removeItem(key);
  }

  private write(key: string, text: string, fits: boolean): void {
    try {
      // What would not be put back, such as a file that is too large for settings, is not kept.
      if (fits) this.store?.setItem(key, text);
      else this.store?.removeItem(key);
    } catch {
      if (!this.isFull) this.tell(FULL);
      this.isFull = true;
    }
  }
}

/** The browser's settings; null where the browser refuses to keep anything. */
export function ownStore(): Storage | null {
  try {
    return (globalThis as { readonly localStorage?: Storage }).localStorage ?? null;
  } catch {
    return null;
  }
}
