/** @file Replies that are made to hold up whoever reads them: each parser takes time in proportion to what it reads. */
import { describe, expect, test } from 'vitest';
import { parseAction } from '../../src/recommenders/macrec/agents/read-action.ts';
import { ANALYSE, ANALYST_KINDS } from '../../src/recommenders/macrec/agents/analyst.ts';
import { FINISH } from '../../src/recommenders/macrec/agents/command-loop.ts';
import { parseReflection } from '../../src/recommenders/macrec/agents/reflector.ts';
import { SEARCHER_KINDS } from '../../src/recommenders/macrec/agents/searcher.ts';
import { oneLine } from '../../src/recommenders/macrec/agents/step.ts';
import { thoughtIn } from '../../src/recommenders/macrec/agents/thought-in.ts';
import { LabError } from '../../src/core/errors.ts';
import { LONGEST_REPLY, generateText, type Reading } from '../../src/core/reply/generate.ts';
import type { GenerateRequest, LanguageModel } from '../../src/core/language-model.ts';
import type { Task } from '../../src/core/task.ts';
import { readMessage } from '../../src/core/reply/read-message.ts';
import { readProse } from '../../src/core/reply/read-prose.ts';
import { readRating } from '../../src/core/reply/read-rating.ts';
import { readVerdict } from '../../src/core/reply/read-verdict.ts';
import { ThinkingSplitter, withoutThinking } from '../../src/core/reply/thinking.ts';
import { writtenScale } from '../../src/environments/prompts/rating-scale.ts';
import { readNextStep, readPlan } from '../../src/recommenders/interec/plan-format.ts';
import { readProfile } from '../../src/recommenders/interec/profile-format.ts';
import { answerFormat } from '../../src/recommenders/recmind/answer-format.ts';
import {
  evaluateFormat,
  inspireFormat,
  offeredStepFormat,
  stepFormat,
  voteFormat,
} from '../../src/recommenders/recmind/replies.ts';
import { readSql } from '../../src/tools/database-tool.ts';
import { processorTime } from '../processor-time.ts';

const RANK = { name: 'Rank', slots: [{ name: 'ids', holds: 'integers' }] } as const;
const KINDS = [ANALYSE, ...ANALYST_KINDS, ...SEARCHER_KINDS, RANK, FINISH];
const scale = { min: 1, max: 5, step: 1 };
const task = (type: string) => ({ type, scale, candidates: [{ id: 1, title: 'Heat' }] }) as unknown as Task;

const PARSERS: Readonly<Record<string, (text: string) => Reading<unknown>>> = {
  'agents’ actions as text': (text) => parseAction(text, KINDS, 'text'),
  'agents’ actions as JSON': (text) => parseAction(text, KINDS, 'json'),
  'reflections as text': (text) => parseReflection(text, 'text'),
  'reflections as JSON': (text) => parseReflection(text, 'json'),
  'plans of conversations': readPlan,
  'next steps of conversations': readNextStep,
  profiles: readProfile,
  verdicts: readVerdict,
  'RecMind’s steps': stepFormat(['database', 'search'], (step) => step).parse,
  'RecMind’s offered steps': offeredStepFormat(['a', 'b'], (step) => step).parse,
  'RecMind’s votes': voteFormat(3).parse,
  'RecMind’s evaluations': evaluateFormat.parse,
  'RecMind’s inspirations': inspireFormat.parse,
  'RecMind’s ratings': answerFormat(task('rating-prediction')).parse,
  'RecMind’s rankings': answerFormat(task('direct-recommendation')).parse,
  'RecMind’s texts': answerFormat(task('explanation-generation')).parse,
  SQL: readSql,
  'messages to people': (text) => readMessage(text, ['reply']),
  prose: (text) => readProse(text, { labels: ['reason'] }),
  'managers’ thoughts': (text) => ({ ok: true, value: thoughtIn(text) }),
  'raters’ ratings': (text) => readRating(text, writtenScale('1-10')),
  'replies without their thinking': (text) => ({ ok: true, value: withoutThinking(text) }),
  'thinking as it comes': (text) => ({ ok: true, value: new ThinkingSplitter().add(text) }),
  'what prompts hold of replies': (text) => ({ ok: true, value: oneLine(text) }),
};

const filled = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
/** Texts of a size, each with what makes some way of reading go back and forth. */
const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  'actions that are never closed': (size) => filled('Finish[', size),
  'actions within actions, closed': (size) => filled('Finish[', size - 1000) + ']'.repeat(1000),
  'calls that are never closed': (size) => filled('Finish(', size),
  'calls of many names': (size) => `UserHistory(${filled('id = 1,', size)})`,
  'blanks behind a name': (size) => `UserHistory(id=${filled(' ', size)}x`,
  'closing brackets': (size) => `Finish[${filled(']', size)}`,
  'opening brackets': (size) => filled('[', size),
  'opening braces': (size) => filled('{', size),
  'objects as deep as they go': (size) => filled('{"a":', size / 2) + filled('}', size / 2),
  'lists as deep as they go': (size) => `{"a": ${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`,
  'an action whose content is deep': (size) =>
    `{"type": "Finish", "content": ${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`,
  'a plan whose input is deep': (size) =>
    `{"intent": "recommend", "steps": [{"tool": "map", "input": {"a": ${'['.repeat(size / 2)}${']'.repeat(size / 2)}}}], "reply": ""}`,
  blanks: (size) => filled(' ', size),
  'blanks between words': (size) => `a${filled(' ', size)}b`,
  'blanks in an action': (size) => `Analyse[user,${filled(' ', size)}x, "${filled(' ', size / 4)}]`,
  'blanks in JSON': (size) => `{"thought":${filled(' ', size)}}x`,
  'blanks behind fences': (size) => `${filled('```sql ', size / 2)}${filled(' ', size / 2)}`,
  'line ends': (size) => filled(' \n', size),
  quotes: (size) => `Finish[${filled('"', size)}]`,
  'quotes and commas': (size) => `Lookup[${filled(',"a', size)}]`,
  'single quotes and commas': (size) => `Lookup[${filled(`,'" `, size)}]`,
  'curly quotes that are never closed': (size) => filled('[“a', size),
  'curly quotes within others': (size) => `${filled('[“a”', size / 2)}${filled('{“[“a” b', size / 2)}"`,
  'quotes that are never closed': (size) => `Lookup["${filled('a', size)}, b]`,
  'backslashes in quotes': (size) => `Lookup["${filled('\\"', size)}, b]`,
  'backslashes at the end of JSON': (size) => `{"reason": "${filled('\\', size)}`,
  'JSON that is cut off': (size) => `{"action": "a", "thought": "${filled('x{', size)}`,
  'members without end': (size) => `{"choice": 1, "ranking": [${filled('1,', size)}1]}`,
  'keys without end': (size) => `{${filled('"a":1,', size - 6)}"a":1}`,
  'a ranking of nobody': (size) => `{"reason": "", "ranking": [${filled('7, ', Math.floor(size / 3) * 3)}7]}`,
  'words that nobody asked for': (size) => `yes${filled(' .', size)}`,
  digits: (size) => filled('1', size),
  'thoughts that never end': (size) => filled('<think>', size),
  'thoughts that end under another name': (size) => `${filled('<think>', size)}</reasoning>`,
  'thoughts without end, each ended': (size) => filled('<think></think>', size),
  'thoughts on lines of their own': (size) => filled('\n <think', size),
  'ends of thoughts': (size) => filled('</think>{', size),
  'objects in texts that are never closed': (size) => filled('{"a": "{', size),
  'lists of texts that are never closed': (size) => filled('["', size),
  'comments that are never closed': (size) => filled('{//', size),
  'comments behind which nothing comes': (size) => `${filled('{//', size)}\nx`,
  'long comments that are never closed': (size) => filled('{/*', size),
  'closed lists in one that is not': (size) => `[${filled('[],', size)}`,
  'objects, whole': (size) => filled('{"rating": 1} ', size),
  'commas before brackets': (size) => `[${filled('[1,],', size)}]`,
  'line breaks in a text': (size) => `{"reason": "${filled('\n', size)}"}`,
  'a thought of one word': (size) => `{"type": "b", "content": "${filled('a', size)}"}`,
  'a thought of blanks': (size) => `{"type": "b", "content": "a${filled(' ', size)}b"}`,
  'labels of ratings': (size) => filled('rating is ', size),
  'numbers behind labels': (size) => filled('rating: 1 to 10 ', size),
};

/** Milliseconds below which nothing can be told. */
const NOISE = 2;

describe.each(Object.entries(PARSERS))('%s', (_, parse) => {
  test.each(Object.entries(HOSTILE))('%s: read or refused, in time that grows like the text', (_kind, of) => {
    const [small, large] = [of(LONGEST_REPLY / 16), of(LONGEST_REPLY)];
    let reading: Reading<unknown> | null = null;
    const once = processorTime(() => (reading = parse(large)), 1);
    expect(reading).toSatisfy((read: Reading<unknown>) => read.ok || /\S/.test(read.problem));
    // Sixteen times the text takes 16 times as long where reading is linear, 256 times where it is quadratic.
    if (once < 64 * NOISE) return;
    const bound =
      64 *
      Math.max(
        processorTime(() => parse(small), 3),
        NOISE,
      );
    expect(once < bound ? once : processorTime(() => parse(large), 3)).toBeLessThan(bound);
  });
});

describe('a reply that does not end', () => {
  const request = { purpose: { type: 'vote' }, messages: [], seed: 1, temperature: 0, maxTokens: 32 };
  const signal = new AbortController().signal;

  test('is stopped and refused with what is wrong', async () => {
    let sent = 0;
    let closed = false;
    const model = {
      id: 'endpoint/endless',
      async *stream() {
        try {
          for (;;) {
            sent += 65_536;
            yield { type: 'text-delta', delta: 'Finish['.repeat(9363).padEnd(65_536) } as const;
          }
        } finally {
          closed = true;
        }
      },
    } as unknown as LanguageModel;
    const refused = generateText(model, request as unknown as GenerateRequest, { signal });
    await expect(refused).rejects.toThrow(
      /endpoint\/endless sent more than 262144 characters where 32 tokens were asked for/,
    );
    await expect(refused).rejects.toBeInstanceOf(LabError);
    await expect(refused).rejects.toMatchObject({ code: 'model-failed' });
    expect(closed).toBe(true);
    expect(sent).toBeLessThanOrEqual(LONGEST_REPLY + 65_536);
  });
});
