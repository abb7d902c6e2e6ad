/** @file The lint rule that keeps the sentences of the page out of the tests. */
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const eslint = new ESLint();

async function refused(call: string): Promise<boolean> {
  const filePath = 'test/browser/plan-page.test.ts';
  const [result] = await eslint.lintText(`void (() => ${call});\n`, { filePath });
  return result?.messages.some(({ ruleId }) => ruleId === 'no-restricted-syntax') ?? false;
}

test.each([
  ["page.getByText('Not run yet.')", true],
  ['page.getByText(/^Earlier runs/)', true],
  ['page.getByText(`${title} is done`)', true],
  ['page.getByText(title)', false],
  ["page.getByText('4.0')", false],
  ['page.getByText(/\\d:\\d\\d/)', false],
  ["expect(line).toHaveTextContent('this call takes about twelve seconds')", true],
  ["expect(line).toHaveTextContent('12 s')", false],
  ["expect(text).toContain('The browser has promised to keep it')", true],
  ["page.locator('li').filter({ hasText: 'None of that is in the link' })", true],
  ["page.getByRole('heading', { name: 'Everything that the lab kept in this browser is erased.' })", true],
  ["page.getByRole('button', { name: 'Save the run as one HTML file' })", false],
])(
  '%s',
  async (call, isRefused) => {
    expect(await refused(call)).toBe(isRefused);
  },
  60_000,
);
