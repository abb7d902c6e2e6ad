/** @file Kinds of actions, as prompts and observations name them and as engines are held to them. */
import { expect, test } from 'vitest';
import { ANALYSE } from '../../../../src/recommenders/macrec/agents/analyst.ts';
import {
  actionSchema,
  choiceSchema,
  formsOf,
  type ActionKind,
} from '../../../../src/recommenders/macrec/agents/action.ts';
import { FINISH } from '../../../../src/recommenders/macrec/agents/step.ts';

const RANK: ActionKind = { name: 'Finish', slots: [{ name: 'ids', holds: 'integers' }] };

test('valid actions are named in the form that is asked for', () => {
  expect(formsOf([ANALYSE, RANK], 'text')).toBe('Analyse[user or item, id], Finish[ids]');
  expect(formsOf([ANALYSE, RANK], 'json')).toBe(
    '{"type": "Analyse", "content": ["user" or "item", id]} or {"type": "Finish", "content": [ids]}',
  );
});

test('the schema says what the parser accepts', () => {
  expect(actionSchema([ANALYSE])).toEqual({
    type: 'object',
    properties: {
      type: { const: 'Analyse' },
      content: {
        type: 'array',
        prefixItems: [{ enum: ['user', 'item'] }, { type: 'integer' }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
    },
    required: ['type', 'content'],
    additionalProperties: false,
  });
  expect(actionSchema([ANALYSE, FINISH])).toMatchObject({ anyOf: [{}, {}] });
  const choice = { among: [7, 12, 31], count: 3 };
  const ranking = { name: 'Finish', slots: [{ name: 'ids', holds: 'integers', choice }] } as const;
  expect(actionSchema([ranking])).toMatchObject({
    properties: { content: { items: { type: 'integer', enum: [7, 12, 31] }, minItems: 3, maxItems: 3 } },
  });
});

test('what has to be written is asked for by name beside whole actions, and at once where there is nothing else', () => {
  const asks = { ...ANALYSE, contents: [['user', 7]] };
  expect(choiceSchema([asks, RANK])).toMatchObject({
    ...{ properties: { action: { enum: ['Analyse[user, 7]', 'Finish'] } }, required: ['action'] },
  });
  expect(choiceSchema([RANK])).toMatchObject({ properties: { content: { type: 'array' } } });
});
