/** @file What the terminal says of its commands. */

import { PROGRAM } from './package-files.ts';

const HELP = `Espalier: the page served to this machine, and its runs without the page.

  ${PROGRAM} [serve] [--port N] [--models FOLDER]
      Serves the page at http://127.0.0.1:4173/, or the next port that is free, until it is stopped. --models is a folder of models
      that the page finds as its own (ESPALIER_MODELS).
  ${PROGRAM} run SPEC.json [--dataset FILE] [--examples FILE]… [--events OUT.jsonl] [--files FOLDER]
                          [--models FOLDER] [--endpoint URL] [--allow URL]… [--parent RUN.jsonl]
      Runs a spec. --dataset imports a file in place of the dataset that the spec names, --examples one that its examples come
      from (tasks.options.examplesFrom names it); --events writes the trace; --files is where recordings and what the reasoner
      learned are kept (.espalier). --models is a folder that holds a folder for each transformers.js model (ESPALIER_MODELS);
      --endpoint is the address that endpoint/… models may be asked at, with the key in ESPALIER_ENDPOINT_KEY where it wants one,
      and takes --context-length TOKENS and --timeout SECONDS besides; --allow is an address that searches of the spec may send
      queries to, such as https://en.wikipedia.org. No other address in a spec is asked. evaluate, export and reproduce take all
      three too. --parent is the trace that a fork branches off from, so that what is before the fork is not asked again. Of a
      dialogue, or a message to one of MACRec's agents, the summary holds the reply (docs/macrec.md).
  ${PROGRAM} fork RUN.jsonl NODE [--edit JSON|FILE.json]
      Prints the spec of a run that takes over a saved one (of recmind or macrec) up to a state, such as 0.0.1, and goes on
      from there with what is edited (docs/forks.md): {"thought": …, "action": {"tool": …, "input": …}, "observation": …,
      "prompt": {"call": …, "messages": …}}.
  ${PROGRAM} diff LEFT.jsonl RIGHT.jsonl
      Compares two saved runs node by node, and prints the first event that differs and what differs where.
  ${PROGRAM} import FILE [--format NAME] [--columns user=…,item=…,rating=…]
      Reads a file, a folder or an address and says what is in it. The format is recognised from the content where it is not
      named. --columns says which column of a table is what: user, item, rating, time, title, review, summary.
  ${PROGRAM} score rating|ranking|text FILE.json
      Scores the cases of a file by the lab's metrics. docs/scoring.md describes FILE.json and what is printed.
  ${PROGRAM} rate FILE.jsonl --rater NAME --scale 1-10|1-5|0-9|one-ten [--seed N] [--noise X] [--shots 0|1|2]
                          [--system default|custom] [--beginning conclusion] [--explain] [--events OUT.jsonl] [--models FOLDER]
                          [--endpoint URL]
      Rates items for simulated people: a line {"id", "user", "item", "history"} gives a line {"id", "rating", "confidence"},
      with a null rating and the reason where rating failed. NAME is rules (rules over the description, no language
      model) or a model such as transformers/SmolLM2-135M-Instruct. --noise is times the rules' noise (1), or a model's
      temperature (0.6). --events writes the trace, with what a model was asked and how its replies were read. Counts go to stderr.
      docs/raters.md describes the lines.
  ${PROGRAM} ablate films|books --rater NAME [--dataset FILE | --suber FOLDER] [--share X] [--scale NAME] [--seed N]
                          [--retrieval none|recency|feature|embedding] [--embedding NAME] [--perturbation none|gaussian|greedy] …
      SUBER's ablations of a rater: genres, high and low, collections, similarity to MovieLens, aggregate. Films are those of the
      lab or of --dataset, books the lab's own; --suber is a copy of SUBER's repository, whose own people, items and series are
      asked about. --retrieval puts the last three, or the three most alike, of the person's earlier ratings into the prompt, as
      SUBER's environment does; --embedding names what compares overviews. --share asks for a part of the paper's questions (1);
      the options of rate hold here too.
  ${PROGRAM} train films|books [--policies NAME,…] [--people N] [--items N] [--steps N[,NAME=N…]] [--seeds N] [--rater surrogate|rules]
                          [--set [published,]NAME=NUMBER,…] [--files FOLDER] [--dataset FILE] [--users FILE] [--retrieval NAME]
                          [--episodes lab|published] [--time-limit N] [--model NAME] [--models FOLDER] [--endpoint URL]
  ${PROGRAM} train SPEC.json [--files FOLDER] [--models FOLDER] [--endpoint URL]
      Trains policies (random, popularity, lin-ucb, thompson, a2c, ppo, trpo, dqn, oracle) on simulated people and prints how they
      do, judged by the rater, beside history-oracle, recmind, macrec and interec, which ask the model NAME or the rules.
      Checkpoints are kept in --files: run again to continue after a stop. --dataset gives items and --users people in place of
      the lab's own; --episodes published takes SUBER's retrieval, scale and shaping, --set published its hyperparameters;
      --time-limit cuts episodes off. SPEC.json sets everything: who rates, how it is asked, which past ratings it gets, noise,
      shaping, drift, the end of episodes. docs/policies.md describes it.
  ${PROGRAM} people films|books [--out FILE.csv] [--people N] [--seed N] [--model NAME] [--genres popularity|model] [--lists FOLDER]
                          [--models FOLDER] [--endpoint URL]
      Generates people and writes them in SUBER's columns, for --users here or an import on the page. Templates describe them, or
      the language model NAME, which also chooses the genres that they like and dislike where --genres is model. --lists is a
      folder of SUBER's lists of jobs, hobbies and categories, in place of the lab's.
  ${PROGRAM} experiment --dataset FILE [--task NAME] [--preset NAME] [--seeds N] [--users N] [--files FOLDER]
      Compares all planners under each preset of the reasoner, at equal depth and at equal budgets, on one half of the
      people, after choosing its temperature on the other. --task is rating-prediction or direct-recommendation; both, all
      presets, 10 seeds and all people where not given; prints tables.
  ${PROGRAM} evaluate SPEC.json [--dataset FILE] [--examples FILE]… [--out FOLDER] [--shard I/N]
                          [--files FOLDER]
      Runs a grid of methods, models, shots and seeds, and prints its table. Results are kept in --out (.espalier) task
      by task: run again to continue after a stop. --shard runs one of N equal parts. docs/evaluation.md describes SPEC.json.
  ${PROGRAM} evaluate --merge FOLDER… [--out FOLDER]
      Merges the results of shards into one table.
  ${PROGRAM} export interactions|tasks|traces|rewards FILE.csv|FILE.jsonl [--dataset FILE] [--examples FILE]… [--out FOLDER]
                          [--evaluation NAME] [--files FOLDER] [--models FOLDER] [--endpoint URL]
      Writes a dataset's interactions, or the tasks or traces of an evaluation in --out, as CSV or JSON Lines;
      rewards: what reflectors were asked and said, with MACRec's rewards.
  ${PROGRAM} chat TURNS.jsonl [--dataset FILE] [--model NAME] [--demonstrations dynamic|fixed|zero] [--embedding NAME]
                          [--ranker NAME] [--like texts|interactions] [--events FOLDER] [--files FOLDER] [--models FOLDER]
                          [--endpoint URL]
      Talks with the recommender. A line of TURNS.jsonl is a conversation {"id": "a", "turns": ["…", "…"]}; printed is a line for
      each turn: {"id", "turn" (from 1), "reply", "items": [{"id", "title"}], "plan": [{"tool", "input"}]}. docs/chat.md
      describes them. --events writes the events of each conversation to FOLDER/1.jsonl, FOLDER/2.jsonl, …; counts go to stderr.
  ${PROGRAM} export evaluation FILE.html [--dataset FILE] [--examples FILE]… [--out FOLDER] [--evaluation NAME]
      Writes a whole evaluation as one page that opens without a server: tables, charts, chosen traces.
  ${PROGRAM} export run RUN.jsonl FILE.html|FILE.csv|FILE.json
      Writes a saved run as a file for people or for other programs. docs/exporting.md describes them.
  ${PROGRAM} samples SPEC.json [SAMPLES.csv] FILE [--dataset FILE] [--files FOLDER]
      Writes the tasks of a spec in MACRec's CSV columns; with SAMPLES.csv it writes the spec with those samples in it.
      SAMPLES may be the candidates of S³-Rec (Beauty_sample.txt) or P5 (negative_samples.txt), with their sequences as --dataset,
      or a folder of AgentRecBench (tasks/task_0.json … and groundtruth/), with its review.json and item.json as --dataset.
  ${PROGRAM} simulate [--dataset FILE] [--conversations N] [--seed N] [--model NAME] [--simulator NAME] [--critic NAME]
                          [--variants NAME,…] [--demonstrations made|written] [--embedding NAME] [--ranker NAME]
                          [--like texts|interactions] [--plans FILE.jsonl] [--files FOLDER] [--models FOLDER] [--endpoint URL]
      200 simulated people look for an item that was held out, in one turn, in five, and among a list; prints one table
      of hits, turns and NDCG with intervals for the recommender, for it without each of its parts, and for random, popularity,
      plain (the model without tools) and chat-rec. All that was said is kept in --files: run again to continue after a stop.
      --ranker is supported-cosine, item-cosine, ease, bpr-mf or sasrec; --like says by what items are alike; --embedding
      compares texts; --demonstrations written has the model write some; --plans writes plans with their rewards.
  ${PROGRAM} link NOTEBOOK.json [--base URL]
      Prints a link that holds the whole notebook.
  ${PROGRAM} open LINK
      Prints the notebook of a link, or why it is refused; it runs nothing. With - for LINK it reads one link per line from
      standard input and prints a line for each: {"ok": true, "notebook": …} or {"ok": false, "code": …, "message": …}.
  ${PROGRAM} reproduce NOTEBOOK.json|LINK|FOLDER [--dataset FILE] [--examples FILE]… [--events FOLDER] [--files FOLDER]
                          [--stamp OUT.json] [--models FOLDER] [--endpoint URL]
      Runs a notebook's cells again and says whether the results are identical to those that it carries, or what differs.
      --stamp writes the notebook with checksums of its results in place of comparing; --events is where the traces of
      the runs are written then, and compared with event by event otherwise. Of a folder it takes each notebook by itself and prints
      a line for each, then how many are identical, different and refused. docs/notebooks.md describes notebooks.
  ${PROGRAM} [COMMAND] --help
      Says this of all commands, or of one.

Progress goes to stderr. The last line of stdout is one JSON object: the summary, or {"error": …}.
Exit codes: 0 done, 1 the run failed, was stopped or came out differently, 2 bad input. docs/run-spec.md describes SPEC.json.
`;

/** What `--help` prints. @param command the one that is asked about, or none for all of them */
export function helpOf(command: string | null): string {
  const parts = HELP.split(/^(?= {2}\S)/m).filter((part) =>
    [`  ${PROGRAM} ${String(command)} `, `  ${PROGRAM} [${String(command)}] `].some((head) => part.startsWith(head)),
  );
  return parts.length === 0 ? HELP : parts.join('');
}
