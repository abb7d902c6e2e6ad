/** @file Holding a reply to a JSON Schema: which tokens may come next, from the grammar library. */
import type * as XGrammar from '@mlc-ai/web-xgrammar';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { ChatTokenizer } from './chat-tokenizer.ts';
import { grammarSchema } from './grammar-schema.ts';
import { closersOf, ReplyGrammar, type Closers } from './reply-grammar.ts';

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
