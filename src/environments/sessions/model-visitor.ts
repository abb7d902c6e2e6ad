/** @file Simulated people played by a language model: a call for each page. A reply that cannot be read is a problem, never a choice. */
import type { SchemaOf } from '../../core/reply/fit.ts';
import type { GenerateRequest, LanguageModel, Message } from '../../core/language-model.ts';
import type { Json } from '../../core/json.ts';
import { generateValue, type Parse, type Reading } from '../../core/reply/generate.ts';
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import { readReply } from '../../core/reply/read-reply.ts';
import type { Span } from '../../core/trace.ts';
import type { WrittenScale } from '../prompts/rating-scale.ts';
import type { OfferedPage, PageReply, Visiting, Visitor, OfferedItem } from './visitor.ts';
import type { PastRating, RatedItem, RatedPerson } from '../../core/rater.ts';
import { historyText, itemText, personText, WORDS } from '../prompts/rating-prompt.ts';

const MEETS = { film: 'watch', book: 'read' } as const;

function roleText(person: RatedPerson, kind: RatedItem['kind'], { kept, shift }: WrittenScale): string {
  return (
    `You play a person who uses a service that recommends ${WORDS[kind].noun}s. Stay within what is told of the person: choose little, rate low and leave ` +
    `early where that fits them. Ratings are whole numbers from ${kept.min - shift} (worst) to ${kept.max - shift} (best).\n${personText(person)}`
  );
}

function pageMessages({ person, offered, page, patience }: OfferedPage, scale: WrittenScale): readonly Message[] {
  const kind = offered[0]?.item.kind ?? 'film';
  const numbered = offered.map(({ item, ratedBefore }, at) => {
    const before = ratedBefore === null ? '' : ` ${person.name} rated it ${writtenRating(ratedBefore, scale)} before.`;
    return `${at + 1}. ${itemText(item, { scale })}${before}`;
  });
  const told = historyText({ person, history: remembered(offered), kind }, { scale });
  const question =
    `This is page ${page}. ${patienceText(person, patience)} Which of these would ${person.name} choose to ${MEETS[kind]}, and how would ` +
    `${person.name} rate each of them afterwards? None (an empty list) is a good answer too. Would ${person.name} look at another page then? ` +
    'Answer with JSON alone: {"chosen": [{"number": 1, "rating": …}], "goesOn": true or false}.';
  return [
    { role: 'system', content: roleText(person, kind, scale) },
    { role: 'user', content: [told, ...numbered, question].filter((text) => text !== '').join('\n') },
  ];
}

function remembered(offered: readonly OfferedItem[]): readonly PastRating[] {
  const past = offered.flatMap(({ history }) => history);
  return [...new Map(past.map((one) => [one.item.id, one])).values()];
}

function patienceText({ name }: RatedPerson, patience: number): string {
  const pages = Math.max(1, Math.ceil(patience));
  return `${name} has patience for about ${pages} more ${pages === 1 ? 'page' : 'pages'} without anything that pleases.`;
}

const writtenRating = (rating: number, { kept, written }: WrittenScale): string =>
  written[Math.round(rating) - kept.min] ?? String(rating);

export interface ModelVisitorOptions {
  /** The model as it is called at a place of the trace. */
  readonly modelAt: (span: Span) => LanguageModel;
  readonly id: string;
  readonly title: string;
  /** Ratings are written as numbers: `one-ten` is asked for as 1–10. */
  readonly scale: WrittenScale;
}

const TEMPERATURE = 0.6;

interface WrittenPage {
  readonly chosen: readonly { readonly number: number; readonly rating: number }[];
  readonly goesOn: boolean;
}
/** Bounds are part of the grammar where an engine constrains, and are checked where it does not. */
function pageSchema(items: number, { kept, shift }: WrittenScale): SchemaOf<WrittenPage> {
  const numbers = (from: number, to: number): Json => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const choice = {
    type: 'object',
    properties: {
      number: { enum: numbers(1, items) },
      rating: { enum: numbers(kept.min - shift, kept.max - shift) },
    },
    required: ['number', 'rating'],
    additionalProperties: false,
  };
  return {
    type: 'object',
    properties: { chosen: { type: 'array', items: choice, maxItems: items }, goesOn: { type: 'boolean' } },
    required: ['chosen', 'goesOn'],
    additionalProperties: false,
  };
}

class ModelVisitor implements Visitor {
  readonly id: string;
  readonly title: string;
  private readonly options: ModelVisitorOptions;

  constructor(options: ModelVisitorOptions) {
    this.id = options.id;
    this.title = options.title;
    this.options = options;
  }

  async look(page: OfferedPage, visiting: Visiting): Promise<PageReply | { readonly problem: string }> {
    const { scale } = this.options;
    const schema = pageSchema(page.offered.length, scale);
    const messages = pageMessages(page, scale);
    const random = visiting.random.fork(`page ${page.page}`);
    const reading = await this.ask(
      { messages, purpose: { type: 'look-at-page', page: page.page }, maxTokens: REPLY_TOKENS['look-at-page'], schema },
      { ...visiting, random },
      (text, isCut) => readPage(text, schema, isCut),
    );
    if (!reading.ok) return { problem: reading.problem };
    const ratings = new Map(reading.value.chosen.map(({ number, rating }) => [number, rating + scale.shift]));
    return {
      items: page.offered.map((_, at) => ({ rating: ratings.get(at + 1) ?? null, reason: '' })),
      goesOn: reading.value.goesOn,
    };
  }

  private ask<Value>(
    { schema, ...asked }: Pick<GenerateRequest, 'messages' | 'purpose' | 'maxTokens'> & { readonly schema: Json },
    { random, signal, span }: Visiting,
    parse: Parse<Value>,
  ): Promise<Reading<Value>> {
    const model = this.options.modelAt(span);
    const request: GenerateRequest = {
      ...asked,
      seed: random.integer(2 ** 32),
      temperature: TEMPERATURE,
      responseSchema: schema,
    };
    return generateValue({ model, random, signal, trace: span }, request, parse);
  }
}

/** One item is chosen once: what says otherwise cannot be read. */
function readPage(text: string, schema: SchemaOf<WrittenPage>, isCut = false): Reading<WrittenPage> {
  const reading = readReply(text, schema, { isCut });
  if (!reading.ok) return reading;
  const numbers = reading.value.chosen.map(({ number }) => number);
  return new Set(numbers).size === numbers.length
    ? reading
    : { ok: false, problem: 'an item is chosen twice in "chosen"' };
}

export function createModelVisitor(options: ModelVisitorOptions): Visitor {
  return new ModelVisitor(options);
}
