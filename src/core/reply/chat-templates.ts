/**
 * @file What chat templates leave around a reply where a server lets it through, as plain forms that are read: marks of turns go, channels
 * become thinking and reply (gpt-oss), thinking has one name (Magistral, Seed, Cohere, Kimi), and calls are `{"name": …, "arguments": …}`
 * (DeepSeek, Mistral, Qwen3-Coder, Llama, GLM).
 */
import { wholeJson } from './whole-json.ts';

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
  if (!/[<[◁\\]|```tool_code|^\s*assistant\s*\n/i.test(plain)) return plain;
  const told = channels(plain)
    .replaceAll(THINKING_BEGINS, '<think>')
    .replaceAll(THINKING_ENDS, '</think>')
    .replaceAll(REPLY_MARKS, '')
    .replaceAll(/\\boxed\{([^{}]*)\}/g, '$1');
  return withoutTurnMarks(plainCalls(told));
}

function withoutTurnMarks(text: string): string {
  const begun = text.replace(BEGINS, '');
  const end = begun.search(ENDS);
  return end > 0 && begun.slice(0, end).trim() !== '' ? begun.slice(0, end) : begun;
}

const CHANNEL =
  /(?:^|<\|channel\|>)\s*(analysis|commentary|final)\b([^<]{0,80})(?:<\|constrain\|>[^<]{0,20})?<\|message\|>/g;
const MESSAGE_ENDS = /<\|(?:end|return|call|start|channel)\|>/;
const RECIPIENT = /\bto=(?:functions\.)?([\w.-]{1,60})/;

/** The thinking of a reply in channels, then its final message, or its calls if it has no final message. */
function channels(text: string): string {
  const found = [...text.matchAll(CHANNEL)];
  if (found.length === 0) return text;
  const messages = found.map((match) => {
    const [whole, channel = '', header = ''] = match;
    const body = text.slice(match.index + whole.length).split(MESSAGE_ENDS, 1)[0] ?? '';
    return { channel, to: RECIPIENT.exec(header)?.[1] ?? null, body };
  });
  const thought = messages.flatMap(({ channel, body }) => (channel === 'analysis' ? [body] : [])).join('\n');
  const final = messages.findLast(({ channel }) => channel === 'final');
  const calls = messages.flatMap(({ to, body }) => (to === null ? [] : [call(to, body)]));
  return `${thought === '' ? '' : `<think>${thought}</think>`}${final?.body ?? calls.join('\n')}`;
}

/** The same where the server left the names of the channels and took their marks. */
function flatChannels(text: string): string {
  const [thought = '', ...replies] = text.slice('analysis'.length).split('assistantfinal');
  return replies.length === 0 ? text : `<think>${thought}</think>${replies.at(-1) ?? ''}`;
}

const call = (name: string, given: string): string =>
  `{"name": ${JSON.stringify(name)}, "arguments": ${given.trim() === '' ? '{}' : given.trim()}}`;

const DEEPSEEK =
  /<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([\w.-]{1,60})(?:<｜tool▁sep｜>|\s*```json)([\s\S]{0,8000}?)(?:```\s*)?<｜tool▁call▁end｜>/g;
const MISTRAL = /\[TOOL_CALLS\]([\w.-]{1,60})(?:\[CALL_ID\][\w-]{1,20})?\[ARGS\]/g;
const QWEN = /<function=([\w.-]{1,60})>\s*((?:<parameter=[\w-]{1,60}>[^<]*<\/parameter>\s*)+)<\/function>/g;
/** Marks of calls that words stand before on their line. */
const TOLD = /(?<=[^\s>])[ \t]{0,8}(\[TOOL_CALLS\]|<\|python_tag\|>|<tool_call>|<function=)/g;
const LLAMA = /<function=([\w.-]{1,60})>\s*(\{[\s\S]{0,8000}?\})\s*(?:<\/function>|$|(?=<function=))/g;
/** Calls of Python's in a fence, of which the result would be printed. */
const GEMMA = /```tool_code[ \t]{0,8}\n([^`]*)(?:```|$)/g;
const PRINTED = /^[ \t]{0,8}print\((.*)\)[ \t]{0,8}$/gm;
const PARAMETER = /<parameter=([\w-]{1,60})>([^<]*)<\/parameter>/g;
const GLM =
  /<tool_call>([\w.-]{1,60})\s*((?:<arg_key>[^<]*<\/arg_key>\s*<arg_value>[^<]*<\/arg_value>\s*)+)<\/tool_call>/g;
const ARGUMENT = /<arg_key>([^<]*)<\/arg_key>\s*<arg_value>([^<]*)<\/arg_value>/g;

/** Calls in the forms of templates as objects. */
function plainCalls(text: string): string {
  return text
    .replaceAll(DEEPSEEK, (_, name: string, given: string) => call(name, given))
    .replaceAll(/<｜tool▁calls▁(?:begin|end)｜>/g, '')
    .replaceAll(QWEN, (_, name: string, given: string) => call(name, members(given, PARAMETER)))
    .replaceAll(TOLD, '\n$1')
    .replaceAll(LLAMA, (_, name: string, given: string) => `${call(name, given)}\n`)
    .replaceAll(GEMMA, (_, code: string) => code.replaceAll(PRINTED, '$1').replaceAll('default_api.', ''))
    .replaceAll(GLM, (_, name: string, given: string) => call(name, members(given, ARGUMENT)))
    .split(MISTRAL)
    .reduce((all, part, at, parts) =>
      at % 2 === 1 ? all : `${all}${at === 0 ? part : mistral(parts[at - 1] ?? '', part)}`,
    );
}

/** The object behind `[ARGS]` ends where the text or the next call does. */
const mistral = (name: string, given: string): string => call(name, given.replace(/<\/s>\s*$/, ''));

/** Values are texts, but for what is a list or an object. */
const members = (given: string, pattern: RegExp): string =>
  JSON.stringify(
    Object.fromEntries(
      [...given.matchAll(pattern)].map(([, name = '', value = '']) => [name.trim(), wholeJson(value) ?? value.trim()]),
    ),
  );

/** Blocks that tell how a reply came about. */
const ASIDE = /<(thought|analysis|scratchpad|reflection|plan)>[\s\S]{0,8000}?<\/\1>/gi;

/** A reply without such blocks, where something is left; of them only those that `isAside` says yes to. */
export function withoutAsides(text: string, isAside: (block: string) => boolean = () => true): string {
  if (!text.includes('</')) return text;
  const rest = text.replaceAll(ASIDE, (block) => (isAside(block) ? '' : block)).trim();
  return rest === '' ? text : rest;
}
