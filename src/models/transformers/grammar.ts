/** @file Holding a reply to a JSON Schema: which tokens may come next, from the grammar library. */
import type * as XGrammar from '@mlc-ai/web-xgrammar';
import type { GrammarMatcher } from '@mlc-ai/web-xgrammar';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { ChatTokenizer } from './chat-tokenizer.ts';
import { withoutKeywords } from '../engine.ts';
import { onlyAllowed, type TokenMask } from './sampler.ts';

type GrammarStep =
  | { readonly type: 'forced'; readonly tokens: readonly number[] }
  | { readonly type: 'choice'; readonly mask: TokenMask };

export class ReplyGrammar {
  private readonly matcher: GrammarMatcher;
  private readonly tokenizer: ChatTokenizer;

  constructor(matcher: GrammarMatcher, tokenizer: ChatTokenizer) {
    this.matcher = matcher;
    this.tokenizer = tokenizer;
  }

  /** What comes next: tokens without an alternative, or which may be chosen. */
  async next(): Promise<GrammarStep> {
    const literal = this.literal();
    if (literal.length > 0) return { type: 'forced', tokens: literal };
    const mask = await this.matcher.getNextTokenBitmask();
    const only = onlyAllowed(mask);
    return only === null ? { type: 'choice', mask } : { type: 'forced', tokens: [only] };
  }

  /** Goes on after a token, which is no end token. @throws LabError `internal` for one that may not come */
  accept(token: number): void {
    if (this.matcher.acceptToken(token)) return;
    throw new LabError('internal', `The grammar refused the token ${token}, which it had allowed.`);
  }

  dispose(): void {
    this.matcher.dispose();
  }

  /** Tokens of the text that must come, if it is one. They are as the tokenizer would cut it, not as the model might. */
  private literal(): readonly number[] {
    const text = this.matcher.findJumpForwardString();
    if (text === '') return [];
    const tokens = this.tokenizer.encodeContinuation(text);
    return this.tokenizer.decode(tokens) === text && this.accepts(tokens) ? tokens : [];
  }

  private accepts(tokens: readonly number[]): boolean {
    const refused = tokens.findIndex((token) => !this.matcher.acceptToken(token));
    const accepted = refused < 0 ? tokens.length : refused;
    if (accepted > 0) this.matcher.rollBack(accepted);
    return refused < 0;
  }
}

/** The parts of `@mlc-ai/web-xgrammar` that are used. How it is loaded differs between a browser and Node. */
export type GrammarLibrary = Pick<typeof XGrammar, 'Grammar' | 'TokenizerInfo' | 'GrammarCompiler' | 'GrammarMatcher'>;

const KEPT = 64;

/** What was made of the last schemas: making it takes a second. */
export class MadeOfSchemas<Made, Tool = GrammarLibrary> {
  private readonly tool: () => Promise<Tool>;
  private readonly make: (tool: Tool, schema: string) => Promise<Made>;
  private readonly forget: (made: Made) => void;
  private readonly made = new Map<string, Made>();

  constructor(
    tool: () => Promise<Tool>,
    make: (tool: Tool, schema: string) => Promise<Made>,
    forget: (made: Made) => void = () => undefined,
  ) {
    this.tool = tool;
    this.make = make;
    this.forget = forget;
  }

  async of(schema: Json): Promise<Made> {
    const key = JSON.stringify(withoutKeywords(schema, UNSEEN));
    const made = this.made.get(key) ?? (await this.begin(key));
    this.made.delete(key);
    this.made.set(key, made);
    for (const [oldest, forgotten] of this.made) {
      if (this.made.size <= KEPT) break;
      this.made.delete(oldest);
      this.forget(forgotten);
    }
    return made;
  }

  clear(): void {
    for (const one of this.made.values()) this.forget(one);
    this.made.clear();
  }

  private async begin(schema: string): Promise<Made> {
    const tool = await this.tool();
    try {
      return await this.make(tool, schema);
    } catch (cause) {
      const message = `The grammar library cannot take this JSON Schema: ${schema.slice(0, 200)}. Use objects, arrays, enums, numbers and strings.`;
      throw new LabError('spec-invalid', message, null, { cause });
    }
  }
}

export class GrammarCompiler {
  private readonly library: () => Promise<GrammarLibrary>;
  private readonly tokenizer: ChatTokenizer;
  private readonly vocabularySize: number;
  private readonly endTokens: readonly number[];
  private compiler: Promise<XGrammar.GrammarCompiler> | null = null;
  // Not any white space: a small model would go on with blanks until its tokens run out.
  private readonly compiled = new MadeOfSchemas<XGrammar.CompiledGrammar, XGrammar.GrammarCompiler>(
    () => (this.compiler ??= this.createCompiler()),
    (compiler, schema) => compiler.compileJSONSchema(schema, false, -1),
    (grammar) => grammar.dispose(),
  );

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

  async start(schema: Json): Promise<ReplyGrammar> {
    const { GrammarMatcher } = await this.library();
    const compiled = await this.compiled.of(schema);
    const matcher = await GrammarMatcher.createGrammarMatcher(compiled, [...this.endTokens]);
    return new ReplyGrammar(matcher, this.tokenizer);
  }

  dispose(): void {
    this.compiled.clear();
    void this.compiler?.then((compiler) => compiler.dispose());
    this.compiler = null;
  }

  private async createCompiler(): Promise<XGrammar.GrammarCompiler> {
    const { TokenizerInfo, GrammarCompiler: Compiler } = await this.library();
    const { tokenizer, vocabularySize, endTokens } = this;
    const [vocabulary, type] = [tokenizer.vocabulary(), tokenizer.vocabularyType];
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
export const UNSEEN: ReadonlySet<string> = new Set([
  'maxLength',
  '$schema',
  'title',
  'description',
  'default',
  'examples',
]);
