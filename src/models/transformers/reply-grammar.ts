/**
 * @file The constraint on one reply. Besides saying what may come next it saves work where only one text can come, and
 * brings a reply to a valid end while there are tokens left for that.
 */
import type { GrammarMatcher } from '@mlc-ai/web-xgrammar';
import { LabError } from '../../core/errors.ts';
import type { ChatTokenizer } from './chat-tokenizer.ts';
import { firstAllowed, isAllowed, onlyAllowed, onlyThis, type TokenMask } from './sampler.ts';

/** With more tokens left than this, no reply of the lab has to think of its end. */
const CLOSING_WINDOW = 64;
/** Values are the model's also at the end, and may take more tokens than the shortest. */
const SLACK = 4;

/** Tokens that bring JSON to its end, by where they do, the longest first. None holds a comma before a next entry of a list. */
export interface Closers {
  readonly string: readonly number[];
  readonly list: readonly number[];
  /** After a value. */
  readonly value: readonly number[];
  /** Letters: where they may come, a string is open. */
  readonly letters: readonly number[];
}

/** The closers of a vocabulary. */
export function closersOf(vocabulary: readonly string[]): Closers {
  const matching = (pattern: RegExp): number[] =>
    [...vocabulary.keys()]
      .filter((token) => pattern.test(vocabulary[token] ?? ''))
      .sort((a, b) => (vocabulary[b] ?? '').length - (vocabulary[a] ?? '').length || a - b);
  return {
    string: matching(/^"[\]}]*$/),
    list: matching(/^\][\]}]*$/),
    value: [...matching(/^}[\]}]*$/), ...matching(/^,$/)],
    letters: matching(/^[aqz]$/),
  };
}

/** What comes next: tokens to which there is no alternative, or a choice. */
export type GrammarStep =
  | { readonly type: 'forced'; readonly tokens: readonly number[] }
  | { readonly type: 'choice'; readonly mask: TokenMask };

/** See the file's comment. */
export class ReplyGrammar {
  private readonly matcher: GrammarMatcher;
  private readonly tokenizer: ChatTokenizer;
  private readonly closers: Closers;
  private readonly endTokens: readonly number[];
  /** Whether the tokens left were so few that the reply had to be closed. */
  isClosing = false;

  constructor(matcher: GrammarMatcher, tokenizer: ChatTokenizer, closers: Closers, endTokens: readonly number[]) {
    this.matcher = matcher;
    this.tokenizer = tokenizer;
    this.closers = closers;
    this.endTokens = endTokens;
  }

  /**
   * What comes next, where `left` tokens may still come. As soon as they are just enough, strings and lists are closed; what
   * is chosen inside numbers and enumerations stays the model's. With fewer tokens than the shortest reply takes, the reply
   * is cut.
   */
  async next(left: number): Promise<GrammarStep> {
    const literal = this.literal();
    if (literal.length > 0) return { type: 'forced', tokens: literal };
    const mask = await this.matcher.getNextTokenBitmask();
    const only = onlyAllowed(mask);
    if (only !== null) return { type: 'forced', tokens: [only] };
    this.isClosing ||= left <= CLOSING_WINDOW && (await this.tokensToClose(left)) + SLACK >= left;
    const closer = this.isClosing ? this.closer(mask) : undefined;
    return { type: 'choice', mask: closer === undefined ? mask : onlyThis(mask, closer) };
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

  private closer(mask: TokenMask): number | undefined {
    const { string, list, letters } = this.closers;
    const isInString = letters.every((token) => isAllowed(mask, token));
    return [...this.endTokens, ...(isInString ? string : list)].find((token) => isAllowed(mask, token));
  }

  /** Tokens of about the shortest end of this reply, its end token included; `most` where it takes more. */
  private async tokensToClose(most: number): Promise<number> {
    let taken = 0;
    let isEnded = false;
    while (!isEnded && taken < most) {
      const tokens = await this.shortest();
      for (const token of tokens) {
        isEnded = this.endTokens.includes(token) || !this.matcher.acceptToken(token);
        if (isEnded) break;
        taken += 1;
      }
    }
    if (taken > 0) this.matcher.rollBack(taken);
    return isEnded ? taken + 1 : most;
  }

  private async shortest(): Promise<readonly number[]> {
    const literal = this.literal();
    if (literal.length > 0) return literal;
    const mask = await this.matcher.getNextTokenBitmask();
    const ending = this.closer(mask) ?? this.closers.value.find((token) => isAllowed(mask, token));
    return [ending ?? firstAllowed(mask)];
  }
}
