/**
 * @file Demonstrations that a language model writes (Huang and others 2023, section 3.4; the public code's generator, tagger and filter).
 * Input-first: it writes a request like those of the seeds, then the plan of it. Output-first: it is given a plan and writes a request for
 * it, whose plan it then writes; the two plans must call the same tools. Kept is what runs to its end and is unlike all kept before.
 */
import type { Demonstration, DialoguePlan } from '../../core/dialogue.ts';
import { throwIfAborted } from '../../core/errors.ts';
import { generateWords } from '../../core/reply/generate.ts';
import type { LanguageModel, Message } from '../../core/language-model.ts';
import { createRandom, shuffled, type Random } from '../../core/random.ts';
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import { rougeL } from '../../metrics/rouge.ts';
import { planRuns } from '../../recommenders/interec/generate-demonstrations.ts';
import { readPlan } from '../../recommenders/interec/plan-format.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import type { RunContext } from '../../core/run-context.ts';

export type Unkept = 'unreadable' | 'inconsistent' | 'like another' | 'does not run';

export interface WrittenDemonstrations {
  readonly kept: readonly Demonstration[];
  readonly unkept: Readonly<Record<Unkept, number>>;
}

/** Requests at least so much alike by ROUGE-L's F are one (the public code: .7). */
const ALIKE = 0.7;
const SHOWN = 4;
const HOT = 0.8;

export interface WritingHost {
  readonly model: LanguageModel;
  readonly catalogue: Catalogue;
  /** The seeds that are shown; with names of the catalogue, so that plans can be run. */
  readonly seeds: readonly Demonstration[];
  readonly context: RunContext;
}

/** Half is written input-first, half output-first. @param tries how many are written @throws LabError `aborted` */
export async function writeDemonstrations(
  tries: number,
  seed: number,
  host: WritingHost,
): Promise<WrittenDemonstrations> {
  const random = createRandom(seed).fork('written demonstrations');
  const kept: Demonstration[] = [];
  const unkept: Record<Unkept, number> = { unreadable: 0, inconsistent: 0, 'like another': 0, 'does not run': 0 };
  for (let tried = 0; tried < tries; tried += 1) {
    throwIfAborted(host.context.signal);
    const written = await (tried % 2 === 0 ? requestFirst : planFirst)(host, random.fork(String(tried)));
    const outcome = typeof written === 'string' ? written : await judged(written, kept, host);
    if (outcome === null) kept.push(written as Demonstration);
    else unkept[outcome] += 1;
  }
  return { kept, unkept };
}

/** Null where it may stay. */
async function judged(
  { request, plan }: Demonstration,
  kept: readonly Demonstration[],
  { seeds, catalogue, context }: WritingHost,
): Promise<Unkept | null> {
  if ([...seeds, ...kept].some((one) => rougeL(request, one.request, false).f >= ALIKE)) return 'like another';
  return (await planRuns(plan, catalogue, context)) ? null : 'does not run';
}

async function requestFirst(host: WritingHost, random: Random): Promise<Demonstration | Unkept> {
  const shown = shuffled(host.seeds, random.fork('shown')).slice(0, SHOWN);
  const requests = shown.map(({ request }) => `- ${request}`).join('\n');
  const { itemNoun } = host.catalogue.values.outline;
  const asked = `People said these to a recommender of ${itemNoun}s:\n${requests}\nWrite one more message of that kind, in other words, about ${itemNoun}s named in them or none. Write the message alone.`;
  const request = lineOf(await write(host, asked, 'request', HOT, random.fork('request')));
  const plan = await planOf(host, request, shown, random.fork('plan'));
  return request === '' || plan === null ? 'unreadable' : { request, plan };
}

async function planFirst(host: WritingHost, random: Random): Promise<Demonstration | Unkept> {
  const [wanted, ...others] = shuffled(host.seeds, random.fork('shown'));
  if (wanted === undefined) return 'unreadable';
  const shown = others.slice(0, SHOWN);
  const pairs = shown.map(({ request, plan }) => `Plan: ${planText(plan)}\nMessage: ${request}`).join('\n\n');
  const asked = `A recommender turns messages of people into plans of tool calls.\n\n${pairs}\n\nPlan: ${planText(wanted.plan)}\nWrite a message that has this plan, in words of your own. Write the message alone.`;
  const request = lineOf(await write(host, asked, 'plan', HOT, random.fork('request')));
  const plan = await planOf(host, request, shown, random.fork('plan'));
  if (request === '' || plan === null) return 'unreadable';
  return toolsOf(plan) === toolsOf(wanted.plan) ? { request, plan: wanted.plan } : 'inconsistent';
}

/** The plan of a request, without chance; null where it cannot be read. */
async function planOf(
  host: WritingHost,
  request: string,
  shown: readonly Demonstration[],
  random: Random,
): Promise<DialoguePlan | null> {
  const pairs = shown.map((one) => `Message: ${one.request}\nPlan: ${planText(one.plan)}`).join('\n\n');
  const asked = `A recommender turns messages of people into plans of tool calls, as JSON.\n\n${pairs}\n\nMessage: ${request}\nWrite its plan as JSON, and nothing else.`;
  const reading = readPlan(await write(host, asked, 'request', 0, random));
  return reading.ok ? reading.value : null;
}

async function write(
  { model, context: { signal } }: WritingHost,
  content: string,
  first: 'request' | 'plan',
  temperature: number,
  random: Random,
): Promise<string> {
  const messages: readonly Message[] = [{ role: 'user', content }];
  const { text } = await generateWords(
    { model, random, signal },
    {
      purpose: { type: 'demonstrate', first },
      messages,
      seed: random.integer(2 ** 32),
      temperature,
      maxTokens: REPLY_TOKENS.demonstrate,
    },
  );
  return text;
}

const planText = ({ intent, steps, reply }: DialoguePlan): string => JSON.stringify({ intent, steps, reply });

const toolsOf = ({ steps }: DialoguePlan): string => steps.map(({ tool }) => tool).join(' ');

/** The first line that says something, without a label and quotation marks. */
function lineOf(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  return line
    .trim()
    .replace(/^(?:message|request)\s*:\s*/iu, '')
    .replace(/^["“'](.*)["”']$/u, '$1')
    .slice(0, 500);
}
