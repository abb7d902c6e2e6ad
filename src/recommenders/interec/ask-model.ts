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
import { fitsContext } from '../../core/reply/context-length.ts';
import { LabError } from '../../core/errors.ts';
import { generateValue, generateWords, type Reading } from '../../core/reply/generate.ts';
import type { GenerateRequest, Message, Purpose } from '../../core/language-model.ts';
import { replyTokens, type ReplyKind } from '../../core/reply/limits.ts';
import type { RunContext } from '../../core/run-context.ts';
import { readVerdict, readWords, UNREAD_VERDICT, wholeSentences } from '../../core/reply/read-words.ts';
import { readNextStep, readPlanShape, REPLY_SCHEMAS, type NextStep } from './plan-format.ts';
import { formMessages, sentenceMessages } from './form-words.ts';
import { planOf } from './form-steps.ts';
import { formSchema, readForm } from './wish-form.ts';
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
export function* shorterViews(view: DialogueView): Generator<DialogueView> {
  let given = view;
  yield given;
  while (given.turns.length > 0) yield (given = withoutOldest(given));
  while (given.demonstrations.length > 0) yield (given = { ...given, demonstrations: given.demonstrations.slice(1) });
  if (given.rejected !== null) yield (given = { ...given, rejected: { ...given.rejected, outcomes: [] } });
  yield (given = { ...given, mentions: [] });
  yield { ...given, text: cut(given.text) };
}

/** Without what was said before, then with a part of what the tools told, then with a part of the message. */
function* shorterReplies(full: ReplyView): Generator<ReplyView> {
  yield full;
  const view = { ...full, turns: [] };
  yield view;
  const outcomes = view.outcomes.map((outcome) => ({ ...outcome, observation: cut(outcome.observation) }));
  yield { ...view, outcomes };
  yield { ...view, outcomes, explained: view.explained.slice(0, 1), text: cut(view.text) };
}

/** Without the oldest turns, then with a part of what the tools told, then with a part of the message and the reply. */
function* shorterTurns(view: CriticView): Generator<CriticView> {
  let given = view;
  yield given;
  while (given.turns.length > 0) yield (given = withoutOldest(given));
  const tracker = view.tracker.map((record) => ({ ...record, input: null, output: cut(record.output) }));
  yield (given = { ...given, tracker });
  yield { ...given, text: cut(view.text), reply: cut(view.reply), explained: view.explained.slice(0, 1) };
}

/** Without the oldest of what was said, then with a part of the last. */
function* shorterDialogues(utterances: readonly Utterance[]): Generator<readonly Utterance[]> {
  for (let first = 0; first < Math.max(1, utterances.length); first += 1) yield utterances.slice(first);
  yield utterances.slice(-1).map((one) => ({ ...one, text: cut(one.text), shown: [] }));
}

function requestOf(
  purpose: Purpose & { readonly type: ReplyKind },
  messages: readonly Message[],
  context: RunContext,
  key: string,
): GenerateRequest {
  return {
    purpose,
    messages,
    seed: context.random.fork(`${purpose.type} ${key}`).integer(2 ** 32),
    temperature: 0,
    maxTokens: replyTokens(purpose.type, context),
  };
}

function unreadable<Value>(reading: Reading<Value>, what: string): Value {
  if (reading.ok) return reading.value;
  throw new LabError(
    'reply-unparseable',
    `The ${what} could not be read, even after asking again: ${reading.problem}. Open the last call to see the reply.`,
    { problem: reading.problem },
  );
}

/** The first of ever shorter views whose prompt fits into the context beside a reply of its kind; the last one if none does. */
async function fitted<View>(
  kind: ReplyKind,
  views: Iterable<View>,
  messages: (view: View) => readonly Message[],
  context: Pick<RunContext, 'model' | 'signal' | 'replyLimits'>,
): Promise<View> {
  const { model, signal } = context;
  const maxTokens = replyTokens(kind, context);
  let given: View | undefined;
  for (const view of views) {
    given = view;
    if (await fitsContext(model, messages(view), maxTokens, { signal })) break;
  }
  return given as View;
}

export async function askPlan(full: DialogueView, context: RunContext, key: string): Promise<DialoguePlan> {
  const type = 'dialogue-plan';
  const view = await fitted(type, shorterViews(full), planMessages, context);
  const request = requestOf({ type, view }, planMessages(view), context, key);
  // A plan that no repair mended is executed up to the input that its tool refuses, which the person is told.
  let shaped: DialoguePlan | null = null;
  const reading = await generateValue(context, { ...request, responseSchema: REPLY_SCHEMAS.plan }, (text, isCut) => {
    const plan = readPlanShape(text, isCut);
    if (!plan.ok) return plan;
    shaped = plan.value.plan;
    return plan.value.inputs;
  });
  return !reading.ok && shaped !== null ? shaped : unreadable(reading, 'plan');
}

/** The form of what a message asks for, as the plan that it stands for. */
export async function askForm(full: DialogueView, context: RunContext, key: string): Promise<DialoguePlan> {
  const type = 'dialogue-plan';
  const view = await fitted(type, shorterViews(full), formMessages, context);
  const request = { ...requestOf({ type, view }, formMessages(view), context, key), responseSchema: formSchema(view) };
  return planOf(unreadable(await generateValue(context, request, readForm(view)), 'form'), view);
}

/** More is no sentence. */
const SENTENCE_TOKENS = 64;

/** A sentence of the model's on what was found, and what it was told. */
export async function askSentence(view: ReplyView, context: RunContext, key: string) {
  const messages = sentenceMessages(view);
  const whole = requestOf({ type: 'dialogue-reply', view }, messages, context, key);
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
  const view = await fitted(type, shorterViews(full), (given) => stepMessages(given, done), context);
  const request = requestOf({ type, view, done }, stepMessages(view, done), context, `${key} ${String(done.length)}`);
  return unreadable(
    await generateValue(context, { ...request, responseSchema: REPLY_SCHEMAS.next }, readNextStep),
    'next step',
  );
}

export async function askReply(full: ReplyView, context: RunContext, key: string): Promise<string> {
  const type = 'dialogue-reply';
  const view = await fitted(type, shorterReplies(full), replyMessages, context);
  const request = requestOf({ type, view }, replyMessages(view), context, key);
  return (await generateWords(context, request, (text) => readWords(text, SPEAKERS))).text;
}

/** What models call a reply, and who says it. */
const SPEAKERS = ['(?:final )?(?:reply|response|answer)', 'recommender', 'assistant'];

/** The critic's verdict; one that cannot be read lets the turn stand, which its `reply-check` says. */
export async function askCritic(
  full: CriticView,
  context: RunContext,
  key: string,
): Promise<{ readonly isGood: boolean; readonly advice: string }> {
  const type = 'dialogue-critic';
  const asked = { ...context, model: context.critic };
  const view = await fitted(type, shorterTurns(full), criticMessages, asked);
  const request = requestOf({ type, view }, criticMessages(view), context, key);
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
  const messages = (given: readonly Utterance[]): Message[] => profileMessages(given, catalogue, expected);
  const utterances = await fitted(type, shorterDialogues(all), messages, context);
  const key = String(utterances.length);
  const request = requestOf(
    { type, utterances, catalogue, ...(!isEmptyFacet(expected) && { expected }) },
    messages(utterances),
    context,
    key,
  );
  const reading = await generateValue(context, { ...request, responseSchema: PROFILE_SCHEMA }, readProfile);
  return reading.ok ? reading.value : EMPTY_PROFILE;
}
