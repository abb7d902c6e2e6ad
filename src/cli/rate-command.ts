/** @file Rates a file of questions, a line of JSON each. docs/raters.md describes the lines. */
import { openEventFile } from './spec-file.ts';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { now } from '../core/clock.ts';
import { costsWith, NO_COSTS, writtenReplies } from '../core/costs.ts';
import { createTrace } from '../trace/create-trace.ts';
import { LabError, toLabError } from '../core/errors.ts';
import { createRandom, type Random } from '../core/random.ts';
import type { RatedLine, Rater, RateSummary } from '../core/rater.ts';
import type { Span } from '../core/trace.ts';
import { writtenScale, type WrittenScale } from '../environments/prompts/rating-scale.ts';
import { readRatingLine } from '../environments/raters/rating-line.ts';
import { createLanguageModelRater } from '../environments/raters/language-model-rater.ts';
import { createRuleRater, RULES_ID } from '../environments/raters/rules/rule-rater.ts';
import { traced } from '../models/decorate.ts';
import { openLanguageModel, type ModelPlaces } from './open-model.ts';

/** The rules are the rater of the built-in reasoner, and go by its names too. */
const RULES_NAMES: ReadonlySet<string> = new Set([RULES_ID, 'reasoner', 'built-in/reasoner', 'built-in/rules']);

export interface RateOptions {
  /** `rules`, or the name of a model. */
  readonly rater: string;
  /** Times the noise of the rules, or the temperature of a model; each rater's own where null. */
  readonly noise: number | null;
  /** Worked examples in the prompt of a model, or another manner of asking it. */
  readonly shots: 0 | 1 | 2 | 'published' | 'yes-no';
  /** The system prompt of a model: `default`, `custom`, `published` or a text. */
  readonly system: string;
  readonly places: ModelPlaces;
  readonly file: string;
  readonly scale: string;
  readonly seed: number;
  /** The file that the trace is written to, a node for each line; null for none. */
  readonly events: string | null;
}

/** Opens a rater; `trace` receives the calls of a model. @throws LabError `name-unknown`, or what loading throws */
async function openRater(
  { rater, noise, shots, system, places }: RateOptions,
  scale: WrittenScale,
  onProgress: (text: string) => void,
  trace: Span,
): Promise<Rater> {
  if (RULES_NAMES.has(rater)) return createRuleRater(noise === null ? {} : { noise });
  if (!rater.includes('/'))
    throw new LabError(
      'name-unknown',
      `Unknown rater "${rater}"; it is rules, or a model such as transformers/SmolLM2-135M-Instruct.`,
    );
  const model = await openLanguageModel(rater, places, onProgress);
  return createLanguageModelRater({
    ...{ model: traced(model, trace), trace },
    style: { scale, shots, system },
    ...(noise !== null && { temperature: noise }),
  });
}

const THREE_DIGITS = 1000;
const BYTE_ORDER_MARK = /^\uFEFF/;

/** Rates every line in its order. @throws LabError `file-invalid`, `file-empty`, `name-unknown`, or what a model throws */
export async function rateFile(
  options: RateOptions,
  print: (line: RatedLine) => void,
  onProgress: (text: string) => void,
): Promise<RateSummary> {
  const output = openEventFile(options.events);
  let costs = NO_COSTS;
  const trace = createTrace((event) => {
    costs = costsWith(costs, event);
    output.write(event);
  }, now);
  try {
    const counts = await rateLines(options, trace, print, onProgress);
    const summary = { ...counts, ...(costs.modelCalls > 0 && { replies: writtenReplies(costs.replies) }) };
    trace.emit({ type: 'run-end', outcome: 'done', summary: { ...summary } });
    const unwritten = output.close();
    return unwritten === null ? summary : { ...summary, error: unwritten.toData() };
  } catch (thrown) {
    trace.emit({ type: 'error', error: toLabError(thrown).toData() });
    trace.emit({ type: 'run-end', outcome: 'failed', summary: null });
    throw thrown;
  } finally {
    output.close();
  }
}

async function rateLines(
  options: RateOptions,
  trace: Span,
  print: (line: RatedLine) => void,
  onProgress: (text: string) => void,
): Promise<Omit<RateSummary, 'replies' | 'error'>> {
  const scale = writtenScale(options.scale);
  const { file, rater: model, seed, noise, shots, system } = options;
  const spec = { rate: file, rater: model, scale: scale.id, seed, noise, shots, system };
  trace.emit({ type: 'run-start', spec, dataset: {}, model, tasks: 0 });
  let line = trace;
  // A model is opened once, and what it is asked belongs to the line that is rated.
  const current: Span = { node: '', emit: (event) => line.emit(event), child: (start) => line.child(start) };
  const rater = await openRater(options, scale, onProgress, current);
  const asking = { rater, scale, random: createRandom(seed), signal: new AbortController().signal };
  const count = { rated: 0, withoutRating: 0, badLines: 0 };
  let at = 0;
  for await (const text of linesIn(file)) {
    at += 1;
    if (text.trim() === '') continue;
    line = trace.child({ kind: 'task', label: `line ${at}`, detail: null });
    const answer = await rateLine(asking, text, at);
    line.emit({ type: 'node-end', status: answer.rating === null ? 'failed' : 'done', result: { ...answer } });
    line = trace;
    if (answer.line !== undefined) count.badLines += 1;
    else if (answer.rating === null) count.withoutRating += 1;
    else count.rated += 1;
    print(answer);
  }
  if (at === 0) throw new LabError('file-empty', `${file} is empty; give a file with one line of JSON per rating.`);
  return { rater: rater.id, ...count };
}

interface Asking {
  readonly rater: Rater;
  readonly scale: WrittenScale;
  readonly random: Random;
  readonly signal: AbortSignal;
}

async function rateLine({ rater, scale, random, signal }: Asking, text: string, line: number): Promise<RatedLine> {
  const read = readRatingLine(text, scale.kept);
  if (!read.ok) return { id: read.id, rating: null, confidence: null, reason: `line ${line}: ${read.problem}`, line };
  // Forked by the id, so that a line is rated alike wherever it stands.
  const reply = await rater.rate(read.request, { random: random.fork(`rate ${read.id}`), signal });
  if (reply.rating === null) return { id: read.id, rating: null, confidence: null, reason: reply.reason };
  const confidence = reply.confidence === null ? null : Math.round(reply.confidence * THREE_DIGITS) / THREE_DIGITS;
  const written = scale.written[reply.rating - scale.kept.min];
  return {
    id: read.id,
    rating: reply.rating,
    ...(written !== undefined && written !== String(reply.rating) && { written }),
    confidence,
  };
}

async function* linesIn(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file, 'utf8');
  let isFirst = true;
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      yield isFirst ? line.replace(BYTE_ORDER_MARK, '') : line;
      isFirst = false;
    }
  } catch (cause) {
    throw new LabError('file-invalid', `${file} cannot be read; give the path of a file.`, { file }, { cause });
  }
}
