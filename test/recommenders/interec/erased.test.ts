/**
 * @file Erased is erased: after a person erases what is known of them, or takes one entry out, no later plan, prompt or reply holds it, on
 * a conversation that goes on as on one that is opened from its file.
 */
import type { Profile, Turn } from '../../../src/core/dialogue.ts';
import { EMPTY_PROFILE } from '../../../src/core/profile.ts';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GenerateRequest, LanguageModel } from '../../../src/core/language-model.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { loadPackagedDataset } from '../../../src/data/import/import-dataset.ts';
import { chatState } from '../../../src/lab/chat/open-chat.ts';
import type { ConversationOptions } from '../../../src/recommenders/interec/demonstrations.ts';
import { conversationOptions, chatReasoner } from '../../../src/lab/chat/open-catalogue.ts';
import { openChat, type Chat } from '../../../src/lab/chat/open-chat.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { openMadeUp, type Opened } from './open-made-up.ts';

const PACKAGED = resolve(import.meta.dirname, '../../../datasets/synthetic-films');
const { signal } = new AbortController();

/** What a request says, but for the rules and the catalogue, which have every genre and belong to nobody. */
function saidIn({ purpose, messages }: GenerateRequest): string {
  const own = JSON.stringify(purpose, (name, value: unknown) => (name === 'catalogue' ? undefined : value));
  const words = messages
    .filter(({ role }) => role !== 'system')
    .map(({ content }) => content.replaceAll(/The catalogue has [^\n]*/gu, ''));
  return `${own}\n${words.join('\n')}`;
}

/** The same model, with every request to it in a list. */
function recording(model: LanguageModel): LanguageModel & { readonly requests: GenerateRequest[] } {
  const requests: GenerateRequest[] = [];
  return {
    ...model,
    requests,
    stream(request, options) {
      requests.push(request);
      return model.stream(request, options);
    },
  };
}

/** A conversation that can be closed, and opened again from its events. */
class Talk {
  readonly events: TraceEvent[] = [];
  readonly model: ReturnType<typeof recording>;
  chat: Chat;
  private readonly opened: Opened;

  constructor(opened: Opened, model: LanguageModel, options: Partial<ConversationOptions> = {}) {
    this.opened = opened;
    this.model = recording(model);
    this.chat = this.open(options);
  }

  /** Opens it from its events, as another tab or another day does. */
  reopen(options: Partial<ConversationOptions>): void {
    this.chat = this.open(options);
  }

  say(text: string): Promise<Turn> {
    return this.chat.say(text, signal);
  }

  private open(options: Partial<ConversationOptions>): Chat {
    const { catalogue, dataset } = this.opened;
    return openChat({
      catalogue,
      manifest: dataset.manifest,
      model: this.model,
      options: conversationOptions(options),
      seed: 1,
      kept: chatState(this.events),
      spec: null,
      now: () => 0,
      write: (event) => this.events.push(event),
    });
  }
}

const without = (profile: Profile, gone: string): Profile => {
  const left = ({ titles, values }: Profile['like']): Profile['like'] => ({
    titles: titles.filter((one) => one !== gone),
    values: values.filter((one) => one !== gone),
  });
  return { like: left(profile.like), dislike: left(profile.dislike), expect: left(profile.expect) };
};

describe('on the default dataset, by the rules', () => {
  let films: Opened;
  beforeAll(async () => {
    films = await openMadeUp(
      await loadPackagedDataset(async (name) => new Uint8Array(await readFile(`${PACKAGED}/${name}`)), signal),
    );
  }, 120_000);

  const SAID = [
    { said: ['I love Jaws and I hate comedies', 'recommend me something'], words: ['Jaws', 'comed'] },
    { said: ['three horror films from the 80s', 'I have seen Alien', 'newer ones'], words: ['horror', 'Alien'] },
  ];
  const LATER = [
    'three films by Steven Spielberg from the 90s',
    'newer ones',
    'when did Titanic come out?',
    'another one',
  ];
  const ERASING: Readonly<Record<string, (talk: Talk, options: Partial<ConversationOptions>) => void>> = {
    'erasing all of it': ({ chat }) => chat.editProfile(null),
    'erasing all of it and opening the conversation again': (talk, options) => {
      talk.chat.editProfile(null);
      talk.reopen(options);
    },
    'keeping no profile any more': (talk, options) => talk.reopen({ ...options, profile: false }),
    'keeping none for a while': (talk, options) => {
      talk.reopen({ ...options, profile: false });
      talk.reopen(options);
    },
  };
  const cases = SAID.flatMap((one) =>
    Object.keys(ERASING).flatMap((erasing) =>
      (['plan-first', 'step-by-step'] as const).map((planning) => ({ ...one, erasing, planning, first: one.said[0] })),
    ),
  );

  test.each(cases)('$first, $planning: $erasing leaves nothing of it', async ({ said, words, erasing, planning }) => {
    const talk = new Talk(films, chatReasoner(), { planning });
    for (const text of said) await talk.say(text);
    ERASING[erasing]?.(talk, { planning });
    const asked = talk.model.requests.length;
    const turns: Turn[] = [];
    for (const text of LATER) turns.push(await talk.say(text));
    const requests = talk.model.requests.slice(asked);
    expect(requests.length).toBeGreaterThan(0);
    const told = requests
      .filter(({ purpose }) => purpose.type !== 'dialogue-reply' && purpose.type !== 'dialogue-critic')
      .map(saidIn);
    const plans = turns.map(({ plan, profile }) => JSON.stringify([plan, profile]));
    const gone = new RegExp(words.join('|'), 'iu');
    for (const text of [...told, ...plans]) expect(text).not.toMatch(gone);
    for (const { plan, reply } of turns) {
      expect(JSON.stringify(plan)).not.toMatch(/"prefer"|"unwanted"/u);
      expect(reply).not.toMatch(/(?<!what )you (?:do not |dis)?like/iu);
    }
    expect(turns[0]?.items.length).toBeGreaterThan(0);
  });
});

describe('with a model that repeats all that it was ever told', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openMadeUp();
  });
  const ORDER = ['say', 'say', 'say', 'erase', 'takeOut', 'takeOut', 'untick', 'undo', 'reopen'] as const;
  const TOKEN = /secret\d+/gu;
  const tokensIn = (text: string): string[] => [...new Set(text.match(TOKEN) ?? [])];

  /** Each word of the form `secret7` is a taste (any year is one; a genre of that name the catalogue lacks, which is told too), and stands in all that the model writes from then on. */
  const parrot = (): LanguageModel =>
    scriptedModel({
      'dialogue-profile': (request) =>
        JSON.stringify({
          like: {},
          dislike: { values: tokensIn(saidIn(request)).map((one) => `year: ${one}`) },
          expect: {
            values: tokensIn(saidIn(request))
              .slice(-1)
              .map((one) => `genre: ${one}`),
          },
        }),
      'dialogue-plan': (request) =>
        JSON.stringify({
          intent: 'recommend',
          steps: [
            { tool: 'rank', input: { scheme: 'popularity', text: tokensIn(saidIn(request)).join(' ') } },
            { tool: 'map', input: { count: 2 } },
          ],
          reply: `So no ${tokensIn(saidIn(request)).join(', ')}.`,
        }),
      'dialogue-reply': (request) => `Nothing with ${tokensIn(saidIn(request)).join(', ')}.`,
      'dialogue-critic': 'Yes',
    });

  test('the model repeats', async () => {
    const talk = new Talk(opened, parrot());
    await talk.say('no secret1');
    await talk.say('more');
    expect(saidIn(talk.model.requests.at(-1))).toContain('secret1');
    expect(talk.chat.conversation.profile.dislike.values).toEqual(['year: secret1']);
  });

  test.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'in any order of saying, erasing, taking out, unticking, undoing and opening again, nothing comes back (%i)',
    async (seed) => {
      const random = createRandom(seed);
      const talk = new Talk(opened, parrot());
      /** What may not be told any more. */
      const gone = new Set<string>();
      /** Of each turn that stands, the words that it brought. */
      let standing: { readonly node: string; readonly tokens: readonly string[] }[] = [];
      let keeps = true;
      let said = 0;
      const erased = (): void => {
        for (const { tokens } of standing) for (const token of tokens) gone.add(token);
        standing = [];
      };
      const acts: Readonly<Record<string, () => Promise<void> | void>> = {
        async say() {
          const token = `secret${String((said += 1))}`;
          const asked = talk.model.requests.length;
          const node = String(chatState(talk.events).before.nodes);
          await talk.say(`no ${token}, please`);
          standing.push({ node, tokens: [token] });
          for (const request of talk.model.requests.slice(asked))
            for (const told of tokensIn(saidIn(request))) expect([...gone]).not.toContain(told);
        },
        erase() {
          talk.chat.editProfile(null);
          erased();
        },
        takeOut() {
          const { profile } = talk.chat.conversation;
          const { values } = profile.dislike;
          const entry = values[values.length === 0 ? 0 : random.integer(values.length)];
          if (entry === undefined) return;
          const token = entry.replace('year: ', '');
          const left = without(without(profile, entry), `genre: ${token}`);
          talk.chat.editProfile(left);
          gone.add(token);
        },
        untick() {
          const isKnown = JSON.stringify(talk.chat.conversation.profile) !== JSON.stringify(EMPTY_PROFILE);
          keeps = !keeps;
          talk.reopen({ profile: keeps });
          if (!keeps && isKnown) erased();
        },
        undo() {
          const last = standing.pop();
          if (last === undefined) return;
          talk.chat.takeBack(last.node);
          // What stood in the profile when the person edited it is theirs, and stays.
          const kept = talk.chat.conversation.profile.dislike.values;
          for (const token of last.tokens) if (!kept.includes(`year: ${token}`)) gone.add(token);
        },
        reopen: () => talk.reopen({ profile: keeps }),
      };
      for (let act = 0; act < 24; act += 1) {
        await acts[ORDER[random.integer(ORDER.length)] ?? '']?.();
      }
      await acts['say']?.();
      expect(said).toBeGreaterThan(1);
    },
  );
});
