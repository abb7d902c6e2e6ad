/** @file The calls of the model in a conversation, with their seeds and limits. */
import type {
  CatalogueOutline,
  CriticView,
  DialoguePlan,
  DialogueView,
  Facet,
  ProfileReading,
  ReplyView,
  StepOutcome,
  Utterance,
} from '../../core/dialogue.ts';
import { EMPTY_PROFILE, isEmptyFacet } from '../../core/profile.ts';
import { LabError } from '../../core/errors.ts';
import { generateValue, generateWords, type Reading } from '../../core/reply/generate.ts';
import type { GenerateRequest, Message, Purpose } from '../../core/language-model.ts';
import { replyTokens, type ReplyKind, fitsContext } from '../../core/reply/limits.ts';
import type { RunContext } from '../../core/run-context.ts';
import { readVerdict, readWords, UNREAD_VERDICT, wholeSentences } from '../../core/reply/read-words.ts';
import { readNextStep, readPlanShape, REPLY_SCHEMAS, type NextStep } from './plan-format.ts';
import { formMessages, sentenceMessages } from './form-words.ts';
import { planOf, formSchema, readForm } from './wish-form.ts';
import { PROFILE_SCHEMA, readProfile } from './profile-memory.ts';
import { criticMessages, planMessages, profileMessages, replyMessages, stepMessages } from './prompts.ts';
import { counted } from '../../core/text/words.ts';

const SHORT = 240;

function cut(text: string): string {
  const left = text.length - SHORT;
  return left <= 0 ? text : `${text.slice(0, SHORT)} [… ${counted(left, 'more character')}]`;
}

/** Without the oldest turn, which is counted. */
const withoutOldest = <View extends Pick<DialogueView, 'turns' | 'earlier'>>(view: View): View => ({
  ...view,
  turns: view.turns.slice(1),
  earlier: (view.earlier ?? 0) + 1,
});

/** Without the oldest turns, then without demonstrations, what a rejected attempt found and mentions, then with a part of the message. */
function* shorterViews(full: DialogueView): Generator<DialogueView> {
  let view = full;
  yield view;
  while (view.turns.length > 0) yield (view = withoutOldest(view));
  while (view.demonstrations.length > 0) yield (view = { ...view, demonstrations: view.demonstrations.slice(1) });
  if (view.rejected !== null) yield (view = { ...view, rejected: { ...view.rejected, outcomes: [] } });
  yield (view = { ...view, mentions: [] });
  yield { ...view, text: cut(view.text) };
}

/** Without what was said before, then with a part of what the tools told, then with a part of the message. */
function* shorterReplies(full: ReplyView): Generator<ReplyView> {
  let view = full;
  yield view;
  yield (view = { ...view, turns: [] });
  const outcomes = view.outcomes.map((outcome) => ({ ...outcome, observation: cut(outcome.observation) }));
  yield (view = { ...view, outcomes });
  yield { ...view, explained: view.explained.slice(0, 1), text: cut(view.text) };
}

/** Without the oldest turns, then with a part of what the tools told, then with a part of the message and the reply. */
function* shorterTurns(full: CriticView): Generator<CriticView> {
  let view = full;
  yield view;
  while (view.turns.length > 0) yield (view = withoutOldest(view));
  const tracker = view.tracker.map((record) => ({ ...record, input: null, output: cut(record.output) }));
  yield (view = { ...view, tracker });
  yield { ...view, text: cut(view.text), reply: cut(view.reply), explained: view.explained.slice(0, 1) };
}

/** Without the oldest of what was said, then with a part of the last. */
function* shorterDialogues(utterances: readonly Utterance[]): Generator<readonly Utterance[]> {
  for (let first = 0; first < Math.max(1, utterances.length); first += 1) yield utterances.slice(first);
  yield utterances.slice(-1).map((one) => ({ ...one, text: cut(one.text), shown: [] }));
}

type Asking = Pick<RunContext, 'model' | 'signal' | 'replyLimits' | 'random'>;

/** The request of the first of ever shorter views whose prompt fits into the context beside its reply; of the last one if none does. */
async function requestOf<View, Type extends ReplyKind & Purpose['type']>(
  type: Type,
  views: Iterable<View>,
  ask: (view: View) => readonly [purpose: Purpose & { readonly type: Type }, messages: readonly Message[]],
  context: Asking,
  key: (view: View) => string,
): Promise<{ readonly view: View; readonly request: GenerateRequest }> {
  const { model, signal, random } = context;
  const maxTokens = replyTokens(type, context);
  let view: View | undefined;
  for (view of views) if (await fitsContext(model, ask(view)[1], maxTokens, { signal })) break;
  const [purpose, messages] = ask(view as View);
  const seed = random.fork(`${type} ${key(view as View)}`).integer(2 ** 32);
  return { view: view as View, request: { purpose, messages, seed, temperature: 0, maxTokens } };
}

function readable<Value>(reading: Reading<Value>, what: string): Value {
  if (reading.ok) return reading.value;
  throw new LabError(
    'reply-unparseable',
    `The ${what} could not be read, even after asking again: ${reading.problem}. Open the last call to see the reply.`,
    { problem: reading.problem },
  );
}

export async function askPlan(full: DialogueView, context: RunContext, key: string): Promise<DialoguePlan> {
  const type = 'dialogue-plan';
  const ask = (view: DialogueView) => [{ type, view }, planMessages(view)] as const;
  const { request } = await requestOf(type, shorterViews(full), ask, context, () => key);
  // A plan that no repair mended is executed up to the input that its tool refuses, which the person is told.
  let shaped: DialoguePlan | null = null;
  const reading = await generateValue(context, { ...request, responseSchema: REPLY_SCHEMAS.plan }, (text, isCut) => {
    const plan = readPlanShape(text, isCut);
    if (!plan.ok) return plan;
    shaped = plan.value.plan;
    return plan.value.inputs;
  });
  return !reading.ok && shaped !== null ? shaped : readable(reading, 'plan');
}

export async function askForm(full: DialogueView, context: RunContext, key: string): Promise<DialoguePlan> {
  const type = 'dialogue-plan';
  const ask = (view: DialogueView) => [{ type, view }, formMessages(view)] as const;
  const { view, request } = await requestOf(type, shorterViews(full), ask, context, () => key);
  const asked = { ...request, responseSchema: formSchema(view) };
  return planOf(readable(await generateValue(context, asked, readForm(view)), 'form'), view);
}

/** More is no sentence. */
const SENTENCE_TOKENS = 64;

export async function askSentence(view: ReplyView, context: RunContext, key: string) {
  const type = 'dialogue-reply';
  const messages = sentenceMessages(view);
  const whole = (
    await requestOf(
      type,
      [view],
      () => [{ type, view }, messages] as const,
      context,
      () => key,
    )
  ).request;
  const request = { ...whole, maxTokens: Math.min(whole.maxTokens, SENTENCE_TOKENS), stop: ['\n'] };
  const { text, finishReason } = await generateWords(context, request, (words) => readWords(words, SPEAKERS));
  return { sentence: finishReason === 'length' ? wholeSentences(text) : text, told: messages.at(-1)?.content ?? '' };
}

export async function askNextStep(
  full: DialogueView,
  done: readonly StepOutcome[],
  context: RunContext,
  key: string,
): Promise<NextStep> {
  const type = 'dialogue-step';
  const ask = (view: DialogueView) => [{ type, view, done }, stepMessages(view, done)] as const;
  const { request } = await requestOf(type, shorterViews(full), ask, context, () => `${key} ${String(done.length)}`);
  const asked = { ...request, responseSchema: REPLY_SCHEMAS.next };
  return readable(await generateValue(context, asked, readNextStep), 'next step');
}

export async function askReply(full: ReplyView, context: RunContext, key: string): Promise<string> {
  const type = 'dialogue-reply';
  const ask = (view: ReplyView) => [{ type, view }, replyMessages(view)] as const;
  const { request } = await requestOf(type, shorterReplies(full), ask, context, () => key);
  return (await generateWords(context, request, (text) => readWords(text, SPEAKERS))).text;
}

/** What models call a reply, and who says it. */
const SPEAKERS = ['(?:final )?(?:reply|response|answer)', 'recommender', 'assistant'];

/** The critic's verdict; one that cannot be read lets the turn stand, which its `reply-check` says. */
export async function askCritic(full: CriticView, context: RunContext, key: string) {
  const type = 'dialogue-critic';
  const asked = { ...context, model: context.critic };
  const ask = (view: CriticView) => [{ type, view }, criticMessages(view)] as const;
  const { request } = await requestOf(type, shorterTurns(full), ask, asked, () => key);
  const reading = await generateValue(asked, request, readVerdict);
  return reading.ok ? reading.value : { isGood: true, advice: UNREAD_VERDICT };
}

/** The profile of a part of a dialogue; one that cannot be read adds nothing. */
export async function askProfile(
  all: readonly Utterance[],
  expected: Facet,
  catalogue: CatalogueOutline,
  context: RunContext,
): Promise<ProfileReading> {
  const type = 'dialogue-profile';
  const told = isEmptyFacet(expected) ? {} : { expected };
  const ask = (utterances: readonly Utterance[]) =>
    [{ type, utterances, catalogue, ...told }, profileMessages(utterances, catalogue, expected)] as const;
  const { request } = await requestOf(type, shorterDialogues(all), ask, context, ({ length }) => String(length));
  const reading = await generateValue(context, { ...request, responseSchema: PROFILE_SCHEMA }, readProfile);
  return reading.ok ? reading.value : EMPTY_PROFILE;
}
