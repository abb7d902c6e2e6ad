/** @file What chat templates leave around a reply, for the readers of every purpose: none takes a thought for a reply. */
import { describe, expect, test } from 'vitest';
import { withoutTemplate } from '../../../src/core/reply/chat-templates.ts';
import { readRating } from '../../../src/core/reply/read-rating.ts';
import { readVerdict } from '../../../src/core/reply/read-verdict.ts';
import { withoutThinking } from '../../../src/core/reply/thinking.ts';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import { readPlan } from '../../../src/recommenders/interec/plan-format.ts';
import { readProfile } from '../../../src/recommenders/interec/profile-format.ts';
import { answerFormat } from '../../../src/recommenders/recmind/answer-format.ts';
import { evaluateFormat, stepFormat, voteFormat } from '../../../src/recommenders/recmind/replies.ts';
import { RATING } from '../../recommenders/recmind/tasks.ts';

const sent = (text: string): string => withoutThinking(withoutTemplate(text));
const DRAFT = 'Maybe {"rating": 2, "choice": 2, "verdict": "prune"}, or 2. No.';

/** By whose template it is. */
const AROUND: Readonly<Record<string, (reply: string) => string>> = {
  'gpt-oss': (reply) =>
    `<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>${reply}<|return|>`,
  'gpt-oss, from its first mark on': (reply) =>
    `<|start|>assistant<|channel|>analysis<|message|>${DRAFT}<|end|>\n<|start|>assistant<|channel|>final<|message|>${reply}`,
  'gpt-oss without its marks': (reply) => `analysis${DRAFT}assistantfinal${reply}`,
  Magistral: (reply) => `[THINK]${DRAFT}[/THINK]${reply}</s>`,
  Seed: (reply) => `<seed:think>${DRAFT}</seed:think>${reply}`,
  Kimi: (reply) => `◁think▷${DRAFT}◁/think▷${reply}`,
  Cohere: (reply) => `<|START_THINKING|>${DRAFT}<|END_THINKING|><|START_RESPONSE|>${reply}<|END_RESPONSE|>`,
  'Sky-T1': (reply) =>
    `<|begin_of_thought|>${DRAFT}<|end_of_thought|>\n\n<|begin_of_solution|>${reply}<|end_of_solution|>`,
  Llama: (reply) => `<|start_header_id|>assistant<|end_header_id|>\n\n${reply}<|eot_id|>`,
  Qwen: (reply) => `<|im_start|>assistant\n${reply}<|im_end|>\n<|im_start|>user\nThanks, 2!`,
  Gemma: (reply) => `<start_of_turn>model\n${reply}<end_of_turn>`,
  'marks of a turn that were cut': (reply) => `assistant\n\n${reply}`,
  'an aside': (reply) => `<analysis>${DRAFT}</analysis>\n${reply}`,
  'a box': (reply) => (reply.includes('{') ? reply : `\\boxed{${reply}}`),
};

describe.each(Object.entries(AROUND))('%s', (_, around) => {
  test('is read as the reply alone, whatever is asked for', () => {
    const read = (reply: string): string => sent(around(reply));
    expect(answerFormat(RATING).parse(read('{"rating": 4, "reason": "x"}'))).toMatchObject({
      ok: true,
      value: { recommendation: { rating: 4 } },
    });
    expect(voteFormat(2).parse(read('{"choice": 1}'))).toMatchObject({ ok: true, value: { choice: 1 } });
    expect(evaluateFormat.parse(read('{"verdict": "keep", "reason": "x"}'))).toMatchObject({
      ok: true,
      value: { verdict: 'keep' },
    });
    expect(readRating(read('7'), writtenScale('1-10'))).toMatchObject({ ok: true, value: { value: 7 } });
    expect(readVerdict(read('Yes'))).toMatchObject({ ok: true, value: { isGood: true, advice: '' } });
    expect(readProfile(read('{"like": {"titles": ["Heat"], "values": []}}'))).toMatchObject({
      ok: true,
      value: { like: { titles: ['Heat'] } },
    });
  });
});

/** By whose template it is: a call of a tool. */
const CALLS: Readonly<Record<string, (name: string, key: string, value: string) => string>> = {
  'gpt-oss': (name, key, value) =>
    `<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>{"${key}": "${value}"}<|call|>`,
  'DeepSeek-R1': (name, key, value) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n{"${key}": "${value}"}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  'DeepSeek-V3.1': (name, key, value) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>{"${key}": "${value}"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  Mistral: (name, key, value) => `[TOOL_CALLS]${name}[ARGS]{"${key}": "${value}"}</s>`,
  'Qwen3-Coder': (name, key, value) =>
    `<tool_call>\n<function=${name}>\n<parameter=${key}>\n${value}\n</parameter>\n</function>\n</tool_call>`,
  Hermes: (name, key, value) => `<tool_call>\n{"name": "${name}", "arguments": {"${key}": "${value}"}}\n</tool_call>`,
  GLM: (name, key, value) =>
    `<tool_call>${name}\n<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n</tool_call>`,
  'Llama 3.1': (name, key, value) =>
    `<|python_tag|>{"name": "${name}", "parameters": {"${key}": "${value}"}}<|eom_id|>`,
  'Llama 4': (name, key, value) => `[${name}(${key}="${value}")]`,
};

test.each(Object.entries(CALLS))('a call as %s writes it is a step, and a plan', (_, call) => {
  const step = stepFormat(['database', 'end'], (one) => one);
  expect(step.parse(sent(call('database', 'question', 'What is the mean?')))).toMatchObject({
    ok: true,
    value: { tool: 'database', input: 'What is the mean?' },
  });
  expect(readPlan(sent(call('rank', 'scheme', 'rating')))).toMatchObject({
    ok: true,
    value: { intent: 'recommend', steps: [{ tool: 'rank', input: { scheme: 'rating' } }] },
  });
});

test('what only thinks holds no reply', () => {
  for (const text of [`<|channel|>analysis<|message|>${DRAFT}`, `[THINK]${DRAFT}`, `<seed:think>${DRAFT}`])
    expect(sent(text)).toBe('');
});

test('texts without such marks stay as they are', () => {
  for (const text of ['analysis of <b>taste</b>', 'Films [1] and {2}', '{"rating": 4}', 'assistant'])
    expect(withoutTemplate(text)).toBe(text);
});

test('takes time like the text', () => {
  const begin = performance.now();
  for (const part of [
    '<｜tool▁call▁begin｜>a<｜tool▁sep｜>',
    '<thought>',
    '<|channel|>final<|message|>',
    '<function=a>',
    '[THINK]',
  ]) {
    const text = part.repeat(200_000 / part.length);
    sent(text);
    readVerdict(text);
    readRating(text, writtenScale('1-10'));
  }
  expect(performance.now() - begin).toBeLessThan(20_000);
});
