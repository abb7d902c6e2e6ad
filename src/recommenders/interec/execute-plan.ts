/**
 * @file Executes a plan strictly: each tool reads the candidate bus, and what it keeps refreshes it. A step that fails ends the plan. Each
 * call, its result and the refresh are events.
 */
import type { BusChange } from '../../core/candidate-bus.ts';
import type { DialoguePlan, PlanStep, Profile, StepOutcome } from '../../core/dialogue.ts';
import type { ItemId } from '../../core/dataset.ts';
import { throwIfAborted } from '../../core/errors.ts';
import { isJsonList, type Json } from '../../core/json.ts';
import type { RunContext } from '../../core/run-context.ts';
import { invalidInput, type DialogueToolResult, type ToolSurroundings } from '../../tools/interactive/catalogue.ts';
import { MAPPED } from '../../tools/interactive/map.ts';
import { dialogueToolNamed } from '../../tools/interactive/registry.ts';
import { isSameTitle } from './meant-by.ts';

/** As many as are merged, the latest; a prompt shows a few of them. */
const MOST_TITLES = 30;

/**
 * The step with liked titles preferred and disliked ones unwanted, unless the step itself says otherwise of them.
 * @param listed titles that the person chooses among: what an order is by is not in it
 */
export function withTaste(step: PlanStep, { like, dislike }: Profile, listed: readonly string[]): PlanStep {
  const { tool, input } = step;
  if (tool !== 'rank' || input['scheme'] !== 'preference') return step;
  const [prefer, unwanted] = [titlesIn(input['prefer']), titlesIn(input['unwanted'])];
  const preferred = merged(prefer, like.titles, [...unwanted, ...listed]);
  const avoided = merged(unwanted, dislike.titles, [...prefer, ...listed]);
  return {
    tool,
    input: {
      ...input,
      ...(preferred.length > prefer.length && { prefer: preferred }),
      ...(avoided.length > unwanted.length && { unwanted: avoided }),
    },
  };
}

const titlesIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

function merged(own: readonly string[], known: readonly string[], other: readonly string[]): string[] {
  const isNamed = (title: string): boolean => [...own, ...other].some((one) => isSameTitle(one, title));
  const room = MOST_TITLES - own.length;
  return room <= 0 ? [...own] : [...own, ...known.filter((title) => !isNamed(title)).slice(-room)];
}

/** Candidates that fit into a prompt where there is no bus to hold them. */
const NAMED_IN_A_PROMPT = 20;
const REFERENCE = /^\$(\d+)(?: decade (start|end))?$/u;

/** What an executed step found that later steps may name. */
interface Finding {
  readonly number: number | null;
  readonly texts: readonly string[];
}

export class PlanExecution {
  readonly outcomes: StepOutcome[] = [];
  /** The candidates after each step, for "why"; null where the step left them alone. */
  readonly kept: (readonly ItemId[] | null)[] = [];
  private readonly findings: Finding[] = [];
  private readonly surroundings: ToolSurroundings;
  private readonly context: RunContext;

  private readonly passesOn: boolean;
  private profile: Profile | null;

  /**
   * @param context at the node of this attempt
   * @param passesOn false for the ablation without a candidate bus: from tool to tool go no more candidates than a prompt can name
   * @param profile what is known of the person, which orders by preference
   */
  constructor(
    surroundings: ToolSurroundings,
    context: RunContext,
    { passesOn = true, profile = null }: { readonly passesOn?: boolean; readonly profile?: Profile | null } = {},
  ) {
    this.surroundings = surroundings;
    this.context = context;
    this.passesOn = passesOn;
    this.profile = profile;
  }

  get canGoOn(): boolean {
    return this.outcomes.at(-1)?.failed !== true;
  }

  /** From here on nothing is known of the person: they start over. */
  forget(): void {
    this.profile = null;
  }

  async take(step: PlanStep): Promise<StepOutcome> {
    throwIfAborted(this.context.signal);
    const { tool: name, input } = this.profile === null ? step : withTaste(step, this.profile, this.listed);
    const { trace } = this.context;
    const { bus } = this.surroundings;
    const call = trace.emit({ type: 'tool-call', tool: name, arguments: input });
    const result = await this.use(name, input);
    const { observation, detail, failed, problems, found } = result;
    trace.emit({ type: 'tool-result', call, observation, failed, detail });
    if (result.kept !== null) {
      const items = this.passesOn ? result.kept.items : result.kept.items.slice(0, NAMED_IN_A_PROMPT);
      const change: BusChange = bus.refresh(items, result.kept);
      trace.emit({ type: 'bus-change', call, ...change, items: bus.isWhole ? null : [...bus.items] });
    }
    bus.record({ tool: name, input, output: observation, failed });
    this.kept.push(result.kept === null ? null : [...bus.items]);
    this.findings.push({
      number: result.number,
      texts: Object.values(found[0]?.facts ?? {}).flatMap((text) => text.split(', ')),
    });
    const outcome: StepOutcome = { tool: name, input, failed, observation, problems, found, left: bus.items.length };
    this.outcomes.push(outcome);
    return outcome;
  }

  private get listed(): readonly string[] {
    return this.outcomes.flatMap(({ tool, input }) =>
      tool === 'store-candidates' ? titlesIn((input as PlanStep['input'])['titles']) : [],
    );
  }

  async run({ steps }: DialoguePlan): Promise<void> {
    const isFunnel = steps.some(({ tool }) => tool !== 'look-up');
    const whole =
      isFunnel && steps.at(-1)?.tool !== 'map'
        ? [...steps, { tool: 'map', input: { count: MAPPED.usual } } as const]
        : steps;
    for (const step of whole) {
      if (!this.canGoOn) return;
      await this.take(step);
    }
  }

  passedBy(id: ItemId): readonly string[] {
    return this.outcomes.flatMap(({ tool, observation }, step) => {
      const kept = this.kept[step];
      if (kept === null || kept === undefined) return tool === 'look-up' ? [`${tool}: ${observation}`] : [];
      const place = kept.indexOf(id);
      return place < 0
        ? []
        : [
            `${tool}: ${tool === 'map' ? 'named' : observation.replace(/\.$/u, '')}, ${ordered(tool) ? `place ${String(place + 1)} of ${String(kept.length)}` : `one of ${String(kept.length)}`}`,
          ];
    });
  }

  private async use(name: string, input: Json): Promise<DialogueToolResult> {
    const tool = dialogueToolNamed(name);
    if (tool === null) return invalidInput(`There is no tool called ${name}.`);
    const missing: string[] = [];
    const resolved = this.resolved(input, missing);
    if (missing.length > 0)
      return {
        ...invalidInput(
          `What ${missing.map((name) => name.replace(/^\$(\d+)(?!\d).*$/u, 'step $1')).join(' and ')} should have found is not known for certain.`,
        ),
        problems: [],
      };
    return tool.use(resolved, this.surroundings);
  }

  /** The input with what `$1` stands for: a number for a bound, texts within a list of values. */
  private resolved(input: Json, missing: string[]): Json {
    if (typeof input === 'string') {
      const match = REFERENCE.exec(input);
      if (match === null) return input;
      const number = this.findings[Number(match[1]) - 1]?.number ?? null;
      if (number === null) missing.push(input);
      const decade = number === null ? 0 : Math.floor(number / 10) * 10;
      return match[2] === 'start' ? decade : match[2] === 'end' ? decade + 9 : (number ?? 0);
    }
    if (isJsonList(input)) {
      return input.flatMap((entry): Json[] => {
        const match = typeof entry === 'string' ? REFERENCE.exec(entry) : null;
        if (match === null) return [this.resolved(entry, missing)];
        const texts = this.findings[Number(match[1]) - 1]?.texts ?? [];
        if (texts.length === 0) missing.push(match[0]);
        return [...texts];
      });
    }
    if (input === null || typeof input !== 'object') return input;
    return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, this.resolved(value, missing)]));
  }
}

const ordered = (tool: string): boolean => tool === 'similar' || tool === 'rank' || tool === 'map';
