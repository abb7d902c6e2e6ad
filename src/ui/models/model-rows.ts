/** @file The rows of a list of models: what there is, and what is here of it. */
import type { CatalogueModel, ModelKind, StoredModel } from '../../client/library-client.ts';

/** One model in a list. */
export interface Row {
  readonly name: string;
  readonly title: string;
  readonly kind: ModelKind | null;
  /** Of the whole; null where only the source knows. */
  readonly bytes: number | null;
  readonly memory: number | null;
  readonly contextLength: number | null;
  readonly obstacle: string | null;
  readonly note: string;
  readonly stored: StoredModel | null;
}

/** The models of an engine; those that were typed in or imported come after the listed ones. */
export function rowsOf(
  catalogue: readonly CatalogueModel[],
  stored: readonly StoredModel[],
  engine: string,
): readonly Row[] {
  const listed = catalogue.filter(({ name }) => name.startsWith(engine));
  const names = new Set(listed.map(({ name }) => name));
  const others = stored.filter(({ name }) => name.startsWith(engine) && !names.has(name));
  return [
    ...listed.map((model) => ({ ...model, stored: stored.find(({ name }) => name === model.name) ?? null })),
    ...others.map((model) => ({
      name: model.name,
      title: model.name.slice(engine.length),
      kind: model.kind,
      bytes: model.totalBytes,
      memory: null,
      contextLength: null,
      obstacle: null,
      note: `From ${model.source}.`,
      stored: model,
    })),
  ];
}
