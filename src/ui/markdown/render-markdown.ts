/**
 * @file Markdown of strangers as a fragment of the page: rendered by marked, formulas by Temml as MathML, and then cleaned by
 * DOMPurify, whose list says all that may be there. It comes in a part of the page of its own.
 */
import DOMPurify, { type Config } from 'dompurify';
import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import type temml from 'temml';

type Temml = typeof temml;

/** Attributes that hold a word or a number. */
const WORDS: readonly string[] = [
  ...['title', 'align', 'start', 'open', 'colspan', 'rowspan', 'display', 'mathvariant', 'stretchy', 'fence'],
  ...['separator', 'form', 'lspace', 'rspace', 'width', 'height', 'depth', 'voffset', 'accent', 'accentunder'],
  ...['linethickness', 'scriptlevel', 'displaystyle', 'columnalign', 'rowspacing', 'columnspacing', 'minsize'],
  ...['maxsize', 'movablelimits', 'largeop', 'symmetric', 'tabindex'],
];

const ALLOWED: Config = {
  ALLOWED_TAGS: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'kbd', 'sub', 'sup'],
    ...[
      'em',
      'strong',
      'del',
      'ul',
      'ol',
      'li',
      'a',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'details',
      'summary',
    ],
    ...[
      'math',
      'mrow',
      'mi',
      'mn',
      'mo',
      'ms',
      'mtext',
      'mspace',
      'msup',
      'msub',
      'msubsup',
      'mfrac',
      'msqrt',
      'mroot',
    ],
    ...['mover', 'munder', 'munderover', 'mtable', 'mtr', 'mtd', 'mstyle', 'mpadded', 'mphantom', 'semantics'],
    ...['mmultiscripts', 'mprescripts', 'none', 'merror', '#text'],
  ],
  ALLOWED_ATTR: ['href', ...WORDS],
  // What is no address is not held to the pattern of addresses.
  ADD_URI_SAFE_ATTR: [...WORDS],
  ALLOWED_URI_REGEXP: /^(https?:|mailto:|#)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

const DISPLAY = /^\$\$([\s\S]+?)\$\$(?:\n|$)/;
// A dollar before a space, or after one, is money.
const INLINE = /^(\$\$?)(?!\s)((?:\\.|[^$\\\n])+?)(?<!\s)\1(?!\d)/;

type Formula = Tokens.Generic & { readonly text: string };

function formulas(temmlOrNull: Temml | null): readonly TokenizerAndRendererExtension[] {
  const render = (text: string, displayMode: boolean): string =>
    temmlOrNull === null
      ? escaped(text)
      : // The page's policy refuses the few styles that Temml writes; the formula reads the same without.
        temmlOrNull
          .renderToString(text, { displayMode, throwOnError: false, trust: false })
          .replaceAll(/ style="[^"]*"/g, '');
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

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A formula may be anywhere that there are two dollars. */
const loadTemml = async (text: string): Promise<Temml | null> =>
  /\$[\s\S]*\$/.test(text) ? (await import('temml')).default : null;

/**
 * Markdown as a fragment. Scripts, styles, pictures, forms, frames and handlers are left out, wherever they stand. Headings
 * are one level lower than written, since the page's own stands above them.
 * @param text as a stranger wrote it
 */
export async function renderMarkdown(text: string): Promise<DocumentFragment> {
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    extensions: [...formulas(await loadTemml(text))],
    walkTokens(token) {
      if (token.type === 'heading') (token as Tokens.Heading).depth = Math.min(6, (token as Tokens.Heading).depth + 1);
    },
  });
  const html = marked.parse(text) as string;
  const fragment = DOMPurify.sanitize(html, ALLOWED) as unknown as DocumentFragment;
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('rel', 'noopener noreferrer');
    link.setAttribute('target', '_blank');
  }
  // Slanted letters of formulas are characters of their own, which few machines have in a typeface; these are slanted by a style.
  for (const name of fragment.querySelectorAll('mi')) if (name.textContent.length === 1) name.classList.add('letter');
  return fragment;
}
