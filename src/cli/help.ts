/** @file What the terminal says of its commands. */

import { PROGRAM } from './package-files.ts';
import { LabError } from '../core/errors.ts';

export const usage = (problem: string): LabError => new LabError('spec-invalid', `${problem} See ${PROGRAM} --help.`);

/** The one file that a command takes, out of its operands. @throws LabError `spec-invalid` */
export function onlyFile(command: string, what: string, [file, ...rest]: readonly string[]): string {
  if (file === undefined) throw usage(`${command} needs a ${what}.`);
  if (rest.length > 0) throw usage(`${command} takes one file; leave out "${rest.join(' ')}".`);
  return file;
}

const HELP = `Espalier: the page served to this machine, and its runs without the page.

  ${PROGRAM} [serve] [--port N] [--models FOLDER]
      Serves the page at http://127.0.0.1:4173/, or the next port that is free, until it is stopped. --models is a folder of models
      that the page finds as its own (ESPALIER_MODELS).
  ${PROGRAM} run SPEC.json [--dataset FILE] [--events FILE|FOLDER] [--files FOLDER] [--models FOLDER] [--endpoint URL] [--allow URL]…
      Runs a spec. Its member "kind" says what it is; docs/run-spec.md describes each kind:
        run (or no kind)         tasks answered by a planner, a team, a baseline, a recommender to talk to, or a rater
        evaluation               a grid of runs and its table
        training                 policies learn from simulated people
        people                   people for an environment are generated and written as a file
      --dataset imports a file in place of the dataset that the spec names. --events writes the trace. --files is where
      checkpoints, recordings and what the reasoner learnt are kept (.espalier): run again to continue after a stop. --models is a
      folder that holds a folder for each transformers.js model (ESPALIER_MODELS). --endpoint is the address that endpoint/… models
      may be asked at, with the key in ESPALIER_ENDPOINT_KEY where it wants one, and takes --context-length TOKENS and --timeout
      SECONDS besides. --allow is an address that searches of the spec may send queries to, such as https://en.wikipedia.org. No
      other address in a spec is asked.
      Of a run or an evaluation: --examples FILE is a dataset that its examples come from, --suber FOLDER a copy of SUBER's repository,
      whose people and items the raters' test is of then.
      Of an evaluation: --out FOLDER keeps its results (.espalier); --part I/N runs one of N equal parts.
  ${PROGRAM} run --join FOLDER [--join FOLDER]… [--out FOLDER]
      Joins an evaluation's parts into one table, and keeps their results in --out (.espalier).
  ${PROGRAM} import FILE [--format NAME] [--columns user=…,item=…,rating=…]
      Reads a file, a folder or an address and says what is in it. The format is recognised from the content where it is not
      named. --columns says which column of a table is what: user, item, rating, time, title, review, summary.
  ${PROGRAM} reproduce NOTEBOOK.json|LINK|FOLDER [--dataset FILE] [--examples FILE]… [--events FOLDER] [--files FOLDER]
                          [--stamp OUT.json] [--models FOLDER] [--endpoint URL] [--allow URL]…
      Runs a notebook's cells again and says whether the results are identical to those that it carries, or what differs.
      --stamp writes the notebook with checksums of its results in place of comparing; --events is where the traces of
      the runs are written then, and compared with event by event otherwise. Of a folder it takes each notebook by itself and prints
      a line for each, then how many are identical, different and refused. docs/notebooks.md describes notebooks.
  ${PROGRAM} export run RUN.jsonl FILE.html|FILE.svg|FILE.csv|FILE.jsonl
      Writes a saved run as a file for people or for other programs. docs/exporting.md describes them.
  ${PROGRAM} link NOTEBOOK.json [--base URL]
      Prints a link that holds the whole notebook. --base is where the page is (http://127.0.0.1:4173/, as serve has it).
  ${PROGRAM} link LINK
      Prints the notebook of a link, or why it is refused; it runs nothing.
  ${PROGRAM} [COMMAND] --help
      Says this of all commands, or of one. --version says the version.

Progress goes to stderr. The last line of stdout is one JSON object: the summary, or {"error": …}.
Exit codes: 0 done, 1 the run failed, was stopped or came out differently, 2 bad input.
`;

export function helpOf(command: string | null): string {
  const parts = HELP.split(/^(?= {2}\S)/m).filter((part) =>
    [`  ${PROGRAM} ${String(command)} `, `  ${PROGRAM} [${String(command)}] `].some((head) => part.startsWith(head)),
  );
  return parts.length === 0 ? HELP : parts.join('');
}
