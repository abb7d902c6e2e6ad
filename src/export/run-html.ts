/** @file A run as one HTML file that opens alone, with a guide that steps through it and its events in it. */
import { actionOf, agentCall, replyInWords, truthInWords } from '../trace/answer-words.ts';
import { questionIn, rounded } from '../trace/guide-words.ts';
import { namesAround, TraceNames, withNames, type Names } from '../trace/names.ts';
import { foundAt, observationText, observed, isLabelled, labelled } from '../trace/labels.ts';
import { taskOf } from '../core/node-data.ts';
import { formatTrace } from '../trace/trace-file.ts';
import { guideOfRun } from '../trace/trace-guide.ts';
import { traceTree, type AnswerRecord, type CallRecord, type TraceNode } from '../trace/trace-tree.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';
import { judgementsOf } from '../trace/trace-ink.ts';
import { EVENTS_ELEMENT, escaped, inlined } from './html-text.ts';
import { page } from './page.ts';
import { SIGNS, TREE_STYLE, treeSvg } from './tree-svg.ts';

/** Steps through the sentences, and marks the state that each is about. Reads nothing but the page. */
const SCRIPT = `(()=>{const steps=[...document.querySelectorAll('#told li')],says=document.getElementById('says'),count=document.getElementById('count');let at=0;
const show=()=>{const step=steps[at];if(!step)return;says.textContent=step.textContent;count.textContent=(at+1)+' of '+steps.length;
document.querySelectorAll('[data-now]').forEach(one=>one.removeAttribute('data-now'));
const id='state-'+step.dataset.node,mark=[...document.querySelectorAll('.tree a')].find(one=>one.dataset.state===id),node=document.getElementById(id);
if(mark){mark.dataset.now=''}if(node){node.dataset.now='';(mark||node).scrollIntoView({block:'nearest',inline:'nearest'})}};
const go=by=>{at=Math.min(steps.length-1,Math.max(0,at+by));show()};
document.getElementById('next').onclick=()=>go(1);document.getElementById('back').onclick=()=>go(-1);
addEventListener('keydown',event=>{const by={PageDown:1,ArrowRight:1,PageUp:-1,ArrowLeft:-1,Home:-1e9,End:1e9}[event.key];if(by){event.preventDefault();go(by)}});
document.getElementById('guide').hidden=false;show()})()`;

const block = (title: string, text: string): string =>
  text === '' ? '' : `<p><small>${escaped(title)}</small></p><pre>${escaped(text)}</pre>`;

function callHtml({ event, reply, result }: CallRecord): string {
  const prompt = event.messages.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
  const { inputTokens, outputTokens } = result?.usage ?? { inputTokens: 0, outputTokens: 0 };
  const facts = `${event.purpose} · ${event.model} · ${String(inputTokens)} in, ${String(outputTokens)} out · seed ${String(event.seed)}`;
  return `<details><summary>${escaped(facts)}</summary>${block('Prompt, as sent', prompt)}${block('Reply, as received', reply)}</details>`;
}

function titleOf(node: TraceNode, names: Names): string {
  const { state, label } = node;
  if (node.kind === 'agent') {
    const { from, round } = agentCall(node.detail);
    return `${label}, asked by ${from}${round > 0 ? `, attempt ${String(round)}` : ''}`;
  }
  if (state === null) return label;
  if (state.isEnd && state.action === null) return 'End of planning';
  const found = foundAt(node);
  if (isLabelled(found)) return labelled(found, names);
  return state.thought === '' ? actionOf(node) : withNames(state.thought, names);
}

function messagesHtml(node: TraceNode): string {
  if (node.kind !== 'agent') return '';
  return `${block('Message', agentCall(node.detail).message)}${block('Reply', replyInWords(node) ?? '')}`;
}

function stateHtml(node: TraceNode, ids: string, names: Names): string {
  const kept = node.task?.answers.some(({ from, states }) => from === 'kept' && states.has(node.id)) === true;
  const kind = node.edits.length > 0 ? 'edited' : node.prune !== null ? 'cut' : kept ? 'kept' : '';
  const { state } = node;
  const asked = state?.action ? `${state.action.tool} ${JSON.stringify(state.action.arguments)}` : '';
  const details = node.tools.map(({ result }) =>
    block('Full tool output', result ? JSON.stringify({ found: result.found, detail: result.detail }, null, 1) : ''),
  );
  return `<li id="${ids}${escaped(node.id)}" class="${kind}"><b>${escaped(titleOf(node, names))}</b> <small>${escaped(node.id)}</small>
${messagesHtml(node)}${asked === '' ? '' : `<p>Asked: <code>${escaped(asked)}</code></p>`}${state === null || state.observation === '' ? '' : `<p title="${escaped(state.observation)}">${escaped(observed(node, names))}</p>`}
${notesOf(node, names)
  .map((note) => `<p class="soft">${escaped(note)}</p>`)
  .join('')}
${details.some((one) => one !== '') ? `<details><summary>The tool’s output</summary>${details.join('')}</details>` : ''}${node.calls.map(callHtml).join('')}
`;
}

function originalText(node: TraceNode, { part, before }: EventOf<'state-edit'>, names: Names): string {
  if (typeof before !== 'string') return JSON.stringify(before);
  return part === 'observation' ? observationText(foundAt(node), before, names) : withNames(before, names);
}

const notesOf = (node: TraceNode, names: Names): readonly string[] => [
  ...node.edits.map((edit) => `Edited: the ${edit.part}. Original: ${originalText(node, edit, names)}`),
  ...judgementsOf(node),
  ...node.errors.map(({ error }) => `Failed: ${error.message}`),
];

/** With a stack of its own: a chain may be thousands of states long. */
function listOf(nodes: readonly TraceNode[], ids: string, names: Names): string {
  const parts: string[] = [];
  const waiting: (TraceNode | string)[] = [];
  const list = (children: readonly TraceNode[], end: string): void => {
    waiting.push(children.length === 0 ? end : `</ol>${end}`);
    for (const child of children.toReversed()) waiting.push(child);
    if (children.length > 0) parts.push('<ol class="states">');
  };
  list(nodes, '');
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else {
      parts.push(stateHtml(next, ids, names));
      list(next.children, '</li>');
    }
  }
  return parts.join('');
}

const FROM = { kept: 'what it kept', explored: 'everything it explored' } as const;

function answerHtml({ from, recommendation, reason, metrics }: AnswerRecord, names: Names): string {
  const measured = metrics.map(({ name, value }) => `${name} ${rounded(value)}`).join(', ');
  const why = `<p>${escaped(withNames(reason, names))}</p>`;
  const head = (told: string): string =>
    `<p><b>Answer from ${FROM[from]}${escaped(told)}</b> <small>${escaped(measured)}</small></p>`;
  if (recommendation.type === 'rating') return head(`: ${recommendation.rating.toFixed(2)}`) + why;
  if (recommendation.type === 'text')
    return `${head('')}<blockquote>${escaped(recommendation.text)}</blockquote>${why}`;
  const items = recommendation.items.map((id) => `<li>${escaped(names.item(id) ?? `item ${String(id)}`)}</li>`);
  return `${head('')}<ol>${items.join('')}</ol>${why}`;
}

function truthHtml(task: TraceNode): string {
  const told = task.truth?.truth;
  if (told?.type === 'text') return `<p>What they wrote:</p><blockquote>${escaped(told.text)}</blockquote>`;
  return told === undefined ? '' : `<p>${escaped(`${truthInWords(told, taskOf(task)?.user.name)}.`)}</p>`;
}

function taskHtml(task: TraceNode, nodes: ReadonlyMap<string, TraceNode>, all: Names, { ids, title }: BodyOf): string {
  const asked = taskOf(task);
  const names = asked === null ? all : namesAround(asked, all);
  const answers = task.answers.map((answer) => answerHtml(answer, names));
  return `<section><h2>${escaped(questionIn(task))}</h2>${truthHtml(task)}${answers.join('')}${treeSvg({ task, nodes, names }, ids, title)}${listOf(task.children, ids, names)}${task.calls.map(callHtml).join('')}</section>`;
}

const LEGEND = `<p class="soft">${SIGNS} In the list: <span class="kept"><b>green</b></span>, used for the answer; <span class="cut"><b>red</b></span>, cut; <span class="edited"><b>ochre</b></span>, edited.</p>`;

interface BodyOf {
  readonly title: string;
  readonly ids: string;
}

/** The body of a run, for a page of its own or a part of a larger one. Every text is escaped. */
export function runBody(events: readonly TraceEvent[], of: BodyOf): string {
  const { tasks, nodes, start, end, totals } = traceTree(events);
  const names = new TraceNames();
  for (const event of events) names.add(event);
  const facts = [
    start?.model ?? '',
    `${String(totals.modelCalls)} model calls`,
    `${String(totals.toolCalls)} tool calls`,
    end?.outcome ?? 'no end was written',
  ];
  return `<p class="soft">${escaped(facts.join(' · '))}</p>${LEGEND}${tasks.map((task) => taskHtml(task, nodes, names, of)).join('')}
<details><summary>The spec</summary><pre>${escaped(JSON.stringify(start?.spec ?? null, null, 2))}</pre></details>`;
}

export function runHtml(events: readonly TraceEvent[], title: string): string {
  const told = guideOfRun({ title, keeps: '', events }).map(
    ({ node, sentences }) => `<li data-node="${escaped(node)}">${escaped(sentences.join(' '))}</li>`,
  );
  const body = `<h1>${escaped(title)}</h1>
<section id="guide" class="guide" hidden aria-label="Guide"><p id="says" role="status"></p><button id="back">Back</button> <output id="count"></output> <button id="next">Next</button></section>
${runBody(events, { title: '', ids: 'state-' })}
<h2>What happened, step by step</h2><ol id="told">${told.join('')}</ol>
<p class="soft">Made with Espalier. The events are in this file; the lab opens them again.</p>
<script type="application/x-ndjson" id="${EVENTS_ELEMENT}">${inlined(formatTrace(events))}</script>`;
  return page({ title, body, script: SCRIPT, style: TREE_STYLE });
}
