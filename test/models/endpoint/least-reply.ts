/** @file Replies of an endpoint that answers whatever it is asked, and as little as it may. */
import type { Asked } from './double.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** The least that a schema admits; of an enum the last, which ends planning. */
function leastOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.at(-1);
  const [choice] = schema.anyOf ?? [];
  if (choice !== undefined) return leastOf(choice);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, own]) => [name, leastOf(own)]));
    case 'array':
      return [leastOf(schema.items ?? {})];
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return 'so it is';
  }
}

/** The least reply that a request admits. */
export function leastReply({ response_format }: Asked['body']): readonly string[] {
  const format = response_format as { readonly json_schema: { readonly schema: Schema } } | undefined;
  return [format === undefined ? 'Nothing was found.' : JSON.stringify(leastOf(format.json_schema.schema))];
}
