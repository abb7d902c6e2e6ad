/** @file One program in a QuickJS of its own: no clock, no network, seeded random numbers, and limits that are counted. */
import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  newQuickJSWASMModuleFromVariant,
  newVariant,
} from 'quickjs-emscripten-core';
import { isStackOverflow } from '../core/errors.ts';
import type { State } from '../core/planner.ts';
import type { Random } from '../core/random.ts';
import { MOST_CALLS, readTold, type ProgramAnswer, type ProgramCall, type Told } from './calls.ts';
import { GUEST, PROGRAM_FILE } from './guest.ts';
import { errorOfReport, programFailed, tooMuch } from './program-error.ts';
import release from '@jitl/quickjs-wasmfile-release-sync';

/** Gives each program a QuickJS of its own, in fresh memory: nothing of one program is left for the next. */
export type ProgramEngine = () => Promise<QuickJSWASMModule>;

export async function loadProgramEngine(bytes: BufferSource): Promise<ProgramEngine> {
  const wasmModule = await WebAssembly.compile(bytes);
  const variant = newVariant(release, { wasmModule });
  return () => newQuickJSWASMModuleFromVariant(variant);
}

export interface ProgramTask {
  readonly source: string;
  readonly T: number;
  readonly k: number;
}

export type ProgramStep =
  { readonly type: 'call'; readonly call: ProgramCall } | { readonly type: 'end'; readonly states: readonly string[] };

export interface ProgramRun {
  /** @throws LabError `program-failed`, `program-limit` */
  begin(): ProgramStep;
  answer(answer: ProgramAnswer): ProgramStep;
}

const MEMORY_BYTES = 8 * 2 ** 20;
/** Little enough that QuickJS notices before WebAssembly's own stack is full, in Node and in browsers. */
const STACK_BYTES = 64 * 1024;
/** QuickJS asks whether to go on once in 10,000 jumps and calls. */
const MOST_INTERRUPTS = 2000;

const LANGUAGE = {
  BaseObjects: true,
  Eval: true,
  JSON: true,
  MapSet: true,
  Promise: true,
  Date: false,
  Proxy: false,
  RegExp: false,
  RegExpCompiler: false,
  StringNormalize: false,
  TypedArrays: false,
  BigInt: false,
} as const;

class Sandbox implements ProgramRun {
  private readonly context: QuickJSContext;
  private readonly program: ProgramTask;
  private readonly random: Random;
  private readonly known = new Map<string, State>();
  /** Calls that are not answered yet, the oldest first; they are answered one after the other, whatever the program awaits first. */
  private readonly waiting: ProgramCall[] = [];
  private ended: Extract<Told, { type: 'end' | 'thrown' }> | null = null;
  private guest: QuickJSHandle | null = null;
  private calls = 0;
  private interrupts = 0;

  constructor(engine: QuickJSWASMModule, program: ProgramTask, random: Random) {
    this.program = program;
    this.random = random;
    const runtime = engine.newRuntime();
    runtime.setMemoryLimit(MEMORY_BYTES);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => (this.interrupts += 1) > MOST_INTERRUPTS);
    this.context = runtime.newContext({ intrinsics: LANGUAGE });
  }

  begin(): ProgramStep {
    return this.within(() => {
      const { context, program, random } = this;
      const tell = context.newFunction('tell', (json) => context.newString(this.hear(context.getString(json))));
      const uniform = context.newFunction('uniform', () => context.newNumber(random.uniform()));
      const makeGuest = this.evaluate(GUEST, 'lab.js');
      this.guest = this.done(context.callFunction(makeGuest, context.undefined, tell, uniform));
      // On a line of its own, so that a comment at the end of the program ends before it.
      const plan = this.evaluate(`${program.source}\n;typeof plan === 'undefined' ? undefined : plan`, PROGRAM_FILE);
      this.callGuest('begin', plan, context.newNumber(program.T), context.newNumber(program.k));
    });
  }

  answer(answer: ProgramAnswer): ProgramStep {
    return this.within(() => {
      this.waiting.shift();
      if ('state' in answer) this.known.set(answer.state.id, answer.state);
      this.callGuest('answer', this.context.newString(JSON.stringify(answer)));
    });
  }

  private within(act: () => void): ProgramStep {
    try {
      act();
      this.done(this.context.runtime.executePendingJobs());
    } catch (thrown) {
      // Where QuickJS itself breaks, its stack or its memory was full.
      if (this.interrupts > MOST_INTERRUPTS || isStackOverflow(thrown) || thrown instanceof WebAssembly.RuntimeError)
        throw tooMuch();
      throw thrown;
    }
    if (this.interrupts > MOST_INTERRUPTS) throw tooMuch();
    return this.next();
  }

  private next(): ProgramStep {
    const { ended, waiting } = this;
    const [call] = waiting;
    if (ended?.type === 'thrown') throw errorOfReport(ended.report);
    if (ended !== null && call === undefined) return ended;
    if (ended !== null && call !== undefined)
      throw programFailed(`plan returned before ${call.type} was answered: put await before ${call.type}`);
    if (call === undefined) throw programFailed('plan waits for something that never comes');
    return { type: 'call', call };
  }

  /** @returns what is wrong with it, for the program; `''` where nothing is */
  private hear(json: string): string {
    const told = readTold(json, this.known);
    if ('problem' in told) return told.problem;
    if (told.type === 'call') {
      this.calls += 1;
      if (this.calls > MOST_CALLS) return `a planner may make ${MOST_CALLS} calls for a task, and these are more`;
      this.waiting.push(told.call);
    } else this.ended ??= told;
    return '';
  }

  private evaluate(code: string, file: string): QuickJSHandle {
    return this.done(this.context.evalCode(code, file, { type: 'global', strict: true }));
  }

  private callGuest(name: string, ...given: readonly QuickJSHandle[]): void {
    const { context, guest } = this;
    if (guest !== null) this.done(context.callFunction(context.getProp(guest, name), context.undefined, ...given));
  }

  private done<Value>(
    result: { readonly value: Value; readonly error?: undefined } | { readonly error: QuickJSHandle },
  ): Value {
    if (result.error === undefined) return result.value;
    const { context, guest } = this;
    if (guest === null) throw tooMuch();
    const report = context.callFunction(context.getProp(guest, 'report'), context.undefined, result.error);
    throw report.error === undefined ? errorOfReport(context.getString(report.value)) : tooMuch();
  }
}

export const openSandbox = (engine: QuickJSWASMModule, program: ProgramTask, random: Random): ProgramRun =>
  new Sandbox(engine, program, random);
