/** @file How RecMind's steps are read. */
import { describe, expect, test } from 'vitest';
import type { Task } from '../../../src/core/task.ts';
import { answerFormat } from '../../../src/recommenders/recmind/answer-format.ts';
import {
  evaluateFormat,
  inspireFormat,
  END,
  offeredStepFormat,
  stepFormat,
  valueFormat,
  voteFormat,
} from '../../../src/recommenders/recmind/replies.ts';

const { parse } = stepFormat(['database', 'end'], (step) => step);

test('a label before the JSON is no part of the thought', () => {
  const reading = parse(
    'Thought: First the mean of it.\n\nAction:\n```json\n{"action": "database", "action_input": "The mean?"}\n```',
  );
  expect(reading).toMatchObject({ ok: true, value: { thought: 'First the mean of it.', input: 'The mean?' } });
});

test('a thought before a call in tags is kept, and a fence around labels is no part of what is asked', () => {
  const step = { thought: 'First the mean of it.', input: 'The mean?' };
  const call = '<tool_call>{"name": "database", "arguments": {"question": "The mean?"}}</tool_call>';
  expect(parse(`First the mean of it.\n\n${call}`)).toMatchObject({ ok: true, value: step });
  const labels = 'thought: First the mean of it.\ntool: database\ninput: The mean?';
  expect(parse(`\`\`\`yaml\n${labels}\n\`\`\``)).toMatchObject({ ok: true, value: step });
});

test('a verdict is one of two words, also with its object', () => {
  const verdictOf = (verdict: string) =>
    evaluateFormat.parse(JSON.stringify({ verdict, reason: 'No need to prune it.' }));
  expect(verdictOf('Keep it')).toMatchObject({ ok: true, value: { verdict: 'keep' } });
  expect(verdictOf('keep it or prune it')).toMatchObject({ ok: false });
});

describe('what a tool is asked', () => {
  const asked = (reply: string) => parse(reply);
  test.each([
    ['{"tool":"database","arguments":{"question":"The mean?"}}', '"arguments" was read as "input"'],
    ['{"action":"database","query":"The mean?"}', '"query" was read as "input"'],
    ['{"tool":"database","question":"The mean?"}', '"question" was read as "input"'],
    ['{"thought":"First.","action":"Database","action_input":"The mean?"}', '"action_input" was read as "input"'],
    ['{"action":"database","args":{"sql":"The mean?"}}', '"args" was read as "input"'],
    ['{"name":"database","parameters":{"q":"The mean?"}}', '"parameters" was read as "input"'],
    [
      String.raw`{"tool_calls":[{"id":"1","type":"function","function":{"name":"database","arguments":"{\"question\":\"The mean?\"}"}}]}`,
      'a text was written as {"question":"The mean?"}',
    ],
    ['{"thought":"First.","action":{"tool":"database","input":"The mean?"}}', 'what is within "action"'],
    [
      'Thought: First the mean.\nAction: {"tool":"database","input":"The mean?"}',
      'the words before it were read as "thought"',
    ],
    ['Step 1\nThought: First.\nAction: database "The mean?"\nObservation: 4', 'it was written in words, not as JSON'],
    ['{"thought": "Is "Heat" liked?", "tool": "database", "input": "The mean?"}', 'quotation marks within a text'],
    ['{"tool":"database.query","input":"The mean?"}', '"database.query" was read as "database"'],
    ['{"tool":"functions.database","input":"The mean?"}', '"functions.database" was read as "database"'],
    ['{"tool":"database","input":["The mean?"]}', 'a text was written as ["The mean?"]'],
    [String.raw`{"tool":"database","input":"[\"The mean?\"]"}`, 'the input was written as JSON within a text'],
    ['<tool_call>{"name":"database","arguments":{"question":"The mean?"}}</tool_call>', '"name" was read as "tool"'],
    ['<function=database>{"question":"The mean?"}</function>', 'it was written in words, not as JSON'],
    ['[TOOL_CALLS] [{"name":"database","arguments":{"question":"The mean?"}}]', '"name" was read as "tool"'],
    ['[{"tool":"database","input":"The mean?"},{"tool":"end","input":""}]', 'of 2 in a list the first was read'],
    [
      'Draft: {"tool":"end","input":""}\nFinal step: {"tool":"database","input":"The mean?"}',
      'what stood before the final answer was overlooked',
    ],
    ['<thought>First.</thought><tool>database</tool><input>The mean?</input>', 'it was written behind labels'],
  ])('is read, with a note: %s', (reply, note) => {
    const reading = asked(reply);
    expect(reading).toMatchObject({ ok: true, value: { tool: 'database', input: 'The mean?' } });
    expect(reading.ok && reading.note).toContain(note);
  });

  test.each([
    ['{"thought":"First.","tool":"database"}', 'it has no "input"; it has to say what the tool is asked'],
    ['{"tool":"database","input":""}', 'input must not be empty; it has to say what the tool is asked'],
    ['{"tool":"database","input":{}}', 'input must be a text; it has to say what the tool is asked'],
    [
      '{"tool":"database","query":"The mean?","question":"The mode?"}',
      'it has "query" and "question", of which either may be "input"; it has to say what the tool is asked',
    ],
    ['{"question":"The mean?"}', 'it has no "tool"'],
    [
      '{"tool":"database","input":["The mean?","The mode?"]}',
      'input must be one text, not a list of 2; it has to say what the tool is asked',
    ],
    ['{"tool":"end.database","input":"The mean?"}', 'tool must be one of "database", "end"'],
  ])('is asked for again where it is not there, or in doubt: %s', (reply, problem) => {
    expect(asked(reply)).toEqual({ ok: false, problem });
  });
});

describe('the end of planning', () => {
  test.each([
    'End of Planning',
    '**End of Planning.**',
    'Thought: End of Planning',
    '{"thought":"End of Planning","tool":"none"}',
    '{"thought":"End of Planning","tool":null,"input":null}',
    '{"thought":"End of Planning","tool":"","input":""}',
    '{"thought":"Enough is known.","tool":"end"}',
    '{"thought":"","tool":"End of Planning","input":""}',
    'Thought: End of Planning\nAction: end ""',
    'Thought: End of Planning\nAction: none',
    '{"thought":"Enough is known.","action":"Final Answer","action_input":"4"}',
    '{"thought":"Enough is known.","tool":"finish","input":""}',
    '{"thought":"End of Planning","tool":"end","input":""} {"thought":"More.","tool":"database","input":"The mean?"}',
  ])('%j', (reply) => {
    expect(parse(reply)).toMatchObject({ ok: true, value: { tool: 'end', input: '' } });
  });

  test('is no thought about it', () => {
    expect(parse('{"thought":"No tool is needed.","tool":"none"}').ok).toBe(false);
    expect(parse('Is it the end of planning?').ok).toBe(false);
  });

  test('is an action where actions are offered', () => {
    const offered = offeredStepFormat(['user-average', 'end'], (step) => step).parse;
    expect(offered('End of Planning')).toMatchObject({ ok: true, value: { action: 'end' } });
    expect(offered('user-average')).toMatchObject({ ok: true, value: { action: 'user-average' } });
  });

  test('is a call whose named arguments are what is asked for, where actions are offered', () => {
    const offered = offeredStepFormat(['item-average', 'end'], (step) => step).parse;
    const reply = `reply(action="item-average", thought="What everybody gave the film balances the person's own genre mean.")`;
    const thought = "What everybody gave the film balances the person's own genre mean.";
    expect(offered(reply)).toMatchObject({ ok: true, value: { action: 'item-average', thought } });
    expect(offered(`${reply} or reply(action="end", thought="")`).ok).toBe(false);
  });

  test('is read without its tool, with a note', () => {
    expect(parse('{"thought": "End of planning."}')).toEqual({
      ok: true,
      value: { thought: 'End of planning.', tool: 'end', input: '' },
      note: 'the end of planning was told without its tool',
    });
  });

  test.each([
    ['where planning may not end', stepFormat(['database'], (step) => step).parse, '{"thought": "End of Planning"}'],
    ['where the thought says something else', parse, '{"thought": "First the mean."}'],
    ['where another tool is named', parse, '{"thought": "End of Planning", "tool": "oracle"}'],
  ])('is not taken for one %s', (_, read, reply) => {
    expect(read(reply)).toMatchObject({ ok: false, problem: expect.stringContaining('tool') as string });
  });
});

describe('what models reply in place of the JSON that was asked for', () => {
  const user = { id: 1, name: 'Farid' };
  const candidates = [
    { id: 2053, title: 'Stranger Than Fiction (2006)' },
    { id: 2353, title: 'The Holiday (2006)' },
  ];
  const ranked = { recommendation: { type: 'ranking', items: [2353, 2053] } };
  const ranking = answerFormat({ type: 'direct-recommendation', user, candidates } as unknown as Task).parse;
  const rating = answerFormat({
    type: 'rating-prediction',
    scale: { min: 0.5, max: 5, step: 0.5 },
  } as unknown as Task).parse;
  const reasoned = answerFormat(
    { type: 'rating-prediction', scale: { min: 0.5, max: 5, step: 0.5 } } as unknown as Task,
    true,
  ).parse;
  const rated = { recommendation: { type: 'rating', rating: 4.5 }, reason: 'They like it so.' };
  const text = answerFormat({ type: 'explanation-generation', user, item: candidates[0] } as unknown as Task).parse;

  test.each([
    [
      'a labelled step',
      parse('Thought: First.\nTool: database\nInput: The mean?'),
      { tool: 'database', input: 'The mean?' },
    ],
    ['a step as prompts show it', parse('Thought: First.\nAction: database "The mean?"'), { tool: 'database' }],
    ['labelled members', inspireFormat.parse('**Explore:** No. **Reason:** it is good.'), { explore: false }],
    ['a proposal by its heading', voteFormat(2).parse('{"choice": "Proposal 2"}'), { choice: 2 }],
    ['a numbered list', ranking('1. 2353 – The Holiday (2006)\n2. 2053 – Stranger Than Fiction (2006)'), ranked],
    ['a list of ids in a text', ranking('{"ranking": "2353, 2053", "reason": "so"}'), ranked],
    ['a list of titles in a text', ranking('{"ranking": "The Holiday, Stranger Than Fiction (2006)"}'), ranked],
    ['a title in a line', ranking('{"ranking": "The Holiday\\nStranger Than Fiction"}'), ranked],
    ['a title of another year', ranking('{"ranking": ["The Holiday (2007)", 2053]}'), ranked],
    ['a title in bold before a remark', ranking('{"ranking": ["**The Holiday (2006)** – the best", 2053]}'), ranked],
    ['an id before the beginning of its title', ranking('{"ranking": ["2353: The Hol", "2053: Stranger"]}'), ranked],
    [
      'a dictionary as Python writes it',
      inspireFormat.parse("{'explore': False, 'reason': \"it's good\"}"),
      { explore: false },
    ],
    [
      'a call that names what it is given',
      parse('Thought: First.\nAction: database(input="The mean?")'),
      { tool: 'database', input: 'The mean?' },
    ],
    ['objects in a list alone', ranking('[{"id": 2353}, {"id": 2053}]'), ranked],
    ['titles before remarks', ranking('* The Holiday (2006) – light\n* Stranger Than Fiction (2006) – odd'), ranked],
    ['ids in order', ranking('2353 > 2053'), ranked],
    ['ids behind what they are of', ranking('{"ranking": ["item_2353", "#2053"]}'), ranked],
    ['titles with reasons', ranking('{"ranking": [{"item": "The Holiday", "why": "x"}, {"item": 2053}]}'), ranked],
    ['a value alone', valueFormat.parse('10'), { value: 1 }],
    ['a list alone', ranking('```json\n[2353, 2053]\n```'), ranked],
    ['ids alone', ranking('2353, 2053'), ranked],
    ['a ranking behind its label', ranking('**Ranking:** 2353, 2053\n**Reason:** so'), ranked],
    ['items under another name', ranking('{"ranking": [{"item_id": 2353, "title": "x"}, {"item": 2053}]}'), ranked],
    ['items with their ids', ranking('{"ranking": [{"id": 2353, "title": "The Holiday"}, {"id": 2053}]}'), ranked],
    [
      'a text by the name of the problem',
      text('{"title": "Good"}'),
      { recommendation: { type: 'text', text: 'Good' } },
    ],
    ['labels on lines', rating('**Rating:** 4.5\n**Reason:** They like it so.'), rated],
    ['labels with a slash', rating('Rating: 4.5 / Reason: They like it so.'), rated],
    ['a share of the scale', rating('{"rating": "4.5 out of 5", "reason": "They like it so."}'), rated],
    ['a rating alone', rating('4.5/5'), { recommendation: { type: 'rating', rating: 4.5 }, reason: '' }],
    ['a reason before the object', rating('They like it so.\n{"rating": 4.5}'), rated],
    ['a reason before the object, where it comes first', reasoned('They like it so.\n\n{"rating": 4.5}'), rated],
    ['a truth value as a number', inspireFormat.parse('{"explore": 0, "reason": ""}'), { explore: false }],
    ['a verdict under another name', evaluateFormat.parse('{"decision": "Keep"}'), { verdict: 'keep' }],
    ['a proposal named twice', voteFormat(3).parse('Proposal 2 is about the person. Choice: 2'), { choice: 2 }],
    ['a text behind words', text('The title is "Good."'), { recommendation: { type: 'text', text: 'Good.' } }],
    [
      'a text by the name of an answer',
      text('{"response": "Good."}'),
      { recommendation: { type: 'text', text: 'Good.' } },
    ],
    ['a final rating behind a draft', rating('Draft: 3\nFinal answer: 4.5'), { recommendation: { rating: 4.5 } }],
    ['a rating within two objects', rating('{"answer": {"rating": 4.5}}'), { recommendation: { rating: 4.5 } }],
    ['a rating by its stars', rating('{"rating": "4.5 stars"}'), { recommendation: { rating: 4.5 } }],
    ['a text in quotes', text('"Good."'), { recommendation: { type: 'text', text: 'Good.' } }],
  ])('%s', (_, reading, value) => {
    expect(reading).toMatchObject({ ok: true, value });
  });

  test.each([
    [
      ranking('{"ranking": "Casablanca, Heat"}'),
      'no entry of its ranking is the id or the title of a candidate: "Casablanca, Heat"',
    ],
    [ranking('{"ranking": [1, 2, 3, 4]}'), 'no entry of its ranking is the id or the title of a candidate: 1, 2, 3, …'],
    [ranking('{"ranking": []}'), 'its ranking is empty'],
    [rating('8/10'), 'it holds no JSON object'],
  ])('what is wrong is said truly (%#)', (reading, problem) => {
    expect(reading).toEqual({ ok: false, problem });
  });
});

describe('a step behind another', () => {
  const draft = '{"thought": "Look it up.", "tool": "database", "input": "The first?"}';
  const final = '{"thought": "See how they rate.", "tool": "database", "input": "The mean of user 275?"}';

  test.each([
    `${draft}\n\nActually, it is better to look at all the candidates at once, so my final step is:\n\n${final}`,
    `\`\`\`json\n${draft}\n\`\`\`\n\nOn second thought, the mean is more useful. Here is my corrected reply:\n\n\`\`\`json\n${final}\n\`\`\``,
  ])('counts where the words between them say that it corrects it: %s', (text) => {
    expect(parse(text)).toMatchObject({ ok: true, value: { input: 'The mean of user 275?' } });
  });

  test.each([`${draft}\nActually, that is all.\n${final}`, `${draft}\nObservation: 4\nMy final step is:\n${final}`])(
    'does not elsewhere: %s',
    (text) => {
      expect(parse(text)).toMatchObject({ ok: true, value: { input: 'The first?' } });
    },
  );
});

test('a verdict may be what is made of what is judged, as the question asks', () => {
  expect(evaluateFormat.parse('{"verdict": "Kept", "reason": "It concerns the user.",}')).toMatchObject({
    ok: true,
    value: { verdict: 'keep' },
  });
});

describe('a rating predicted in a sentence', () => {
  const { parse: rating } = answerFormat({
    type: 'rating-prediction',
    scale: { min: 0.5, max: 5, step: 0.5 },
  } as unknown as Task);

  test('is its one share of the scale', () => {
    const words =
      'Hugo Dorsey would likely rate *Indiana Jones and the Temple of Doom (1984)* around **4.2 out of 5** stars, since similar people averaged 4.23.';
    expect(rating(words)).toMatchObject({ ok: true, value: { recommendation: { type: 'rating', rating: 4.2 } } });
  });

  test.each([
    'He would rate it 4.2 out of 5 or 4.5 out of 5.',
    'He would rate it 8 out of 10.',
    'He would not rate it 4 out of 5.',
    'Similar people averaged 4.2 out of 5.',
  ])('is none elsewhere: %s', (words) => {
    expect(rating(words)).toMatchObject({ ok: false });
  });
});

test.each([
  ['The newest step should be **kept**. What it found is about user 428 and the candidates.', 'keep'],
  ['I would keep this because it shows how often the candidates are rated.', 'keep'],
  ['This step should be pruned: it is about somebody else.', 'prune'],
])('a verdict may stand in its sentence: %s', (words, verdict) => {
  expect(evaluateFormat.parse(words)).toMatchObject({ ok: true, value: { verdict } });
});

test.each([
  'The newest step should be kept or pruned.',
  'The step should not be kept.',
  'I would keep it, though it could be pruned.',
])('which says both, or neither, is none: %s', (words) => {
  expect(evaluateFormat.parse(words)).toMatchObject({ ok: false });
});

describe('an offered action in a sentence', () => {
  const { parse: offered } = offeredStepFormat(
    ['user-average', 'similar-users-on-item', 'item-average', END],
    (step) => step,
  );

  test('is the one that is set apart', () => {
    const words = 'Next, I would use **similar-users-on-item** to see how people with similar taste rated Hitch.';
    expect(offered(words)).toMatchObject({ ok: true, value: { action: 'similar-users-on-item', thought: words } });
  });

  test.each([
    'I would use **user-average** or **item-average**.',
    'I would not use **user-average** now.',
    'In the **end** the mean decides.',
    'The user-average tells most.',
  ])('is none where several are named, or none is chosen: %s', (words) => {
    expect(offered(words)).toMatchObject({ ok: false });
  });
});

describe('a value out of ten', () => {
  const told = 'the taste is known, but the candidates were not looked at.';

  test.each([
    [`I would give this a 6 out of 10: ${told}`, told],
    [
      "I would rate this 6 out of 10. Like-minded people's ratings are known for only 3 of the 6 candidates, though the four ratings of The Thin Red Line help.",
      "Like-minded people's ratings are known for only 3 of the 6 candidates, though the four ratings of The Thin Red Line help.",
    ],
    ['**6/10** – the mean is 3.5.', 'the mean is 3.5.'],
    ['I would rate it a 6/10 because the taste is known.', 'because the taste is known.'],
  ])('may stand before its reason: %s', (words, reason) => {
    expect(valueFormat.parse(words)).toMatchObject({ ok: true, value: { value: 5 / 9, reason } });
  });

  test.each([
    `I would give this a 6 out of 10: ${told} Or a 7.`,
    'I would rate this 6 out of 10. On second thought 7/10.',
    'I would rate this 3 out of 5. The taste is known.',
    'I would rate this 6 out of 10 or 7.',
    'Known are 6 out of 10. The rest is not.',
  ])('is none where it stands twice, of another scale, or counts something else: %s', (words) => {
    expect(valueFormat.parse(words).ok).toBe(false);
  });

  test('is asked for as a whole number, and read between two', () => {
    expect(valueFormat.schema).toMatchObject({ properties: { value: { type: 'integer', minimum: 1, maximum: 10 } } });
    expect(valueFormat.parse('{"value": 5.5, "reason": ""}')).toMatchObject({ ok: true, value: { value: 0.5 } });
  });
});
