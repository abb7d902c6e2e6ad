/** @file Markdown as HTML, formulas as MathML, in a worker: no limit says how long that takes. The page makes it safe. */
import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import type temml from 'temml';
import { LabError, isStackOverflow } from '../core/errors.ts';
import { grouped } from '../core/text/words.ts';

type Temml = typeof temml;

/** Elements of one text: the page takes these in within a moment. */
const MOST_ELEMENTS = 5000;

const DISPLAY = /^\$\$([\s\S]+?)\$\$(?:\n|$)/;
// A dollar before a space, or after one, is money.
const INLINE = /^(\$\$?)(?!\s)((?:\\.|[^$\\\n])+?)(?<!\s)\1(?!\d)/;

type Formula = Tokens.Generic & { readonly text: string };

function formulas(math: Temml): readonly TokenizerAndRendererExtension[] {
  const render = (text: string, displayMode: boolean): string =>
    // The page's policy refuses the few styles that Temml writes; the formula reads the same without.
    math.renderToString(text, { displayMode, throwOnError: false, trust: false }).replaceAll(/ style="[^"]*"/g, '');
  const extension = (name: string, level: 'block' | 'inline', pattern: RegExp): TokenizerAndRendererExtension => ({
    name,
    level,
    start(source) {
      // A block begins with its line: a paragraph would end at every other dollar.
      const at = level === 'block' ? source.search(/(?<=\n)\$\$/) : source.indexOf('$');
      return at < 0 ? undefined : at;
    },
    tokenizer(source) {
      const match = pattern.exec(source);
      return match === null ? undefined : { type: name, raw: match[0], text: (match.at(-1) ?? '').trim() };
    },
    renderer: (token) => render((token as Formula).text, level === 'block'),
  });
  return [extension('display-formula', 'block', DISPLAY), extension('inline-formula', 'inline', INLINE)];
}

const formulasIn = async (text: string): Promise<readonly TokenizerAndRendererExtension[]> =>
  /\$[\s\S]*\$/.test(text) ? formulas((await import('temml')).default) : [];

/** A browser begins tags that a stranger leaves open again in every paragraph; the page shows none of them. */
const REOPENED = /<(\/?)(?=(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)[\s/>])/gi;

async function parsed(text: string): Promise<string> {
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    extensions: [...(await formulasIn(text))],
    renderer: { html: ({ text: html }) => html.replaceAll(REOPENED, '<$1x-') },
    walkTokens(token) {
      if (token.type === 'heading') (token as Tokens.Heading).depth = Math.min(6, (token as Tokens.Heading).depth + 1);
    },
  });
  return marked.parse(text);
}

/** Headings are one level lower than written. @throws LabError `limit-exceeded` where it is nested too deeply or too large */
export async function markdownHtml(text: string): Promise<string> {
  const html = await parsed(text).catch((thrown: unknown) => {
    if (isStackOverflow(thrown)) throw new LabError('limit-exceeded', 'It is nested too deeply to be formatted.');
    throw thrown;
  });
  if (html.split(/<\w/).length <= MOST_ELEMENTS) return html;
  const most = grouped(MOST_ELEMENTS);
  throw new LabError('limit-exceeded', `Formatted, it would have more than ${most} parts.`);
}
