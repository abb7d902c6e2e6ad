/**
 * @file Conversational recommendation (MACRec's task `chat`): the task interpreter makes a request of the dialogue, and the manager
 * answers it with the help of the other agents.
 */
import { attempt } from './agents/manager.ts';
import type { ActionKind } from './agents/action.ts';
import { optionalPrompt } from './agents/prompts.ts';
import { textOf } from '../../core/action.ts';
import type { Agent } from '../../core/recommender.ts';
import { LabError } from '../../core/errors.ts';
import type { DialogueTurn } from '../../core/task.ts';
import type { RunContext } from '../../core/run-context.ts';
import { actionLines, askerOf, colleaguesOf, TASK_TYPES, type SystemParts } from './colleagues.ts';

/** What a dialogue came to. */
export interface Conversed {
  /** What the interpreter made of it. */
  readonly request: string;
  readonly answer: string;
}

const FINISH: ActionKind = { name: 'Finish', slots: [{ name: 'answer', holds: 'text' }] };

/**
 * Answers the last turn of a dialogue.
 * @param parts of a system that was read for the task `chat`
 * @throws LabError `reply-unparseable` where the manager came to no answer: never a made-up one
 */
export async function converse(
  parts: SystemParts,
  turns: readonly DialogueTurn[],
  context: RunContext,
): Promise<Conversed> {
  const { thought, action, maxSteps, hint, mayInterpret, prompts } = parts.system;
  const ask = askerOf(parts, context);
  const dialogue = dialogueOf(turns);
  const interpreter = colleaguesOf(parts).find(({ agent }) => agent.name === 'Interpreter')?.agent;
  if (interpreter === undefined) throw new LabError('spec-invalid', 'A conversation needs an Interpreter.');
  const said = await ask(interpreter, { from: 'task', message: dialogue }, context);
  const request = said.failed ? (turns.at(-1)?.text ?? '') : said.text;
  const colleagues = colleaguesOf(parts, `The manager answers this request: ${request}`);
  const others = colleagues.filter(({ agent }) => mayInterpret || agent.name !== interpreter.name);
  const kinds = others.map(({ kind }) => kind);
  const result: { answer: string | null; halted: string } = { answer: null, halted: '' };
  const manager: Agent = {
    name: 'Manager',
    description: 'answers in the conversation',
    async invoke(_message, at) {
      const places = {
        task_type: TASK_TYPES.chat,
        max_step: String(maxSteps),
        examples: optionalPrompt(prompts, 'fewshot_examples'),
        reflections: '',
        input: dialogue,
        history: dialogue,
        task_prompt: request,
        actions: actionLines(others, [FINISH, 'ends your work with your reply'], action.form),
      };
      const { halted } = await attempt(
        { thought, action, maxSteps, hint, prompts, kinds, finish: FINISH },
        {
          sample: null,
          request,
          places,
          earlier: { states: null, reflections: [] },
          async execute(taken, own) {
            if (taken.type === FINISH.name) {
              result.answer = textOf(taken.content);
              return { observation: result.answer, isEnd: true };
            }
            const colleague = others.find(({ kind }) => kind.name === taken.type);
            if (colleague === undefined)
              return { observation: `Nobody here can ${taken.type}.`, isEnd: false, failed: true };
            const reply = await ask(colleague.agent, { from: 'Manager', message: taken.content }, own);
            return { ...reply, observation: reply.text, isEnd: false };
          },
        },
        at,
      );
      result.halted = halted ?? '';
      return { text: result.answer ?? result.halted, failed: result.answer === null };
    },
  };
  const { text, error } = await ask(manager, { from: 'task', message: request }, context);
  if (error !== null) throw LabError.fromData(error);
  if (result.answer === null) throw new LabError('reply-unparseable', `The manager came to no answer: ${text}.`);
  return { request, answer: result.answer };
}

/** As MACRec's prompts tell a dialogue; each turn is one line. */
function dialogueOf(turns: readonly DialogueTurn[]): string {
  const said = turns.map(({ role, text }) => `${ROLES[role]}: ${text.replaceAll(/\s+/g, ' ')}`);
  return `\n${said.join('\n')}\n`;
}

const ROLES = { user: 'User', system: 'System' } as const;
