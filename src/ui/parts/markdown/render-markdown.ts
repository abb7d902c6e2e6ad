/**
 * @file Markdown of strangers as a fragment of the page: made in a worker, and then cleaned by DOMPurify, whose list says all that
 * may be there. It comes in a part of the page of its own.
 */
import DOMPurify, { type Config } from 'dompurify';
import { connectMarkdown } from '../../../client/connect-markdown.ts';

const markdown = connectMarkdown();

/** Attributes that hold a word or a number. */
const WORDS: readonly string[] = [
  'title align start open colspan rowspan display mathvariant stretchy fence separator form lspace rspace width height',
  'depth voffset accent accentunder linethickness scriptlevel displaystyle columnalign rowspacing columnspacing minsize',
  'maxsize movablelimits largeop symmetric tabindex',
].flatMap((words) => words.split(' '));

const ALLOWED: Config = {
  ALLOWED_TAGS: [
    '#text h2 h3 h4 h5 h6 p br hr blockquote pre code kbd sub sup em strong del ul ol li a',
    'table thead tbody tr th td details summary',
    'math mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd',
    'mstyle mpadded mphantom semantics mmultiscripts mprescripts none merror',
  ].flatMap((tags) => tags.split(' ')),
  ALLOWED_ATTR: ['href', ...WORDS],
  // What is no address is not held to the pattern of addresses.
  ADD_URI_SAFE_ATTR: [...WORDS],
  ALLOWED_URI_REGEXP: /^(https?:|mailto:|#)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/**
 * Markdown as a fragment. Scripts, styles, pictures, forms, frames and handlers are left out, wherever they stand.
 * @param text as a stranger wrote it
 * @throws LabError why it can only be shown as it was written, in a sentence; `aborted`
 */
export async function renderMarkdown(text: string, signal?: AbortSignal): Promise<DocumentFragment> {
  const html = await markdown.html(text, signal);
  const fragment = DOMPurify.sanitize(html, ALLOWED) as unknown as DocumentFragment;
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('rel', 'noopener noreferrer');
    link.setAttribute('target', '_blank');
  }
  // Slanted letters of formulas are characters of their own, which few machines have in a typeface; these are slanted by a style.
  for (const name of fragment.querySelectorAll('mi')) if (name.textContent.length === 1) name.classList.add('letter');
  return fragment;
}
