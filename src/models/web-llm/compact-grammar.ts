/**
 * @file JSON Schemas as grammars that leave no choice of white space. Of a schema the library makes a grammar itself, which lets a model write white space
 * until its tokens run out; a grammar in EBNF it takes as it is, and the package that writes one is the very code that the library carries.
 */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { grammarSchema, type GrammarLibrary } from '../transformers/grammar.ts';

/** Grammars that are kept; each is a text of some kilobytes. */
const KEPT = 64;

/** Writes schemas as grammars, and keeps the last ones. */
export class CompactGrammars {
  private readonly library: () => Promise<GrammarLibrary>;
  private readonly written = new Map<string, string>();

  constructor(library: () => Promise<GrammarLibrary>) {
    this.library = library;
  }

  /** The grammar of a schema, in EBNF with the root `root`. @throws LabError `spec-invalid` for a schema that cannot be one */
  async of(schema: Json): Promise<string> {
    const key = JSON.stringify(grammarSchema(schema));
    const grammar = this.written.get(key) ?? (await this.write(key));
    this.written.delete(key);
    this.written.set(key, grammar);
    const [oldest = key] = this.written.keys();
    if (this.written.size > KEPT) this.written.delete(oldest);
    return grammar;
  }

  private async write(schema: string): Promise<string> {
    const { Grammar } = await this.library();
    try {
      const grammar = await Grammar.fromJSONSchema(schema, false, -1);
      const text = grammar.toString();
      grammar.dispose();
      return text;
    } catch (cause) {
      const message = `The grammar library cannot take this JSON Schema: ${schema.slice(0, 200)}. Use objects, arrays, enums, numbers and strings.`;
      throw new LabError('spec-invalid', message, null, { cause });
    }
  }
}
