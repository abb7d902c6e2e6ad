/**
 * @file A message to a person as it is to be said: without a first paragraph that announces it and a last one that speaks of how it was written.
 * What speaks of anything else is the message's own and stays: "Here are five films:", "Let me know if you'd like a darker one."
 */
import type { Reading } from './generate.ts';
import { readLabelledWords } from './labels.ts';
import { noted } from './read-reply.ts';

/** `Sure! Here's the reply to the user's message:`, a paragraph of its own. */
const PREFACE =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|understood)\b(?: thing)?[!,.:]*\s)?(?:here(?:['’]s| is)|below is|this is|the following is)\s(?:the|a|an|my)\s(?:[\w-]{1,20}\s){0,3}(?:reply|response|message|answer)\b[^\n]{0,120}:[*_]{0,2}[^\S\n]*\n\s*\n\s*/iu;
/** `(This answer names all items found, in order.)`, and `Note: …` in brackets. */
const REMARK =
  /^[*_]{0,2}\((?:note:\s)?(?=[^\n]*(?:\b(?:as|was|were) (?:requested|asked|instructed)\b|\b(?:this|the|my|above) (?:reply|response|answer|description|message|explanation|text)\b))[^\n()]{1,200}\)[*_]{0,2}$/iu;
/** A line drawn between a preface and the message. */
const RULE = /^(?:-{3,10}|\*{3,10}|_{3,10})[^\S\n]*\n\s*/u;
/** All of the message in a fence, with a remark in brackets behind it. */
const FENCED = /^```[\w-]{0,20}[^\S\n]*\n([^`]*)\n[^\S\n]*```[^\S\n]*\n\s*\([^()\n]{1,200}\)$/u;
/** An offer to rewrite the message. */
const OFFER =
  /^(?:please )?(?:let me know|feel free to (?:ask|tell me)|tell me)\b[^\n.!?]{0,60}\b(?:(?:adjust|change|edit|modify|rephrase|revise|reword|rewrite|shorten)\b|(?:another|a different|a shorter|a longer) (?:version|wording|reply|response|answer|tone)\b)[^\n.!?]{0,60}[.!?]?$/iu;

/** A text without its last paragraph where that is one line of this kind, and not all of it. */
function withoutEnd(text: string, kind: RegExp): string {
  const whole = text.trimEnd();
  const at = whole.lastIndexOf('\n');
  const before = whole.slice(0, Math.max(at, 0));
  const isParagraph = before.slice(before.trimEnd().length).includes('\n');
  return isParagraph && kind.test(whole.slice(at + 1).trim()) ? before.trimEnd() : text;
}

/** A text without a remark in brackets on how it was written, as its last paragraph. */
export const withoutRemark = (text: string): string => withoutEnd(text, REMARK);

/** Reads a message without what is around it, which is noted. @param speakers labels, as `readLabelledWords` takes them */
export function readMessage(written: string, speakers: readonly string[]): Reading<string> {
  const behind = written.trim().replace(PREFACE, '').replace(RULE, '').replace(FENCED, '$1');
  const message = withoutRemark(withoutEnd(withoutRemark(behind), OFFER));
  if (message.trim() === '' || message === written.trim()) return readLabelledWords(written, speakers);
  return noted(readLabelledWords(message, speakers), ['words around the message were overlooked']);
}
