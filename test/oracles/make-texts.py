"""Makes odd-texts.json with sacrebleu 2.6.0, rouge-score 0.1.2 and nltk 3.10.4: python make-texts.py"""

import json
import random
from pathlib import Path

from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics import BLEU

HERE = Path(__file__).parent
PAIRS = 60
SETTINGS = {"max_ngram_order": 2, "tokenize": "13a", "smooth_method": "exp", "effective_order": True, "lowercase": False}
BLEUS = {
    "bleu2": SETTINGS,
    "bleu2_lower": {**SETTINGS, "lowercase": True},
    "bleu2_plain": {**SETTINGS, "tokenize": "none", "smooth_method": "none", "effective_order": False},
    "bleu2_addk": {**SETTINGS, "smooth_method": "add-k", "smooth_value": 1},
    "bleu4": {**SETTINGS, "max_ngram_order": 4},
    "bleu3_addhalf": {**SETTINGS, "max_ngram_order": 3, "smooth_method": "add-k", "smooth_value": 0.5},
}
ROUGES = ["rouge1", "rouge2", "rougeL"]
# Every branch of the tokenizers: digits beside marks, entities, lines, white space that Python and JavaScript disagree on.
WORDS = (
    "the a great shampoo hair running runs flies dies sky 1,299.50 12.5% state-of-the-art 3-4 don't \"quoted\" &quot;x&amp;lt; "
    "<skipped> U.S. e.g. naïve İstanbul ΣΟΦΟΣ \u212a É 面霜 😀 a-\nb c\x1cd e\x85f g\xa0h i\ufeffj k\u3000l 2.3.4 .5 ,x x, ... $5 "
    "(ok) [no] {z} ~t ^p _q `r |s \\t/u @v ;w :x =y skies generally theology -\n &lt;b&gt; relational agreed feed"
).split(" ")
STEMMED = (
    "caresses ponies ties dies flies caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping tanned "
    "falling hissing fizzed failing filing happy sky enjoy spy try say relational conditional rational valenci hesitanci digitizer "
    "conformabli radicalli differentli vileli analogousli vietnamization predication operator feudalism decisiveness hopefulness "
    "callousness formaliti sensitiviti sensibiliti hopefulli theologi geologi triplicate formative formalize electriciti electrical "
    "hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent "
    "adoption homologou communism activate angulariti homologous effective bowdlerize probate rate cease controll roll dying lying "
    "tying news innings outing cannings howe proceed exceed succeed spied died tied skies generally nationally rationalli "
    "recommendation recommending runners lovely shiny greasy silky 1990s 3rd yyyy syzygy oed abed being bing seed eyed using 2000ing"
).split(" ")


def text(source):
    parts = (source.choice(WORDS) for _ in range(source.choice([0, 1, 2, 3, 5, 8, 15])))
    spaced = source.choice([" ", " ", "  ", "\n", "\t"]).join(parts)
    return source.choice(["", "", " ", "\n"]) + spaced + source.choice(["", " ", "-\n", "\n", ".", "\x1f"])


def altered(source, original):
    words = original.split(" ")
    for _ in range(source.randrange(4)):
        words[source.randrange(len(words))] = source.choice(WORDS)
    if source.random() < 0.3:
        source.shuffle(words)
    return " ".join(words).upper() if source.random() < 0.2 else " ".join(words)


def expected(bleus, rouges, hypothesis, reference):
    scores = {name: bleu.sentence_score(hypothesis, [reference]).score for name, bleu in bleus.items()}
    for name, scorer in rouges.items():
        found = scorer.score(reference, hypothesis)
        scores[name] = {key: {"p": one.precision, "r": one.recall, "f": one.fmeasure} for key, one in found.items()}
    return scores


def main():
    source = random.Random(5)
    bleus = {name: BLEU(**settings) for name, settings in BLEUS.items()}
    rouges = {"rouge": RougeScorer(ROUGES), "rouge_stem": RougeScorer(ROUGES, use_stemmer=True)}
    pairs = []
    for index in range(PAIRS):
        hypothesis = text(source)
        reference = altered(source, hypothesis) if source.random() < 0.7 else text(source)
        scores = expected(bleus, rouges, hypothesis, reference)
        pairs.append({"id": f"odd-{index}", "hypothesis": hypothesis, "reference": reference, "expected": scores})
    hypotheses, references = ([pair[key] for pair in pairs] for key in ("hypothesis", "reference"))
    corpus = {
        name: BLEU(**{**settings, "effective_order": False}).corpus_score(hypotheses, [references]).score
        for name, settings in BLEUS.items()
    }
    file = {"settings": {"bleu": BLEUS}, "pairs": pairs, "corpus": corpus}
    (HERE / "odd-texts.json").write_text(json.dumps(file) + "\n")


main()
