/** @file What a spec says of a model that is kept in this browser. */
import type { StoredModel } from '../../../client/library-client.ts';
import type { Json } from '../../../core/json.ts';

/** What a `transformers` model without options is: int8, at a hub's usual branch or from a folder. */
const USUAL_DTYPE = 'q8';
const USUAL_REVISIONS: ReadonlySet<string> = new Set(['main', 'imported']);

/** The options with which a spec names these very files; none where they are those that it means anyway. */
export function storedModelOptions({ name, revision, dtype }: StoredModel): { readonly [option: string]: Json } {
  if (!name.startsWith('transformers/')) return {};
  return {
    ...(dtype !== null && dtype !== USUAL_DTYPE && { dtype }),
    ...(!USUAL_REVISIONS.has(revision) && { revision }),
  };
}
