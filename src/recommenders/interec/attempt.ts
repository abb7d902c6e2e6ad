/** @file Attempts at a turn: plan, execute, reply, judge; after a no, from the state before the turn again. */
import type {
  CriticView,
  DialoguePlan,
  DialogueView,
  PlanStep,
  ReplyItem,
  ReplyView,
  Profile,
} from '../../core/dialogue.ts';
import { EMPTY_PROFILE } from '../../core/profile.ts';
import { toLabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { ItemReference } from '../../core/task.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { askCritic, askForm, askNextStep, askPlan, askReply, askSentence } from './ask-model.ts';
import { replyTo } from './form-words.ts';
import { replyItem, wholeBus, ALL_FORGOTTEN, startsOver } from './meant-by.ts';
import { PlanExecution } from './execute-plan.ts';
import { byFame, type ConversationOptions } from './demonstrations.ts';
import { sqlText, type Database } from '../../core/database.ts';
import type { ItemId } from '../../core/dataset.ts';

const MOST_NAMED = 20;

function likedTitles({ steps }: DialoguePlan, { like }: Profile): readonly string[] {
  const named = steps.flatMap(({ input: { titles = [], prefer = [] } }) =>
    [titles, prefer].flatMap((list) => (Array.isArray(list) ? list.map(String) : [])),
  );
  return [...new Set([...named, ...like.titles])].slice(0, MOST_NAMED);
}

/** `Rated 4.1 on average by 231 people; often rated by those who rated Heat.` */
function inWords([, mean, ratings, near]: readonly unknown[]): string {
  const rated =
    typeof mean === 'number' && typeof ratings === 'number' && ratings > 0
      ? `Rated ${mean.toFixed(1)} on average by ${String(ratings)} ${ratings === 1 ? 'person' : 'people'}`
      : 'Rated by nobody here';
  return `${rated}${typeof near === 'string' ? `; often rated by those who rated ${near}` : ''}`;
}

function tellApart(items: readonly ItemId[], liked: readonly string[], database: Database): readonly string[] {
  const titles = liked.length === 0 ? 'NULL' : liked.map(sqlText).join(', ');
  const { rows } = database.query(`SELECT s.item_id, s.mean_rating, s.ratings, (
    SELECT l.title FROM co_rated_items c JOIN items l ON l.item_id = c.with_item_id
    WHERE c.item_id = s.item_id AND (l.title IN (${titles}) OR l.title || ' (' || l.year || ')' IN (${titles}))
    ORDER BY c.cosine DESC LIMIT 1)
  FROM item_statistics s WHERE s.item_id IN (${items.join(', ')})`);
  return items.map((id) => inWords(rows.find(([own]) => own === id) ?? []));
}

export interface TurnSetup {
  readonly view: DialogueView;
  readonly catalogue: Catalogue;
  readonly options: ConversationOptions;
  readonly isByForm: boolean;
  readonly noted: (plan: DialoguePlan) => readonly string[];
  /** What the person named in it and the catalogue does not have. */
  readonly unknown: readonly string[];
  readonly explain: () => Pick<ReplyView, 'explained' | 'wishes'>;
}

export interface AttemptResult extends Pick<ReplyView, 'plan' | 'problems' | 'outcomes' | 'explained' | 'unknown'> {
  readonly node: string;
  readonly reply: string;
  readonly isLabs: boolean;
  readonly items: readonly ItemReference[];
  readonly passed: readonly (readonly string[])[];
  readonly told: readonly ReplyItem[];
}

/** So many turns before it tell what the words of a message hang on. */
const TURNS_TO_REPLY = 2;

const MOST_STEPS = 10;

/** Attempts a turn until the critic agrees, or no attempt is left; the last one stands. */
export async function attempt(setup: TurnSetup, context: RunContext): Promise<AttemptResult> {
  const { options } = setup;
  let { view } = setup;
  if (setup.isByForm) {
    const examples = byFame(setup.catalogue).slice(0, 2);
    view = { ...view, examples: examples.map(({ id }) => setup.catalogue.titles.reference(id).title) };
  } else if (options.demonstrations !== null) {
    view = { ...view, demonstrations: await options.demonstrations.of(view.text, context) };
  }
  for (let number = 0; ; number += 1) {
    const label = number === 0 ? 'plan' : `plan again ${String(number)}`;
    const detail = { demonstrations: view.demonstrations.map(({ request }) => request) };
    const span = context.trace.child({ kind: 'state', label, detail });
    const own = context.at(span);
    try {
      const result = await attemptOnce({ ...setup, view }, own, String(number));
      const { plan, outcomes, reply } = result;
      const verdict = options.reflections === 0 ? null : await askCritic(judgedView(view, result), own, String(number));
      if (verdict !== null) {
        span.emit({ type: 'evaluate-result', verdict: verdict.isGood ? 'keep' : 'prune', reason: verdict.advice });
      }
      const isLast =
        verdict === null ||
        verdict.isGood ||
        number >= options.reflections ||
        // Greedy, the same request has the same reply: without advice, or with the plan of before, nothing else would come.
        verdict.advice === '' ||
        isSamePlan(plan, view.rejected);
      if (!isLast) span.emit({ type: 'node-prune', reason: verdict.advice });
      const observation = outcomes.at(-1)?.observation ?? '';
      span.emit({
        type: 'node-end',
        status: 'done',
        result: {
          thought: `${plan.intent}: ${plan.steps.map(({ tool }) => tool).join(' → ') || 'no tools'}`,
          action: null,
          observation,
          isEnd: false,
        },
      });
      if (isLast) return result;
      view = { ...view, rejected: { plan, advice: verdict.advice, outcomes, reply } };
    } catch (thrown) {
      const status = toLabError(thrown).code === 'aborted' ? 'aborted' : 'failed';
      span.emit({ type: 'node-end', status, result: null });
      throw thrown;
    }
  }
}

function judgedView(view: DialogueView, { plan, outcomes, reply, told, ...result }: AttemptResult): CriticView {
  const { text, catalogue, turns, earlier = 0, profile } = view;
  const { problems, unknown, explained } = result;
  // What counts no longer is not judged by; what is asked for by now is read anew from the message that starts over.
  const isOver = startsOver(plan.reply);
  return {
    ...{ text, plan, items: told, reply, catalogue, problems, unknown, explained },
    tracker: outcomes.map(({ tool, input, observation, failed }) => ({ tool, input, output: observation, failed })),
    turns: isOver ? [] : turns,
    ...(earlier > 0 && !isOver && { earlier }),
    profile: isOver ? { ...EMPTY_PROFILE, expect: profile.expect } : profile,
  };
}

async function attemptOnce(setup: TurnSetup, context: RunContext, key: string): Promise<AttemptResult> {
  const { view, catalogue, options } = setup;
  const bus = wholeBus(catalogue, context);
  const execution = new PlanExecution({ catalogue, bus, signal: context.signal }, context, {
    passesOn: options.bus,
    profile: view.profile,
  });
  const isStepByStep = options.planning === 'step-by-step';
  const ask = setup.isByForm ? askForm : askPlan;
  const plan = isStepByStep ? await stepByStep(view, execution, context, key) : await ask(view, context, key);
  if (startsOver(plan.reply)) execution.forget();
  if (!isStepByStep) await execution.run(plan);
  const isListed = execution.outcomes.at(-1)?.tool === 'map' && execution.canGoOn;
  const items = isListed ? bus.items.map((id) => catalogue.titles.reference(id)) : [];
  const all = execution.outcomes.flatMap((outcome) => outcome.problems);
  const problems = [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
  const wanted = plan.steps.find(({ tool }) => tool === 'map')?.input['count'];
  const told = items.map((item) => replyItem(item, catalogue, attributesIn(plan)));
  const said = new Set(problems.map((problem) => ('text' in problem ? problem.text : '')));
  const unknown = setup.unknown.filter((one) => !said.has(one));
  const why: ReturnType<TurnSetup['explain']> = plan.intent === 'explain' ? setup.explain() : { explained: [] };
  const { explained } = why;
  // Why an item was named is on record, and the plan was made without it.
  const isSaid = plan.steps.length === 0 && plan.reply !== '' && explained.length === 0;
  const replyView: ReplyView = {
    ...{ text: view.text, plan, itemNoun: view.catalogue.itemNoun, outcomes: execution.outcomes, problems },
    ...{ items: told, noted: setup.noted(plan), unknown, ...why },
    turns: startsOver(plan.reply) ? [] : view.turns.slice(-TURNS_TO_REPLY).map(({ text, reply }) => ({ text, reply })),
    wanted: typeof wanted === 'number' ? wanted : null,
    advice: isSamePlan(plan, view.rejected) ? (view.rejected?.advice ?? '') : '',
  };
  const { reply, isLabs } = isSaid
    ? { reply: plan.reply, isLabs: setup.isByForm }
    : setup.isByForm
      ? await replyTo(replyView, catalogue, () => askSentence(replyView, context, key))
      : { reply: await askReply(replyView, context, key), isLabs: false };
  const ids = items.map(({ id }) => id);
  const apart = tellApart(ids, likedTitles(plan, view.profile), catalogue.database);
  return {
    ...{ node: context.trace.node, plan, reply, isLabs, items, problems, outcomes: execution.outcomes },
    ...{ explained, told, unknown },
    passed: items.map(({ id }, at) => [apart[at] ?? '', ...execution.passedBy(id)]),
  };
}

/** The steps that were judged: advice that a plan did not follow is for the reply. */
const isSamePlan = ({ steps }: DialoguePlan, rejected: DialogueView['rejected']): boolean =>
  rejected !== null && JSON.stringify(steps) === JSON.stringify(rejected.plan.steps);

function attributesIn({ steps }: DialoguePlan): readonly string[] {
  return steps.flatMap(({ input: { attribute, conditions, scheme } }) => {
    const named = Array.isArray(conditions) ? conditions : [];
    return [
      attribute,
      scheme === 'rating' ? scheme : undefined,
      ...named.map((one) => (one as { readonly attribute?: Json }).attribute),
    ].filter((one) => typeof one === 'string');
  });
}

/** ReAct: one step at a time, each after the observation of the last. */
async function stepByStep(
  view: DialogueView,
  execution: PlanExecution,
  context: RunContext,
  key: string,
): Promise<DialoguePlan> {
  const steps: PlanStep[] = [];
  let isOver = false;
  for (;;) {
    const { intent, step, reply: said, marks } = await askNextStep(view, execution.outcomes, context, key);
    // Said once, it holds for all steps.
    const reply = isOver && !startsOver(said) ? `${ALL_FORGOTTEN}. ${said}`.trim() : said;
    isOver ||= startsOver(said);
    if (isOver) execution.forget();
    const plan: DialoguePlan = { intent, steps, reply, ...(marks !== undefined && { marks }) };
    if (step === null || steps.length >= MOST_STEPS) return plan;
    steps.push(step);
    const outcome = await execution.take(step);
    if (step.tool === 'map' && !outcome.failed) return plan;
  }
}
