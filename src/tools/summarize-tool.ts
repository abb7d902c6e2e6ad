/** @file The Summarize tool: what reviews say, by a model or in their own sentences. Extractive summaries are TextRank's (Mihalcea and Tarau 2004, section 5): sentences vote for the sentences that share their words, weighted as PageRank weighs pages. */
import type { Database } from '../core/database.ts';
import type { Found } from '../core/found.ts';
import { generateValue } from '../core/reply/generate.ts';
import { replyTokens } from '../core/reply/limits.ts';
import { readWords } from '../core/reply/read-words.ts';
import type { RunContext } from '../core/run-context.ts';
import { itemOfTask } from '../core/task.ts';
import type { Tool, ToolResult } from '../core/recommender.ts';
import { fitToContext } from './text-budget.ts';
import { failure, textArgument } from './schema.ts';
import { itemsIn } from './statements.ts';
import { log } from '../core/numbers/elementary-functions.ts';
import { sentencesIn } from '../core/text/words.ts';

export type SummarizeProvider = 'extractive' | 'model';

const ITEM = textArgument('item', 'The id of the item whose reviews are to be summarized.');
const MOST_REVIEWS = 20;
const MOST_SENTENCES = 2;

export function summarizeTool(database: Database, provider: SummarizeProvider): Tool {
  const tool: Tool = {
    name: 'summarize',
    description: 'tells what the reviews of an item say; the input is its id',
    parameters: ITEM.parameters,
    async execute(args, context) {
      const input = ITEM.read(args);
      if ('failure' in input) return input.failure;
      const itemId = itemIn(input.text, database);
      if (itemId === null) {
        const ids = (context.candidates ?? []).join(', ');
        return failure(`The input is the id of one item${ids === '' ? '' : `; the candidates are ${ids}`}.`);
      }
      const title = titleOf(database, itemId);
      if (title === null) return { observation: `There is no item ${itemId}.`, detail: { itemId }, failed: true };
      const texts = reviewsOf(database, itemId);
      const detail = { provider };
      const found: Found = {
        query: 'item-reviews',
        about: { users: [], items: [itemId], title },
        value: null,
        support: texts.length,
        columns: ['review'],
        rows: texts.map((text) => [text]),
      };
      if (texts.length === 0) return { observation: `There are no reviews of ${title}.`, found, detail, failed: false };
      if (provider === 'model') return summarizeByModel(title, texts, { found, detail }, context);
      const value = extractiveSummary(texts, MOST_SENTENCES);
      return { observation: `Reviews of ${title}: ${value}`, found: { ...found, value }, detail, failed: false };
    },
    offer(task) {
      const item = itemOfTask(task);
      if (item === null || reviewsOf(database, item.id).length === 0) return [];
      return [{ name: 'item-reviews', tool, input: String(item.id), gives: 'what reviews of it say' }];
    },
  };
  return tool;
}

/** The latest, newest first. */
export const reviewsOf = (database: Database, itemId: number): readonly string[] =>
  database
    .query(
      `SELECT review FROM interactions WHERE item_id = ${itemId} AND review IS NOT NULL ORDER BY time DESC, user_id LIMIT ${MOST_REVIEWS}`,
    )
    .rows.map(([review]) => String(review));

export function extractFromReviews(database: Database, itemId: number): string | null {
  const texts = reviewsOf(database, itemId);
  return texts.length === 0 ? null : extractiveSummary(texts, MOST_SENTENCES);
}

/** By its id, its title or both; null where the text names none, or may mean two. */
function itemIn(text: string, database: Database): number | null {
  const id = /^(?:item|id)?\s?[:#]?\s?(\d{1,15})(?:$|:)/i.exec(text)?.[1];
  const named = itemsIn(database, text);
  return id !== undefined ? Number(id) : named.length === 1 ? (named[0]?.[0] ?? null) : null;
}

function titleOf(database: Database, itemId: number): string | null {
  const title = database.query(`SELECT title FROM items WHERE item_id = ${itemId}`).rows[0]?.[0];
  return typeof title === 'string' ? title : null;
}

async function summarizeByModel(
  title: string,
  all: readonly string[],
  { found, detail }: { readonly found: Found; readonly detail: ToolResult['detail'] },
  context: RunContext,
): Promise<ToolResult> {
  const texts = fitToContext(all, context.model);
  const reading = await generateValue(
    context,
    {
      messages: [
        { role: 'system', content: 'You summarize reviews in one or two sentences. Say only what they say.' },
        {
          role: 'user',
          content: `Reviews of ${JSON.stringify(title)}:\n${texts.map((text) => JSON.stringify(text)).join('\n')}`,
        },
      ],
      purpose: { type: 'summarize', title, texts },
      seed: context.random.fork('summarize').integer(2 ** 32),
      temperature: 0,
      maxTokens: replyTokens('summarize', context),
    },
    (text) => readWords(text),
  );
  if (!reading.ok)
    return { observation: `The reviews could not be summarized: ${reading.problem}.`, found, detail, failed: true };
  const { value } = reading;
  return { observation: `Reviews of ${title}: ${value}`, found: { ...found, value }, detail, failed: false };
}

const DAMPING = 0.85;
const ITERATIONS = 30;
const MOST_RANKED = 60;

const wordsOf = (sentence: string): ReadonlySet<string> =>
  new Set(sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

export function sentencesOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    sentencesIn(text)
      .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
      .filter((s) => /\p{L}/u.test(s)),
  );
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const scale = log(a.size) + log(b.size);
  if (scale === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / scale;
}

export function textRank(sentences: readonly string[]): number[] {
  const words = sentences.map(wordsOf);
  const weights = words.map((a, i) => words.map((b, j) => (i === j ? 0 : similarity(a, b))));
  const outgoing = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let ranks = sentences.map(() => 1);
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const before = ranks;
    ranks = before.map((_, i) =>
      before.reduce((sum, rank, j) => {
        const out = outgoing[j] ?? 0;
        return out === 0 ? sum : sum + (DAMPING * rank * (weights[j]?.[i] ?? 0)) / out;
      }, 1 - DAMPING),
    );
  }
  return ranks;
}

export function extractiveSummary(texts: readonly string[], most: number): string {
  const sentences = [...new Set(sentencesOf(texts))].slice(0, MOST_RANKED);
  const ranks = textRank(sentences);
  const best = new Set(
    sentences
      .map((_, index) => index)
      .sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b)
      .slice(0, most),
  );
  return sentences.filter((_, index) => best.has(index)).join(' ');
}
