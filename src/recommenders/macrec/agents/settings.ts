import type { CommandForm } from '../../../core/action.ts';
import { promptTokens } from '../../../core/reply/limits.ts';
import type { GenerateRequest, LanguageModel, Message, Purpose } from '../../../core/language-model.ts';
import type { Json } from '../../../core/json.ts';
import type { RunContext } from '../../../core/run-context.ts';
import { LabError } from '../../../core/errors.ts';

/** One entry of a prompt file. A template has places such as `{input}`, and `{{` for a brace; a raw text is taken as it is. */
export interface PromptEntry {
  readonly type: 'raw' | 'template';
  readonly content: string;
}

export type Prompts = ReadonlyMap<string, PromptEntry>;

/** Whatever is named in braces is a place; the braces of JSON hold quotes. */
const PLACE = /\{\{|\}\}|\{([\p{L}_][\p{L}\p{N}_ .-]*)\}/gu;

export const placesOf = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACE)].flatMap(([, name]) => name ?? [])),
];

/**
 * Writes an entry with these values in its places, as Python's `format` does: an empty value leaves its line.
 * @throws LabError `spec-invalid` for a place that has no value
 */
function render(key: string, { type, content }: PromptEntry, values: Readonly<Record<string, string>>): string {
  if (type === 'raw') return content;
  return content.replace(PLACE, (found, name: string | undefined) => {
    if (name === undefined) return found.charAt(0);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return value;
    throw new LabError('spec-invalid', `The prompt ${key} has a place {${name}} that nothing fills.`, { key, name });
  });
}

export const keyIn = (form: CommandForm, key: string): string => (form === 'json' ? `${key}_json` : key);

/** Renders a prompt that has to be there. @throws LabError `spec-invalid` where it is not */
export function promptOf(prompts: Prompts, key: string, values: Readonly<Record<string, string>> = {}): string {
  const entry = prompts.get(key);
  if (entry !== undefined) return render(key, entry, values);
  throw new LabError('spec-invalid', `There is no prompt ${key}.`, { key });
}

export function optionalPrompt(prompts: Prompts, key: string, values: Readonly<Record<string, string>> = {}): string {
  return prompts.has(key) ? promptOf(prompts, key, values) : '';
}

export interface AgentSettings {
  readonly model: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly form: CommandForm;
  readonly stop: readonly string[];
  /** True where prompts tell replies as the model wrote them, as MACRec's do; else as they were read. */
  readonly isToldAsWritten: boolean;
  /** Of a step's prompt and replies; null for the model's context. */
  readonly tokenLimit: number | null;
}

export const toldForm = ({ form, isToldAsWritten }: AgentSettings): CommandForm => (isToldAsWritten ? form : 'text');

export const isHeld = ({ form, isToldAsWritten, model }: AgentSettings, context: RunContext): boolean =>
  form === 'json' && !isToldAsWritten && context.modelNamed(model).capabilities.responseSchema;

export function requestOf(
  { temperature, maxTokens, stop }: AgentSettings,
  { prompt, purpose, schema }: { readonly prompt: string; readonly purpose: Purpose; readonly schema?: Json },
  { random, replyLimits = {} }: RunContext,
): GenerateRequest {
  return {
    messages: messagesOf(prompt),
    purpose,
    seed: random.fork(purpose.type).integer(2 ** 32),
    temperature,
    maxTokens: limitOf(purpose, maxTokens, replyLimits),
    ...(stop.length > 0 && { stop }),
    ...(schema !== undefined && { responseSchema: schema }),
  };
}

const limitOf = (
  { type }: Purpose,
  maxTokens: number,
  limits: { readonly [kind: string]: number | undefined },
): number => limits[type] ?? maxTokens;

const messagesOf = (prompt: string): readonly Message[] => [{ role: 'user', content: prompt }];

export interface Stage {
  readonly settings: AgentSettings;
  readonly model: LanguageModel;
}

/** A step is begun only where its prompt and the replies of all its stages fit into the limit of each stage. */
export async function tokensFit(prompt: string, stages: readonly Stage[], context: RunContext): Promise<boolean> {
  const replies = stages.reduce((sum, { settings }) => sum + settings.maxTokens, 0);
  let fits = true;
  let tightest = { tokens: 0, limit: Infinity };
  const counted = new Map<LanguageModel, number>();
  for (const { settings, model } of stages) {
    const prompted = counted.get(model) ?? (await promptTokens(model, messagesOf(prompt), context));
    counted.set(model, prompted);
    const tokens = prompted + replies;
    const limit = Math.min(model.contextLength, settings.tokenLimit ?? Infinity);
    fits &&= tokens <= limit;
    if (tokens / limit > tightest.tokens / tightest.limit) tightest = { tokens, limit };
  }
  context.trace.emit({ type: 'token-check', ...tightest, fits });
  return fits;
}
