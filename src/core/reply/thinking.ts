/** @file What a model thinks before it replies (`<think>`, `<thinking>`, `<reasoning>`), told from the reply. */

export interface SentPiece {
  readonly type: 'text' | 'thought';
  readonly text: string;
}

const NAMES = ['think', 'thinking', 'reasoning'];
const OPENING = /^[^\S\n]*<(think|thinking|reasoning)>/i;
const TAG = /<(\/?)(think|thinking|reasoning)>/gi;
const CLOSING: Readonly<Record<string, RegExp>> = {
  think: /<\/think>/i,
  thinking: /<\/thinking>/i,
  reasoning: /<\/reasoning>/i,
};

/** The prompt may have opened a tag; one that is never closed begins a thought only where it begins a line. */
export function withoutThinking(text: string): string {
  let rest = '';
  let from = 0;
  let open: { readonly name: string; readonly at: number } | null = null;
  for (const tag of text.matchAll(TAG)) {
    const [written, slash = '', name = ''] = tag;
    const behind = tag.index + written.length;
    if (open === null && slash === '') open = { name: name.toLowerCase(), at: tag.index };
    else if (open === null) [rest, from] = ['', behind];
    else if (slash !== '' && open.name === name.toLowerCase()) {
      rest += text.slice(from, open.at);
      [from, open] = [behind, null];
    }
  }
  if (from === 0 && open === null) return text;
  const isThought = open !== null && isLineStart(text, open.at);
  return (rest + text.slice(from, isThought ? open?.at : text.length)).trim();
}

function isLineStart(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before -= 1;
  return before < 0 || text[before] === '\n';
}

/** As long as this, what begins like a tag may become one. */
const LONGEST_TAG = '<reasoning>'.length;

/** Tells thinking from text while a reply comes. A tag opens at the beginning of a line: within one it may be quoted. */
export class ThinkingSplitter {
  private held = '';
  private open: string | null = null;
  private isLineStart = true;
  private wasThought = false;

  add(delta: string): SentPiece[] {
    this.held += delta;
    const pieces: SentPiece[] = [];
    while (this.held !== '' && this.step(pieces));
    return pieces;
  }

  end(): SentPiece[] {
    const rest = this.held;
    this.held = '';
    return rest === '' ? [] : [{ type: this.open === null ? 'text' : 'thought', text: rest }];
  }

  private step(pieces: SentPiece[]): boolean {
    return this.open === null ? this.readText(pieces) : this.readThought(pieces, this.open);
  }

  private readThought(pieces: SentPiece[], name: string): boolean {
    const closing = `</${name}>`;
    const at = CLOSING[name]?.exec(this.held)?.index;
    if (at !== undefined) {
      this.give(pieces, 'thought', at);
      this.held = this.held.slice(closing.length);
      this.open = null;
      this.isLineStart = true;
      this.wasThought = true;
      return true;
    }
    this.give(pieces, 'thought', this.held.length - partOf(closing, this.held));
    return false;
  }

  private readText(pieces: SentPiece[]): boolean {
    if (this.wasThought) this.held = this.held.trimStart();
    if (this.held === '') return false;
    if (this.isLineStart) {
      const open = OPENING.exec(this.held);
      if (open?.[1] !== undefined) {
        this.held = this.held.slice(open[0].length);
        this.open = open[1].toLowerCase();
        return true;
      }
      if (mayOpen(this.held)) return false;
    }
    this.wasThought = false;
    const line = this.held.indexOf('\n');
    const isWhole = line >= 0;
    this.give(pieces, 'text', isWhole ? line + 1 : this.held.length);
    this.isLineStart = isWhole;
    return true;
  }

  private give(pieces: SentPiece[], type: SentPiece['type'], length: number): void {
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    if (text === '') return;
    const last = pieces.at(-1);
    if (last?.type === type) pieces[pieces.length - 1] = { type, text: last.text + text };
    else pieces.push({ type, text });
  }
}

function mayOpen(held: string): boolean {
  const begun = held
    .slice(0, 2 * LONGEST_TAG)
    .replace(/^[^\S\n]+/, '')
    .toLowerCase();
  if (begun === '') return held.length < LONGEST_TAG;
  return begun.length < LONGEST_TAG && NAMES.some((name) => `<${name}>`.startsWith(begun));
}

function partOf(tag: string, text: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (tag.startsWith(text.slice(-length).toLowerCase())) return length;
  return 0;
}

// Of chat templates marks of turns go, channels become thinking and reply (gpt-oss), and thinking gets one name.

/** Marks that end a turn. What a model writes behind one is not its reply. */
const ENDS = /<\|(?:im_end|eot_id|eom_id|end|return|call|endoftext|end_of_text)\|>|<end_of_turn>|<\/s>/i;
const BEGINS =
  /^\s*(?:assistant\s*\n|<\|(?:start_header_id|im_start|start)\|>\s*assistant\b\s*|<\|[a-z_]{1,30}\|>\s*|<s>\s*|<start_of_turn>\s*model\b\s*|\[\/?INST\]\s*)+/i;

const THINKING_BEGINS = /\[THINK\]|<seed:think>|<\|(?:begin_of_thought|start_thinking)\|>|◁think▷/gi;
const THINKING_ENDS = /\[\/THINK\]|<\/seed:think>|<\|(?:end_of_thought|end_thinking)\|>|◁\/think▷/gi;
const REPLY_MARKS = /<\|(?:(?:begin|end)_of_solution|(?:start|end)_(?:response|text))\|>/gi;

export function withoutTemplate(text: string): string {
  const plain = text.startsWith('analysis') ? flatChannels(text) : text;
  if (!/[<[◁]|^\s*assistant\s*\n/i.test(plain)) return plain;
  const told = channels(plain)
    .replaceAll(THINKING_BEGINS, '<think>')
    .replaceAll(THINKING_ENDS, '</think>')
    .replaceAll(REPLY_MARKS, '');
  const begun = told.replace(BEGINS, '');
  const end = begun.search(ENDS);
  return end > 0 && begun.slice(0, end).trim() !== '' ? begun.slice(0, end) : begun;
}

const CHANNEL =
  /(?:^|<\|channel\|>)\s*(analysis|commentary|final)\b([^<]{0,80})(?:<\|constrain\|>[^<]{0,20})?<\|message\|>/g;
const MESSAGE_ENDS = /<\|(?:end|return|call|start|channel)\|>/;

function channels(text: string): string {
  const found = [...text.matchAll(CHANNEL)];
  if (found.length === 0) return text;
  const messages = found.map((match) => {
    const [whole, channel = ''] = match;
    const body = text.slice(match.index + whole.length).split(MESSAGE_ENDS, 1)[0] ?? '';
    return { channel, body };
  });
  const thought = messages.flatMap(({ channel, body }) => (channel === 'analysis' ? [body] : [])).join('\n');
  const final = messages.findLast(({ channel }) => channel === 'final');
  const call = messages.findLast(({ channel }) => channel === 'commentary');
  return `${thought === '' ? '' : `<think>${thought}</think>`}${(final ?? call)?.body ?? ''}`;
}

function flatChannels(text: string): string {
  const [thought = '', ...replies] = text.slice('analysis'.length).split('assistantfinal');
  return replies.length === 0 ? text : `<think>${thought}</think>${replies.at(-1) ?? ''}`;
}
