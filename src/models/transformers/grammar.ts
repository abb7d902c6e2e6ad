/** @file Holding a reply to a JSON Schema: which tokens may come next, from the grammar library. */
import type * as XGrammar from '@mlc-ai/web-xgrammar';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { ChatTokenizer } from './chat-tokenizer.ts';
import { type Closers, closersOf, ReplyGrammar } from './reply-grammar.ts';

/** The parts of `@mlc-ai/web-xgrammar` that are used. How it is loaded differs between a browser and Node. */
export type GrammarLibrary = Pick<typeof XGrammar, 'Grammar' | 'TokenizerInfo' | 'GrammarCompiler' | 'GrammarMatcher'>;

/** Compiled grammars that are kept; each takes up to a few megabytes. */
const KEPT = 64;

/** Compiles schemas for one model's vocabulary, and keeps the last ones. */
export class GrammarCompiler {
  private readonly library: () => Promise<GrammarLibrary>;
  private readonly tokenizer: ChatTokenizer;
  private readonly vocabularySize: number;
  private readonly endTokens: readonly number[];
  private compiler: Promise<XGrammar.GrammarCompiler> | null = null;
  private readonly compiled = new Map<string, XGrammar.CompiledGrammar>();
  private closers: Closers = { string: [], list: [], value: [], letters: [] };

  constructor(
    library: () => Promise<GrammarLibrary>,
    tokenizer: ChatTokenizer,
    vocabularySize: number,
    endTokens: readonly number[],
  ) {
    this.library = library;
    this.tokenizer = tokenizer;
    this.vocabularySize = vocabularySize;
    this.endTokens = endTokens;
  }

  /** A constraint for one reply. @throws LabError `spec-invalid` for a schema that the grammar library cannot take */
  async start(schema: Json): Promise<ReplyGrammar> {
    const { GrammarMatcher } = await this.library();
    const compiled = await this.compile(JSON.stringify(grammarSchema(schema)));
    const matcher = await GrammarMatcher.createGrammarMatcher(compiled, [...this.endTokens]);
    return new ReplyGrammar(matcher, this.tokenizer, this.closers, this.endTokens);
  }

  /** Frees what was compiled. */
  dispose(): void {
    for (const grammar of this.compiled.values()) grammar.dispose();
    this.compiled.clear();
    void this.compiler?.then((compiler) => compiler.dispose());
    this.compiler = null;
  }

  private async compile(schema: string): Promise<XGrammar.CompiledGrammar> {
    const kept = this.compiled.get(schema);
    if (kept !== undefined) this.compiled.delete(schema);
    const grammar = kept ?? (await this.compileAnew(schema));
    this.compiled.set(schema, grammar);
    for (const [oldest, forgotten] of this.compiled) {
      if (this.compiled.size <= KEPT) break;
      this.compiled.delete(oldest);
      forgotten.dispose();
    }
    return grammar;
  }

  private async compileAnew(schema: string): Promise<XGrammar.CompiledGrammar> {
    this.compiler ??= this.createCompiler();
    const compiler = await this.compiler;
    try {
      // Not any white space: a small model would go on with blanks until its tokens run out.
      return await compiler.compileJSONSchema(schema, false, -1);
    } catch (error) {
      throw new LabError(
        'spec-invalid',
        `The grammar library cannot take this JSON Schema: ${schema.slice(0, 200)}. Use objects, arrays, enums, numbers and strings.`,
        null,
        { cause: error },
      );
    }
  }

  private async createCompiler(): Promise<XGrammar.GrammarCompiler> {
    const { TokenizerInfo, GrammarCompiler: Compiler } = await this.library();
    const { tokenizer, vocabularySize, endTokens } = this;
    const vocabulary = tokenizer.vocabulary();
    this.closers = closersOf(vocabulary);
    const type = tokenizer.vocabularyType;
    return Compiler.createGrammarCompiler(
      await TokenizerInfo.createTokenizerInfo(vocabulary, type, false, vocabularySize, [...endTokens]),
    );
  }
}

/**
 * Keywords that the grammar does not see. A bound on a string's length costs a second of compiling for every 40 characters;
 * the reply's tokens are bounded anyway, and the reply is validated against the whole schema afterwards. The others say
 * nothing about the text.
 */
const UNSEEN = new Set(['maxLength', '$schema', 'title', 'description', 'default', 'examples']);

/** The schema without the keywords that cost much or say nothing; names of properties are never taken for keywords. */
export function grammarSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(grammarSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (UNSEEN.has(keyword)) return [];
    if (keyword === 'const' || keyword === 'enum' || keyword === 'required') return [[keyword, value]];
    if (keyword === 'properties' || keyword === '$defs') return [[keyword, eachOf(value)]];
    return [[keyword, grammarSchema(value)]];
  });
  return Object.fromEntries(entries);
}

function eachOf(named: Json): Json {
  if (named === null || typeof named !== 'object' || Array.isArray(named)) return named;
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, grammarSchema(schema)]));
}
