/** @file The rows of a list of models: what there is, and what is here of it. */
import type { CatalogueModel, ModelKind, StoredModel } from '../../../client/library-client.ts';
import { hostOf, originOf } from '../../../core/network-asks.ts';

/** One model in a list, or one copy of it. */
export interface Row {
  /** What tells it from other rows. */
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly kind: ModelKind | null;
  /** Of the whole; null where only the source knows. */
  readonly bytes: number | null;
  readonly memory: number | null;
  readonly contextLength: number | null;
  readonly obstacle: string | null;
  readonly note: string;
  /** Whether it is one to begin with. */
  readonly isWorthTrying: boolean;
  readonly stored: StoredModel | null;
}

/** What tells a copy from others of the same model. */
export const rowKey = (name: string, source: string): string => `${name} ${source}`;

/** The hosts that a spec names for these files, or else where they came from. */
function originsOf({ addresses, source }: StoredModel): string {
  const named = Object.values(addresses).flatMap((address) => originOf(address) ?? []);
  return named.length === 0 ? source : [...new Set(named)].map((origin) => hostOf({ origin })).join(' and ');
}

function asRow(model: StoredModel, engine: string, listed: CatalogueModel | null): Row {
  const isNamed = Object.keys(model.addresses).length > 0;
  const from = originsOf(model);
  return {
    key: rowKey(model.name, model.source),
    name: model.name,
    title: `${listed?.title ?? model.name.slice(engine.length)}${isNamed ? `, from ${from}` : ''}`,
    kind: model.kind,
    bytes: model.totalBytes,
    memory: listed?.memory ?? null,
    contextLength: listed?.contextLength ?? null,
    obstacle: listed?.obstacle ?? null,
    note: isNamed ? `For specs that name ${from}.` : `From ${from}.`,
    isWorthTrying: false,
    stored: model,
  };
}

/** The models of an engine; copies from elsewhere, and those that were typed in or imported, come after the listed ones. */
export function rowsOf(
  catalogue: readonly CatalogueModel[],
  stored: readonly StoredModel[],
  engine: string,
): readonly Row[] {
  const listed = catalogue.filter(({ name }) => name.startsWith(engine));
  const kept = stored.filter(({ name }) => name.startsWith(engine));
  const own = (name: string): StoredModel | null =>
    kept.find((model) => model.name === name && Object.keys(model.addresses).length === 0) ?? null;
  const others = kept.filter((model) => !listed.some(({ name }) => own(name) === model));
  return [
    ...listed.map((model) => ({ ...model, key: model.name, stored: own(model.name) })),
    ...others.map((model) => asRow(model, engine, listed.find(({ name }) => name === model.name) ?? null)),
  ];
}
