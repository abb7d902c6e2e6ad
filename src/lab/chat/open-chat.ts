/** @file A conversation as a run: each turn is a task of one trace. */
import type { Profile, KeptTurn, Turn } from '../../core/dialogue.ts';
import { EMPTY_PROFILE, isEmptyProfile } from '../../core/profile.ts';
import { foldConversation } from '../../trace/conversation-fold.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { toLabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { createRandom } from '../../core/random.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { DatasetManifest } from '../../core/dataset.ts';
import { limited } from '../../models/decorate.ts';
import { Conversation } from '../../recommenders/interec/conversation.ts';
import type { ConversationOptions } from '../../recommenders/interec/demonstrations.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { taskContext } from '../run/run-context.ts';

export interface ChatHost {
  readonly catalogue: Catalogue;
  readonly manifest: DatasetManifest;
  readonly model: LanguageModel;
  readonly critic?: LanguageModel;
  readonly options: ConversationOptions;
  readonly seed: number | string;
  readonly kept?: KeptConversation;
  readonly tasks?: number;
  readonly spec: Json;
  /** Milliseconds; only for the times of events. */
  readonly now: () => number;
  readonly write: (event: TraceEvent) => void;
}

export interface KeptConversation {
  readonly turns: readonly KeptTurn[];
  readonly nodes: readonly string[];
  readonly profile: Profile;
  readonly before: { readonly events: number; readonly nodes: number; readonly time: number };
}

export interface Chat {
  readonly conversation: Conversation;
  /** Answers a message. @throws LabError `aborted`, `limit-exceeded`, `reply-unparseable`, and what the model throws */
  say(text: string, signal: AbortSignal): Promise<Turn>;
  /** Takes back the turns from this node on, those that were stopped or failed among them; that is a node of its own. */
  takeBack(from: string): void;
  /** Replaces the profile by what the person wrote, or erases all of it where that is null; the edit is a node of its own. */
  editProfile(profile: Profile | null): void;
}

/** A conversation may ask so much of its model. */
const LIMITS = { modelCalls: 1_000_000, tokens: 1e10 } as const;

export function openChat(host: ChatHost): Chat {
  const { catalogue, manifest, model, critic = model, options, seed, spec, tasks = 0, now, write, kept } = host;
  const trace = createTrace(write, now, kept?.before);
  const limit = limited(LIMITS);
  const conversation = new Conversation(catalogue, options);
  const random = createRandom(seed).fork('chat');
  const nodes: string[] = [...(kept?.nodes ?? [])];
  if (kept !== undefined) conversation.restore(kept.turns, kept.profile);
  if (kept === undefined || kept.before.events === 0) {
    trace.emit({ type: 'run-start', spec, dataset: manifest, model: model.id, tasks });
  }
  const editProfile = (profile: Profile | null): void => {
    if (profile === null) conversation.erase();
    else conversation.editProfile(profile);
    const label = profile === null ? 'the profile was erased' : 'the profile was edited';
    const span = trace.child({ kind: 'task', label, detail: null });
    const edited = profile ?? EMPTY_PROFILE;
    span.emit({ type: 'node-end', status: 'done', result: { edited, erased: profile === null } });
  };
  // What was known before no profile was to be kept rides along in requests: it is erased.
  if (!options.profile && !isEmptyProfile(conversation.profile)) editProfile(null);
  return {
    conversation,
    editProfile,
    async say(text, signal) {
      const detail = { text: text.slice(0, 4000) };
      const span = trace.child({ kind: 'task', label: text.slice(0, 80), detail });
      const surroundings = { model, critic, limit: limit.middleware, usage: limit.usage, signal };
      try {
        const turn = await conversation.say(text, taskContext(surroundings, random.fork(`turn ${span.node}`), span));
        nodes.push(span.node);
        return turn;
      } catch (thrown) {
        const error = toLabError(thrown);
        if (error.code !== 'aborted') span.emit({ type: 'error', error: error.toData() });
        throw error;
      }
    },
    takeBack(from) {
      for (; Number(nodes.at(-1) ?? -1) >= Number(from); nodes.pop()) conversation.undo();
      const span = trace.child({ kind: 'task', label: 'turns were taken back', detail: null });
      const { profile } = conversation;
      span.emit({ type: 'node-end', status: 'done', result: { takenBack: from, profile } });
    },
  };
}

/** The state of a conversation, from its trace. Turns that failed, were stopped, taken back or forgotten do not count. */
export function chatState(events: readonly TraceEvent[]): KeptConversation {
  const nodes = events.filter(({ type }) => type === 'node-start' || type === 'node-end');
  const { turns, profile } = foldConversation(nodes);
  const kept = turns.flatMap(({ node, turn, leaves, isForgotten }) =>
    turn === null || isForgotten ? [] : [{ node, turn: { turn, before: leaves } }],
  );
  return {
    turns: kept.map(({ turn }) => turn),
    nodes: kept.map(({ node }) => node),
    profile,
    before: {
      events: events.length,
      nodes: nodes.filter(({ type, node }) => type === 'node-start' && !node.includes('.')).length,
      time: events.at(-1)?.time ?? 0,
    },
  };
}
