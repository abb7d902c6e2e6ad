/** @file One endpoint as the form has it, and what its trial found. */
import { toLabError } from '../../../core/errors.ts';
import type { EndpointTrial, ModelClient } from '../../../client/lab.ts';
import type { Json } from '../../../core/json.ts';
import { count, counted } from '../../words.ts';

interface EndpointNumber {
  /** As specs name it. */
  readonly option: 'contextLength' | 'timeoutSeconds' | 'waitSeconds' | 'thinkingTokens';
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly usual: string;
  readonly told: (value: number) => string;
}

export const ENDPOINT_NUMBERS: readonly EndpointNumber[] = [
  {
    option: 'contextLength',
    label: 'Context length, in tokens',
    min: 256,
    max: 10_000_000,
    usual: 'as the server says',
    told: (tokens) => `${count(tokens)} tokens of context`,
  },
  {
    option: 'timeoutSeconds',
    label: 'Timeout, in seconds',
    min: 1,
    max: 3600,
    usual: 'as it reads, 60 at least',
    told: (seconds) => `${count(seconds)} s of silence at most`,
  },
  {
    option: 'waitSeconds',
    label: 'Waits for a busy server, in seconds',
    min: 0,
    max: 3600,
    usual: '120',
    told: (seconds) => (seconds === 0 ? 'waits for no busy server' : `waits ${count(seconds)} s for a busy server`),
  },
  {
    option: 'thinkingTokens',
    label: 'Thinking, in tokens',
    min: 0,
    max: 1_000_000,
    usual: 'found out',
    told: (tokens) => (tokens === 0 ? 'asked not to think' : `${count(tokens)} tokens to think with`),
  },
];

const NOTHING = { contextLength: null, timeoutSeconds: null, waitSeconds: null, thinkingTokens: null };

/** A model with the options that a spec gives it; never a key. */
export interface EndpointModel {
  /** `endpoint/llama3.2`. */
  readonly name: string;
  readonly options: { readonly [option: string]: Json };
}

/** Where Ollama listens by itself. */
const USUAL_ADDRESS = 'http://localhost:11434/v1';

export const baseUrlOf = ({ options: { baseUrl } }: EndpointModel): string =>
  typeof baseUrl === 'string' ? baseUrl : '';

export const factsOf = (model: EndpointModel): readonly string[] => [
  baseUrlOf(model),
  ...ENDPOINT_NUMBERS.flatMap(({ option, told }) => {
    const value = model.options[option];
    return typeof value === 'number' ? [told(value)] : [];
  }),
];

export class EndpointCheck {
  address = $state(USUAL_ADDRESS);
  model = $state('');
  /** Goes to the workers that need it and nowhere else. */
  key = $state('');
  /** Null where the lab or the server is to say. */
  numbers = $state<Record<EndpointNumber['option'], number | null>>({ ...NOTHING });
  trial = $state.raw<EndpointTrial | null>(null);
  problem = $state('');
  private readonly client: ModelClient;
  private controller = $state.raw<AbortController | null>(null);

  constructor(client: ModelClient) {
    this.client = client;
  }

  get isChecking(): boolean {
    return this.controller !== null;
  }

  get baseUrl(): string {
    return endpointAddress(this.address);
  }

  /** As a spec names it. */
  get chosen(): EndpointModel {
    return { name: `endpoint/${this.model.trim()}`, options: { baseUrl: this.baseUrl, ...this.settings } };
  }

  /** Takes a model into the form, to be changed; its key is not known here. */
  edit(model: EndpointModel): void {
    this.clear();
    this.address = baseUrlOf(model);
    this.model = model.name.replace(/^endpoint\//, '');
    this.key = '';
    for (const { option } of ENDPOINT_NUMBERS) {
      const value = model.options[option];
      this.numbers[option] = typeof value === 'number' ? value : null;
    }
  }

  private get settings(): EndpointModel['options'] {
    const written = ENDPOINT_NUMBERS.map(({ option }) => [option, this.numbers[option]] as const);
    return Object.fromEntries(written.filter(([, value]) => value !== null));
  }

  takeKey(baseUrl: string): string | null {
    const key = this.key.trim();
    if (baseUrl !== this.baseUrl || key === '') return null;
    this.key = '';
    return key;
  }

  async test(): Promise<void> {
    this.stop();
    const controller = new AbortController();
    this.controller = controller;
    this.clear();
    const question = { options: { baseUrl: this.address.trim(), ...this.settings }, model: this.model.trim() };
    try {
      this.trial = await this.client.testEndpoint(question, this.key === '' ? null : this.key, controller.signal);
      const [only, ...others] = this.trial.models;
      if (this.model.trim() === '' && only !== undefined && others.length === 0) this.model = only;
    } catch (thrown) {
      const { code, message } = toLabError(thrown);
      if (code !== 'aborted') this.problem = message;
    } finally {
      if (this.controller === controller) this.controller = null;
    }
  }

  stop(): void {
    this.controller?.abort();
  }

  clear(): void {
    this.trial = null;
    this.problem = '';
  }
}

/** Without spaces around it and slashes at its end; a text that is no address stays as it is. */
function endpointAddress(typed: string): string {
  const text = typed.trim();
  if (!URL.canParse(text)) return text;
  const { origin, pathname } = new URL(text);
  return origin === 'null' ? text : (origin + pathname).replace(/(?<!\/)\/+$/, '');
}

/** A trial of an endpoint in sentences. */
export function trialInWords({ models, hasList, reply }: EndpointTrial): string {
  const listed = hasList ? `It lists ${counted(models.length, 'model')}.` : 'It lists no models.';
  if (reply === null) return `${listed} ${models.length > 1 ? 'Choose one' : 'Type the name of one'} and test again.`;
  const schemas = {
    kept: 'It keeps JSON Schemas.',
    ignored: 'It ignores JSON Schemas, so every reply is checked and asked for once more where it cannot be read.',
    refused: 'It refuses JSON Schemas, so every reply is checked and asked for once more where it cannot be read.',
  };
  const said = reply.text === '' ? 'nothing' : `“${reply.text}”`;
  return `${listed} It replied ${said} after ${reply.seconds.toFixed(1)} s. ${schemas[reply.schemas]}`;
}
