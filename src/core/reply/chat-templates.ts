/**
 * @file What chat templates leave around a reply where a server lets it through: marks of turns go, channels become thinking and reply
 * (gpt-oss), and thinking has one name (Magistral, Seed, Cohere, Kimi).
 */

/** Marks that end a turn. What a model writes behind one is not its reply. */
const ENDS = /<\|(?:im_end|eot_id|eom_id|end|return|call|endoftext|end_of_text)\|>|<end_of_turn>|<\/s>/i;
const BEGINS =
  /^\s*(?:assistant\s*\n|<\|(?:start_header_id|im_start|start)\|>\s*assistant\b\s*|<\|[a-z_]{1,30}\|>\s*|<s>\s*|<start_of_turn>\s*model\b\s*|\[\/?INST\]\s*)+/i;

const THINKING_BEGINS = /\[THINK\]|<seed:think>|<\|(?:begin_of_thought|start_thinking)\|>|◁think▷/gi;
const THINKING_ENDS = /\[\/THINK\]|<\/seed:think>|<\|(?:end_of_thought|end_thinking)\|>|◁\/think▷/gi;
const REPLY_MARKS = /<\|(?:(?:begin|end)_of_solution|(?:start|end)_(?:response|text))\|>/gi;

/** A reply without what its chat template put around it. */
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

/** The thinking of a reply in channels, then its final message, or what it says of a call. */
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

/** The same where the server left the names of the channels and took their marks. */
function flatChannels(text: string): string {
  const [thought = '', ...replies] = text.slice('analysis'.length).split('assistantfinal');
  return replies.length === 0 ? text : `<think>${thought}</think>${replies.at(-1) ?? ''}`;
}
