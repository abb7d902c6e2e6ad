/** @file Thoughts as chat models write them, with openers, headings and labels before them. */
import { expect, test } from 'vitest';
import { thoughtIn } from '../../../../src/recommenders/macrec/agents/thought-in.ts';

test.each([
  [
    'Sure, here is my next thought:\n\nThe user likes recent horror films such as Final Destination, but how The Grudge itself was rated is not yet known.',
    'The user likes recent horror films such as Final Destination, but how The Grudge itself was rated is not yet known.',
  ],
  [
    "### Thought 2\n\n**Known:** The item's mean is 3.86, the user's 3.52, and her dramas average 3.79.\n**Missing:** Nothing that would change the answer.",
    "Known: The item's mean is 3.86, the user's 3.52, and her dramas average 3.79. Missing: Nothing that would change the answer.",
  ],
  [
    '### Thought 2\n- **Known:** The mean is 3.86.\n- **Missing:** How dramas are rated.\n\nObservation: 4',
    'Known: The mean is 3.86. Missing: How dramas are rated.',
  ],
  [
    '**Thought 2:**\n\nIt is known that *Heat* has a mean of 3.9.\n\nNothing essential is missing, so I can finish.\n\n**Action 2:** Finish[4]',
    'It is known that *Heat* has a mean of 3.9. Nothing essential is missing, so I can finish.',
  ],
  ['**Known:**\n- The mean is 3.86.\n**Missing:**\n- Nothing.', 'Known: The mean is 3.86. Missing: Nothing.'],
  ['The mean is missing.\nAnalyse[item, 2]', 'The mean is missing.'],
  ['The mean is missing.\n```json\n{"type": "Finish", "content": 2}\n```', 'The mean is missing.'],
  [
    '**Thought 1:**\n\nThe user rates most films 3 to 5 and likes family films, but the reception of Hook by others is still missing.',
    'The user rates most films 3 to 5 and likes family films, but the reception of Hook by others is still missing.',
  ],
  [
    'Certainly!\n\nThought 1 (revised): The Aviator still comes first, but Finishing the Game should move to third place, ahead of the disliked period film and love story.',
    'The Aviator still comes first, but Finishing the Game should move to third place, ahead of the disliked period film and love story.',
  ],
  ['Certainly!\n\nLet me look at this.\n\nThought 2: The mean is missing.', 'The mean is missing.'],
  ['The mean is missing.\nAction 1: Analyse[item, 2]\nObservation: 3.5', 'The mean is missing.'],
  ['Sure!\n\nThought: The mean is missing.\nAction: Analyse[item, 2]', 'The mean is missing.'],
  ['The mean is missing.\n\nThought 3: Now it is known.', 'The mean is missing.'],
  ['Sure, here is my next step:\n```json\n{"type": "Finish", "content": 2}\n```', ''],
  ['{"type": "Finish", "content": "4"}', ''],
  ['{"type": "Search", "content": "Galaxy Quest 1999"}', ''],
  ['{"action": "Search", "action_input": "The Lord of the Rings"}', ''],
  ['{"type": "Thought", "content": "The mean is missing"}', 'The mean is missing'],
  ['{"type": "Next move", "content": "The mean is still missing."}', 'The mean is still missing.'],
  ['**Thought 2:**\n```json\n{"type": "Thought", "content": "The mean is missing."}\n```', 'The mean is missing.'],
  ['Sure, here is my next thought:\n\n{"thought": "The mean is missing."}', 'The mean is missing.'],
  ['Sure!\nAction: Analyse[item, 2]', 'Sure!'],
])('%j', (reply, thought) => {
  expect(thoughtIn(reply)).toBe(thought);
});
