/** @file Messages to tokens and tokens to text, by the model's own template and tokenizer. */
import type { PreTrainedTokenizer } from '@huggingface/transformers';
import { LabError } from '../../core/errors.ts';
import type { Message } from '../../core/language-model.ts';

interface AddedToken {
  readonly content: string;
  readonly special: boolean;
}

interface InnerTokenizer {
  get_added_tokens_decoder(): Map<number, AddedToken>;
  get_vocab(withAdded: boolean): Map<string, number>;
  readonly decoder: {
    readonly config: { readonly type: string; readonly decoders?: readonly { type: string }[] };
  } | null;
}

export type VocabularyType = 'byte_level' | 'byte_fallback' | 'raw';

export class ChatTokenizer {
  private readonly tokenizer: PreTrainedTokenizer;
  private readonly inner: InnerTokenizer;
  private readonly name: string;
  private readonly control: readonly string[];

  constructor(tokenizer: PreTrainedTokenizer, name: string) {
    this.tokenizer = tokenizer;
    this.inner = (tokenizer as unknown as { readonly _tokenizer: InnerTokenizer })._tokenizer;
    this.name = name;
    const added = [...this.inner.get_added_tokens_decoder().values()];
    this.control = added.filter(({ special }) => special).map(({ content }) => content);
    if (!tokenizer.chat_template) {
      throw new LabError(
        'model-failed',
        `The model ${name} has no chat template, so it was not made to answer messages. Choose an "instruct" or "chat" model.`,
        { model: name },
      );
    }
  }

  /**
   * The prompt's tokens, up to where the reply begins. A text that spells a control token is taken apart by a space, so that
   * no title or review can end its message and speak in another's name.
   * @param thinks whether templates that know it, such as those of Qwen3, let the model think before it replies
   * @throws LabError `model-failed` where the template refuses the messages
   */
  encodePrompt(messages: readonly Message[], thinks = false): number[] {
    const clean = messages.map(({ role, content }) => ({ role, content: this.withoutControl(content) }));
    const prompt = this.render(clean, thinks);
    return this.tokenizer.encode(prompt, { add_special_tokens: false });
  }

  encodeContinuation(text: string): number[] {
    return this.tokenizer.encode(this.withoutControl(text), { add_special_tokens: false });
  }

  readonly decode = (tokens: readonly number[]): string =>
    tokens.length === 0
      ? ''
      : this.tokenizer.decode([...tokens], { skip_special_tokens: true, clean_up_tokenization_spaces: false });

  /** The token at which a reply ends, as the tokenizer has it; null where it names none. */
  get endToken(): number | null {
    return (this.tokenizer as unknown as { readonly eos_token_id?: number }).eos_token_id ?? null;
  }

  /** All tokens as the tokenizer spells them, by number; control tokens are empty, since no reply may spell them. */
  vocabulary(): string[] {
    const spelled: string[] = [];
    for (const [text, token] of this.inner.get_vocab(true)) spelled[token] = text;
    for (const [token, { special }] of this.inner.get_added_tokens_decoder()) if (special) spelled[token] = '';
    return Array.from(spelled, (text: string | undefined) => text ?? '');
  }

  get vocabularyType(): VocabularyType {
    const config = this.inner.decoder?.config;
    const types = [config?.type, ...(config?.decoders ?? []).map(({ type }) => type)];
    if (types.includes('ByteLevel')) return 'byte_level';
    return types.includes('ByteFallback') ? 'byte_fallback' : 'raw';
  }

  private render(messages: readonly Message[], thinks: boolean): string {
    try {
      return this.applied(messages, thinks);
    } catch (error) {
      // Some templates, such as Gemma's, know no system message.
      const merged = systemInUser(messages);
      if (merged !== null) return this.applied(merged, thinks);
      throw new LabError(
        'model-failed',
        `The chat template of ${this.name} refuses these messages (${String(error)}). Choose another model.`,
        { model: this.name },
        { cause: error },
      );
    }
  }

  private applied(messages: readonly Message[], thinks: boolean): string {
    // The library's types leave out that templates are given whatever else is said.
    const options = { tokenize: false, add_generation_prompt: true, enable_thinking: thinks };
    return this.tokenizer.apply_chat_template([...messages], options as { tokenize: false });
  }

  private withoutControl(text: string): string {
    return this.control.reduce(
      (clean, control) => (clean.includes(control) ? clean.replaceAll(control, control.split('').join(' ')) : clean),
      text,
    );
  }
}

/** The messages with a leading system message put before the user's first; null where there is none to move. */
function systemInUser(messages: readonly Message[]): Message[] | null {
  const [system, user, ...rest] = messages;
  if (system?.role !== 'system' || user?.role !== 'user') return null;
  return [{ role: 'user', content: `${system.content}\n\n${user.content}` }, ...rest];
}
