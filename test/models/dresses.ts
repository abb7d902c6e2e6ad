/**
 * @file Sensible replies in the dresses that language models give them: what each says is what was asked for, and how it says so is what
 * endpoints, small models and models that think were seen to do.
 */
import type { Json } from '../../src/core/json.ts';
import type { GenerateRequest, LanguageModel, StreamPart } from '../../src/core/language-model.ts';
import { throwIfAborted } from '../../src/core/errors.ts';

/** A reply before it is dressed: a value where JSON is asked for, else words. */
export type Bare = Json;

/** What a model sends: what it thinks in a field of its own, and its text. */
export interface Dressed {
  readonly thought?: string;
  /** How many milliseconds the server asks to wait before. */
  readonly wait?: number;
  readonly text: string;
}

/** A way of writing a reply. */
export type Dress = (bare: Bare, request: GenerateRequest) => string | Dressed;

const isValue = (bare: Bare): boolean => typeof bare === 'object' && bare !== null;
const written = (bare: Bare): string => (typeof bare === 'string' ? bare : JSON.stringify(bare));
/** The dress for JSON; words stay as they are. */
const json =
  (dress: (text: string, bare: Json) => string): Dress =>
  (bare) =>
    isValue(bare) ? dress(JSON.stringify(bare), bare) : written(bare);

/** Each member, within lists and objects too. */
function mapped(value: Json, change: (own: Json, name: string) => Json, name = ''): Json {
  if (Array.isArray(value))
    return change(
      value.map((one: Json) => mapped(one, change, name)),
      name,
    );
  if (typeof value !== 'object' || value === null) return change(value, name);
  const members = Object.entries(value).map(([key, own]) => [key, mapped(own, change, key)] as const);
  return change(Object.fromEntries(members), name);
}
const changed = (change: (own: Json, name: string) => Json): Dress =>
  json((_, bare) => JSON.stringify(mapped(bare, change)));

const CHOICES = new Set(['tool', 'type', 'verdict', 'intent', 'scheme']);
const WORDS = new Set(['thought', 'reason', 'reply', 'text', 'sql']);
const DRAFT = '{"thought": "a draft", "tool": "…", "rating": }';

/** By what is done. */
export const DRESSES: Readonly<Record<string, Dress>> = {
  'as asked': written,
  'between fences': json((text) => `\`\`\`json\n${text}\n\`\`\``),
  'between fences, with words behind them': json((text) => `\`\`\`\n${text}\n\`\`\`\nI hope that {this} helps.`),
  'after words': json((text) => `Sure! Here is my reply:\n\n${text}`),
  'before words': json((text) => `${text}\n\nThis rests on the mean [1] of all ratings.`),
  'after a label': (bare, { purpose }) => {
    if (isValue(bare)) return `**Answer:** ${written(bare)}`;
    if (purpose.type === 'dialogue-critic') return `**Verdict:** ${written(bare)}`;
    return purpose.type === 'rate' ? `Rating: ${written(bare)}` : written(bare);
  },
  'over several lines': json((_, bare) => JSON.stringify(bare, null, 2)),
  'in curly quotes': json((text) => text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, '“$1”')),
  'with comments': json((_, bare) =>
    JSON.stringify(bare, null, 2).replace('{\n', '{ // as asked\n').replace(/\n\}$/, '\n/* the end */ }'),
  ),
  'with commas before brackets': json((text) => text.replaceAll(/([\]}])/g, ',$1').replaceAll(/([[{]),/g, '$1')),
  'with line breaks in texts': json((_, bare) => {
    const broken = mapped(bare, (own, name) =>
      typeof own === 'string' && WORDS.has(name) ? own.replace(' ', '\n') : own,
    );
    return JSON.stringify(broken).replaceAll(/\\n/g, '\n');
  }),
  'after thinking': (bare) => `<think>\nThe user wants this.\nLet me see.\n</think>\n\n${written(bare)}`,
  'after thinking that holds a draft': (bare) =>
    `<think>Maybe ${DRAFT}, or {"choice": 9}? 2 or 7.</think>${written(bare)}`,
  'after thinking under another name': (bare) => `<thinking>Hm, {no}.</thinking>\n${written(bare)}`,
  'after reasoning': (bare) => `<reasoning>\n{"rating": 1}\n</reasoning>\n${written(bare)}`,
  'after thinking that the prompt began': (bare) => `Let me see. Maybe ${DRAFT}.\n</think>\n\n${written(bare)}`,
  'with its thinking in a field of its own': (bare) => ({ thought: `Maybe ${DRAFT}.`, text: written(bare) }),
  'with what it imagines next': json((text) => `${text}\nObservation: 3.5\n${text}`),
  'choices in capitals': changed((own, name) =>
    typeof own === 'string' && CHOICES.has(name) ? own.charAt(0).toUpperCase() + own.slice(1) : own,
  ),
  'numbers as texts': changed((own) => (typeof own === 'number' ? String(own) : own)),
  'titles for ids': (bare, { purpose }) => {
    const task = 'task' in purpose ? purpose.task : 'sample' in purpose ? purpose.sample?.task : undefined;
    const candidates = task !== undefined && 'candidates' in task ? task.candidates : [];
    const titled = (id: Json): Json => candidates.find((one) => one.id === id)?.title ?? id;
    const change = (own: Json, name: string): Json =>
      Array.isArray(own) && (name === 'ranking' || name === 'content') ? own.map(titled) : own;
    return isValue(bare) ? JSON.stringify(mapped(bare, change)) : written(bare);
  },
  'with marks that are not escaped': json((_, bare) =>
    JSON.stringify(
      mapped(bare, (own, name) => (name === 'reason' && typeof own === 'string' ? `§a§ ${own}` : own)),
    ).replaceAll('§', '"'),
  ),
  'nothing in place of what has a default': changed((own, name) =>
    name === 'reason' || name === 'reply' || name === 'dislike' ? null : own,
  ),
};

/** Dresses that hold no answer: nothing may come of them but a failure that is told. */
export const EMPTY_DRESSES: Readonly<Record<string, Dress>> = {
  'thinking that never ends': (bare) => `<think>\nMaybe ${written(bare)}, or`,
  'nothing at all': () => '',
  'half of it': json((text) => text.slice(0, Math.floor(text.length / 3))),
  'words alone': () => 'I would rather not say; there may be 2 or 7 of them.',
};

/** A model that answers by the purpose of each request, in a dress. */
export function dressedModel(
  reply: (request: GenerateRequest) => Bare,
  dress: Dress,
): LanguageModel & { readonly requests: readonly GenerateRequest[] } {
  const requests: GenerateRequest[] = [];
  return {
    id: 'test/dressed',
    title: 'Dressed',
    contextLength: 100_000,
    capabilities: { seed: true, responseSchema: false, score: false },
    provenance: null,
    requests,
    async *stream(request, { signal }): AsyncGenerator<StreamPart> {
      throwIfAborted(signal);
      requests.push(request);
      const sent = dress(reply(request), request);
      const { thought = '', wait = 0, text } = typeof sent === 'string' ? { text: sent } : sent;
      if (wait > 0) yield { type: 'wait', milliseconds: wait, reason: 'the endpoint is busy (429)' };
      if (thought !== '') yield { type: 'thought-delta', delta: thought };
      for (let at = 0; at < text.length; at += 7) yield { type: 'text-delta', delta: text.slice(at, at + 7) };
      yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 10, estimated: true } };
    },
  };
}
