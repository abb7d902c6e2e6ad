/** @file The calls of the model in a conversation, with their seeds and limits. */
import type {
  CatalogueOutline,
  CriticView,
  DialoguePlan,
  DialogueView,
  ProfileReading,
  ReplyView,
  StepOutcome,
  Utterance,
} from '../../core/dialogue.ts';
import { fitsContext } from '../../core/context-length.ts';
import { LabError } from '../../core/errors.ts';
import { generateText, generateValue, type Reading } from '../../core/generate.ts';
import type { GenerateRequest, Message, Purpose } from '../../core/language-model.ts';
import type { RunContext } from '../../core/run-context.ts';
import { readNextStep, readPlan, readProfile, readVerdict, REPLY_SCHEMAS, type NextStep } from './plan-format.ts';
import { criticMessages, planMessages, profileMessages, replyMessages, stepMessages } from './prompts.ts';
import { EMPTY_PROFILE } from './profile-memory.ts';
import { shorterDialogues, shorterReplies, shorterTurns, shorterViews } from './shorter.ts';

const MAX_TOKENS = { plan: 512, step: 256, reply: 512, critic: 96, profile: 256 } as const;

function requestOf(
  purpose: Purpose,
  messages: readonly Message[],
  maxTokens: number,
  context: RunContext,
  key = '',
): GenerateRequest {
  return {
    purpose,
    messages,
    seed: context.random.fork(`${purpose.type} ${key}`).integer(2 ** 32),
    temperature: 0,
    maxTokens,
  };
}

function unreadable<Value>(reading: Reading<Value>, what: string): Value {
  if (reading.ok) return reading.value;
  throw new LabError(
    'reply-unparseable',
    `The ${what} could not be read, also when asked again: ${reading.problem}. Open the last call to see the reply.`,
    { problem: reading.problem },
  );
}

/** The first of ever shorter views whose prompt fits into the context; the last one where none does. */
async function fitted<View>(
  views: Iterable<View>,
  messages: (view: View) => readonly Message[],
  maxTokens: number,
  { model, signal }: Pick<RunContext, 'model' | 'signal'>,
): Promise<View> {
  let given: View | undefined;
  for (const view of views) {
    given = view;
    if (await fitsContext(model, messages(view), maxTokens, { signal })) break;
  }
  return given as View;
}

/** The plan of a turn. @throws LabError `reply-unparseable` */
export async function askPlan(full: DialogueView, context: RunContext, key: string): Promise<DialoguePlan> {
  const view = await fitted(shorterViews(full), planMessages, MAX_TOKENS.plan, context);
  const request = requestOf({ type: 'dialogue-plan', view }, planMessages(view), MAX_TOKENS.plan, context, key);
  return unreadable(await generateValue(context, { ...request, responseSchema: REPLY_SCHEMAS.plan }, readPlan), 'plan');
}

/** The next step of a turn. @throws LabError `reply-unparseable` */
export async function askNextStep(
  full: DialogueView,
  done: readonly StepOutcome[],
  context: RunContext,
  key: string,
): Promise<NextStep> {
  const view = await fitted(shorterViews(full), (given) => stepMessages(given, done), MAX_TOKENS.step, context);
  const purpose = { type: 'dialogue-step', view, done } as const;
  const request = requestOf(
    purpose,
    stepMessages(view, done),
    MAX_TOKENS.step,
    context,
    `${key} ${String(done.length)}`,
  );
  return unreadable(
    await generateValue(context, { ...request, responseSchema: REPLY_SCHEMAS.next }, readNextStep),
    'next step',
  );
}

/** The words of the reply. */
export async function askReply(full: ReplyView, context: RunContext, key: string): Promise<string> {
  const view = await fitted(shorterReplies(full), replyMessages, MAX_TOKENS.reply, context);
  const request = requestOf({ type: 'dialogue-reply', view }, replyMessages(view), MAX_TOKENS.reply, context, key);
  return (await generateText(context.model, request, context)).text.trim();
}

/** The critic's verdict; one that cannot be read lets the turn stand, which its `reply-check` says. */
export async function askCritic(
  full: CriticView,
  context: RunContext,
  key: string,
): Promise<{ readonly isGood: boolean; readonly advice: string }> {
  const { critic: model, signal } = context;
  const view = await fitted(shorterTurns(full), criticMessages, MAX_TOKENS.critic, { model, signal });
  const request = requestOf({ type: 'dialogue-critic', view }, criticMessages(view), MAX_TOKENS.critic, context, key);
  const reading = await generateValue({ ...context, model: context.critic }, request, readVerdict);
  return reading.ok ? reading.value : { isGood: true, advice: 'The verdict could not be read, so the turn stands.' };
}

/** The profile of a part of a dialogue; one that cannot be read adds nothing. */
export async function askProfile(
  all: readonly Utterance[],
  catalogue: CatalogueOutline,
  context: RunContext,
): Promise<ProfileReading> {
  const utterances = await fitted(shorterDialogues(all), profileMessages, MAX_TOKENS.profile, context);
  const purpose = { type: 'dialogue-profile', utterances, catalogue } as const;
  const request = requestOf(
    purpose,
    profileMessages(utterances),
    MAX_TOKENS.profile,
    context,
    String(utterances.length),
  );
  const reading = await generateValue(context, request, readProfile);
  return reading.ok ? reading.value : EMPTY_PROFILE;
}
