/**
 * @file A dialogue with the agents of a system, which they answer together.
 */
import { textOf } from '../../core/action.ts';
import type { Agent, Answer } from '../../core/recommender.ts';
import { LabError } from '../../core/errors.ts';
import type { AgentRequest, DialogueTurn } from '../../core/task.ts';
import type { RunContext } from '../../core/run-context.ts';
import { askColleague, askerOf, colleaguesOf, managerPlaces, type SystemParts } from './colleagues.ts';
import { attempt } from './agents/manager.ts';
import type { ActionKind } from './agents/action.ts';

export interface Conversed {
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
  const { mayInterpret } = parts.system;
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
      const { halted } = await attempt(
        { ...parts.system, kinds, finish: FINISH },
        {
          sample: null,
          request,
          places: managerPlaces(parts.system, { input: dialogue, request, reflections: '' }, others, [
            FINISH,
            'ends your work with your reply',
          ]),
          earlier: { states: null, reflections: [] },
          known: [],
          async execute(taken, own) {
            if (taken.type === FINISH.name) {
              result.answer = textOf(taken.content);
              return { observation: result.answer, isEnd: true };
            }
            return askColleague(taken, others, ask, own);
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

/**
 * Answers a request and writes the answer to the trace.
 * @throws LabError `spec-invalid` where the system has no interpreter, `reply-unparseable` where the manager came to no answer
 */
export async function answerRequest(
  parts: SystemParts,
  request: AgentRequest,
  context: RunContext,
): Promise<readonly Answer[]> {
  const { text, reason } = await conversed(parts, request.turns, context);
  const recommendation = { type: 'text', text } as const;
  context.trace.emit({ type: 'answer', from: 'kept', states: [], recommendation, reason });
  return [{ from: 'kept', recommendation }];
}

interface Said {
  readonly text: string;
  readonly reason: string;
}

/** Answers each of the user's turns that no answer follows yet, one after another; what was said last is the answer. */
async function conversed(parts: SystemParts, turns: readonly DialogueTurn[], context: RunContext): Promise<Said> {
  const said: DialogueTurn[] = [];
  let last: Said = { text: '', reason: '' };
  for (const [at, turn] of turns.entries()) {
    said.push(turn);
    if (turn.role === 'system' || turns[at + 1]?.role === 'system') continue;
    const own = { ...context, random: context.random.fork(`turn ${at + 1}`) };
    const { answer, request } = await converse(parts, said, at + 1 === turns.length ? context : own);
    said.push({ role: 'system', text: answer });
    last = { text: answer, reason: request };
  }
  return last;
}
