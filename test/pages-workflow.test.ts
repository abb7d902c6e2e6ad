import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '..');

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string;
  readonly 'runs-on': string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly environment?: { readonly name: string; readonly url: string };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: { readonly build: Job; readonly publish: Job };
}

const text = readFileSync(resolve(ROOT, '.github/workflows/pages.yml'), 'utf8');
const workflow = parse(text) as Workflow;
const { build, publish } = workflow.jobs;
const jobs = [build, publish];

describe('the workflow that publishes to GitHub Pages', () => {
  test('gives each job the rights that it needs and no others', () => {
    expect(workflow.permissions).toEqual({});
    expect(build.permissions).toEqual({ contents: 'read' });
    expect(publish.permissions).toEqual({ pages: 'write', 'id-token': 'write' });
    expect(publish.environment?.name).toBe('github-pages');
  });

  test('has steps that each run or use something of a known version', () => {
    for (const { steps, 'runs-on': machine } of jobs) {
      expect(machine).toBe('ubuntu-latest');
      for (const { uses, run } of steps) {
        expect([uses, run].filter((part) => part !== undefined)).toHaveLength(1);
        if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
      }
    }
  });

  test('runs scripts that there are, in an order that works', () => {
    const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const commands = build.steps.flatMap(({ run }) => run ?? []);
    expect(commands[0]).toBe('npm ci');
    expect(commands[1]).toContain('webkit2gtk-driver');
    expect(commands.slice(2)).toEqual(['npm test']);
    expect(scripts).toHaveProperty('test');
    const uses = build.steps.map(({ uses }) => uses?.split('@')[0] ?? 'run');
    expect(uses).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'run',
      'run',
      'run',
      'actions/upload-pages-artifact',
    ]);
    const node = build.steps.find((step) => step.uses?.startsWith('actions/setup-node'))?.with?.['node-version-file'];
    expect(existsSync(resolve(ROOT, String(node)))).toBe(true);
  });

  test('publishes what was built and tested, and nothing where a test fails', () => {
    expect(build.steps.some((step) => 'continue-on-error' in step)).toBe(false);

    expect(build.steps.at(-1)?.with).toEqual({ path: 'dist' });
    expect(publish.needs).toBe('build');
    const [step] = publish.steps;
    expect(step?.uses).toMatch(/^actions\/deploy-pages@/);
    expect(publish.environment?.url).toBe(`\${{ steps.${step?.id ?? ''}.outputs.page_url }}`);
  });
});
