/** @file One endpoint as the form has it, and what its trial found. */
import { toLabError } from '../../../core/errors.ts';
import type { EndpointTrial, ModelClient } from '../../../client/lab.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { count, counted } from '../../words.ts';

/** A model with the options that a spec gives it; never a key. */
export interface EndpointModel {
  readonly name: string;
  readonly options: { readonly [option: string]: Json };
}

const USUAL_ADDRESS = 'http://localhost:11434/v1';

export const baseUrlOf = ({ options: { baseUrl } }: EndpointModel): string =>
  typeof baseUrl === 'string' ? baseUrl : '';

export const factsOf = (model: EndpointModel): readonly string[] => {
  const { contextLength } = model.options;
  return [baseUrlOf(model), typeof contextLength === 'number' ? `${count(contextLength)} tokens of context` : ''];
};

export class EndpointCheck {
  address = $state(USUAL_ADDRESS);
  model = $state('');
  /** Goes to the workers that need it and nowhere else. */
  key = $state('');
  /** In tokens; null where the server says it. */
  contextLength = $state<number | null>(null);
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

  get chosen(): EndpointModel {
    return { name: `endpoint/${this.model.trim()}`, options: { baseUrl: this.baseUrl, ...this.limits } };
  }

  private get limits(): JsonObject {
    return this.contextLength === null ? {} : { contextLength: this.contextLength };
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
    const question = { options: { baseUrl: this.address.trim(), ...this.limits }, model: this.model.trim() };
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
