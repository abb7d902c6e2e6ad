/** @file Markdown of strangers: what is harmless is shown, and what could do something is not there. */
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../src/ui/parts/markdown/render-markdown.ts';

async function rendered(text: string): Promise<HTMLElement> {
  const host = document.createElement('div');
  host.append(await renderMarkdown(text));
  document.body.append(host);
  return host;
}

describe('Markdown', () => {
  test('becomes headings, tables, folded answers and formulas', async () => {
    const host = await rendered(
      '# A\n\n| b | c |\n| --- | --- |\n| 1 | 2 |\n\n<details><summary>Why?</summary>\n\nBecause of $x_1$.\n\n</details>\n\n$$\n\\frac{a}{b}\n$$',
    );
    // The page has its own first heading.
    expect(host.querySelector('h2')?.textContent).toBe('A');
    expect(host.querySelectorAll('td')).toHaveLength(2);
    expect(host.querySelector('details summary')?.textContent).toBe('Why?');
    expect(host.querySelector('details math msub')?.textContent).toBe('x1');
    expect(host.querySelector('math[display=block] mfrac')?.textContent).toBe('ab');
  });

  test('takes a dollar for money where it is some, and one in a sentence for a formula', async () => {
    expect((await rendered('It costs $5 or $6.')).querySelector('math')).toBeNull();
    const host = await rendered('Both $$a+b$$ and $c$ hold.');
    expect([...host.querySelectorAll('math')].map(({ textContent }) => textContent)).toEqual(['a+b', 'c']);
  });

  test.each([
    '<script>window.pwned = 1</script>',
    '<img src="x" onerror="window.pwned = 1">',
    '![x](https://example.org/pixel.png)',
    '<svg onload="window.pwned = 1"><use href="#x"/></svg>',
    '<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>',
    '<form action="https://example.org"><input name="body"><button>Go</button></form>',
    '[x](javascript:window.pwned=1)',
    '[x](data:text/html,<script>window.pwned=1</script>)',
    '<a href="java\nscript:window.pwned=1">x</a>',
    '<b id="app" name="body" class="page" style="position:fixed">x</b>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned=1&gt;">',
    '$\\href{javascript:window.pwned=1}{x}$',
    '$\\style{background:url(https://example.org)}{x}$',
    '<style>body { display: none }</style><link rel="stylesheet" href="https://example.org/x.css">',
  ])('leaves out what acts: %s', async (text) => {
    const host = await rendered(text);
    const acting =
      'script, img, svg, iframe, form, input, button, style, link, object, embed, base, meta, [style], [id], [name], [srcdoc]';
    expect(host.querySelectorAll(acting)).toHaveLength(0);
    const attributes = [...host.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
    expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([]);
    expect(attributes.filter(({ name, value }) => name === 'href' && !/^(https?:|mailto:|#)/.test(value))).toEqual([]);
    await new Promise((soon) => setTimeout(soon, 20));
    expect('pwned' in window).toBe(false);
  });

  test('opens links elsewhere, and tells the other site nothing of this one', async () => {
    const link = (await rendered('[x](https://example.org)')).querySelector('a');
    expect([link?.rel, link?.target]).toEqual(['noopener noreferrer', '_blank']);
  });
});
