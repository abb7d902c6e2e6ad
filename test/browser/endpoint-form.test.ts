/** @file The form of an endpoint: what a person types, presses and reads. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { EndpointQuestion, EndpointTrial, ModelClient } from '../../src/client/lab.ts';
import { ModelWorkers } from '../../src/client/model-workers.ts';
import { LabError } from '../../src/core/errors.ts';
import { KeptSettings } from '../../src/ui/parts/settings/kept-settings.svelte.ts';
import EndpointForm from '../../src/ui/pages/library/EndpointForm.svelte';
import type { Plan } from '../../src/ui/pages/plan/plan.svelte.ts';
import '../../src/ui/app.css';
import { violations } from './violations.ts';

const found = (models: readonly string[] = [], reply: EndpointTrial['reply'] = null): EndpointTrial => ({
  models,
  hasList: true,
  reply,
});

/** The page's own client, of which only the worker's part is played. */
function clientThat(
  test: (question: EndpointQuestion, key: string | null, signal: AbortSignal) => Promise<EndpointTrial>,
) {
  const client = new ModelWorkers(() => {
    throw new Error('no worker is wanted here');
  });
  return Object.assign(client, { testEndpoint: vi.fn(test) }) satisfies ModelClient;
}

/** Nobody has a role to give. */
const PLAN = { setUp: null, session: { settings: new KeptSettings(() => undefined, localStorage) } } as unknown as Plan;

const button = (name: RegExp | string) => page.getByRole('button', { name });

beforeEach(() => page.viewport(390, 800));
afterEach(() => localStorage.clear());

describe('the form of an endpoint', () => {
  test('tries what was typed, with the key, and says what came', async () => {
    const reply = { text: 'ready', seconds: 0.42, schemas: 'kept' } as const;
    const client = clientThat(() => Promise.resolve(found(['llama3.2'], reply)));
    render(EndpointForm, { client, plan: PLAN, kept: [], onuse: vi.fn(), onremove: vi.fn() });
    await page.getByLabelText('Address').fill(' http://127.0.0.1:1234/v1/ ');
    await page.getByLabelText(/^Key/).fill('sk-1');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByTestId('trial'))
      .toHaveTextContent('It lists 1 model. It replied “ready” after 0.4 s. It keeps JSON Schemas.');
    expect(client.testEndpoint.mock.calls[0]?.slice(0, 2)).toEqual([
      { options: { baseUrl: 'http://127.0.0.1:1234/v1/' }, model: '' },
      'sk-1',
    ]);
    await expect.element(page.getByLabelText('Model')).toHaveValue('llama3.2');
  });

  test('uses a model only once it is told to, and keeps the key out of what is kept', async () => {
    const client = clientThat(() => Promise.resolve(found()));
    const onuse = vi.fn();
    render(EndpointForm, { client, plan: PLAN, kept: [], onuse, onremove: vi.fn() });
    await expect.element(button('Add to my models')).toBeDisabled();
    await page.getByLabelText('Model').fill('llama3.2');
    await page.getByLabelText(/^Key/).fill('sk-secret');
    expect(client.isEndpointAllowed('http://localhost:11434/v1')).toBe(false);
    await button('Add to my models').click();
    expect(client.isEndpointAllowed('http://localhost:11434/v1')).toBe(true);
    expect(onuse.mock.calls).toEqual([
      [{ name: 'endpoint/llama3.2', options: { baseUrl: 'http://localhost:11434/v1' } }],
    ]);
    expect(JSON.stringify([onuse.mock.calls, { ...localStorage }, { ...sessionStorage }])).not.toContain('sk-secret');
    expect(document.body.innerHTML).not.toContain('sk-secret');
  });

  test('sends a key to the address it was typed for, and to no other', async () => {
    const client = clientThat(() => Promise.resolve(found()));
    const allow = vi.spyOn(client, 'allowEndpoint');
    render(EndpointForm, { client, plan: PLAN, kept: [], onuse: vi.fn(), onremove: vi.fn() });
    await page.getByLabelText('Address').fill('http://localhost:1/v1/');
    await page.getByLabelText('Model').fill('a');
    await page.getByLabelText(/^Key/).fill('secret-of-a');
    await button('Add to my models').click();
    expect(allow.mock.lastCall).toEqual(['http://localhost:1/v1', 'secret-of-a']);
    await expect.element(page.getByLabelText(/^Key/)).toHaveValue('');
    await page.getByLabelText('Model').fill('another');
    await button('Add to my models').click();
    await page.getByLabelText('Address').fill('http://localhost:3/v1');
    await button('Add to my models').click();
    expect(allow.mock.calls.slice(1)).toEqual([['http://localhost:3/v1', null]]);
  });

  test.each(['light', 'dark'])(
    'can be used by everybody: axe finds nothing in the %s theme, at 390 px',
    async (theme) => {
      document.documentElement.dataset['theme'] = theme;
      const message = `Something listens at https://${'a'.repeat(60)}.example, but refuses.`;
      const client = clientThat(() => Promise.reject(new LabError('endpoint-failed', message)));
      const kept = [{ name: 'endpoint/old', options: { baseUrl: `http://localhost:1/${'v'.repeat(80)}` } }];
      render(EndpointForm, { client, plan: PLAN, kept, onuse: vi.fn(), onremove: vi.fn() });
      await button('Test').click();
      await expect.element(page.getByText(message)).toBeVisible();
      expect(await violations()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
      document.documentElement.removeAttribute('data-theme');
    },
  );
});
