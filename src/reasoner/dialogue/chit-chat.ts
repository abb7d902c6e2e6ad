/** @file Talk that needs no tool. Each answer says what the recommender can do, or nothing more than it must. */
import type { CatalogueOutline } from '../../core/dialogue.ts';

const NO_MORE = '[\\s!.,?😊🙂👋]*';
const THERE = '(?:\\s+(?:there|again|everyone|all|you|bot|assistant|friend|mate|espalier))?';

const GREETING = new RegExp(
  `^${NO_MORE}(?:hi+|hello+|hey+|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|yo|hallo|hola|bonjour|sup)${THERE}${NO_MORE}$`,
  'iu',
);
const NAMED =
  /^\s*(?:(?:hi+|hello+|hey+|hiya)(?:\s+there)?[\s,!.]+)?(?:i'?m|i am|this is|my name is|it'?s)\s+(\p{L}+)(?:\s+here)?[\s!.]*$/iu;
const HOW =
  /^(?:(?:hi|hello|hey)[\s,!]+)?(?:how are you|how(?:'s| is) it going|how do you do|what'?s up|how are things|are you (?:ok|well)|you ok)\b[^.]{0,30}\??\s*$/iu;
const THANKS =
  /^\W*(?:(?:ok|okay|great|perfect|super|cool|nice|lovely|wonderful|awesome|excellent)[\s,!.]*)*(?:thanks?|thank you|thx|cheers|ta|much appreciated)\b[^?]{0,60}$/iu;
const PRAISE =
  /^\W*(?:(?:ok|okay|great|perfect|super|cool|nice|lovely|wonderful|awesome|excellent|good|alright|fine|yes|lol|haha+|hehe|wow|sounds good|that'?s (?:great|good|perfect|nice)|good (?:choice|picks?|idea)|i see|got it)[\s,!.]*)+$/iu;
const BYE =
  /^\W*(?:(?:ok|okay|thanks)[\s,!.]*)*(?:bye(?: bye)?|goodbye|see you(?: later)?|good night|cya|that(?:'s| is) (?:all|enough)|enough(?: for (?:now|today))?|stop(?: it| now| please)?|i'?m done|have a nice (?:day|evening)|farewell)\b[^?]{0,30}$/iu;
const WHO =
  /\b(?:who are you|what are you|what'?s your name|are you (?:a |an )?(?:human|bot|robot|ai|real|person|machine|language model|chatgpt)|tell me about yourself|introduce yourself)\b/iu;
const HELP =
  /^\W*(?:help|what (?:else )?can (?:you|i) (?:do|ask|say)|how (?:do|does|can) (?:i use )?(?:you|this|it) work|how (?:do|can) i use (?:you|this)|what do you do|commands|options|can you help(?: me)?|i need help)\b[^.]{0,30}\??\s*$/iu;
const FEELING =
  /^(?:i(?:'m| am) (?:so |very |really |a bit |quite )?(?:sad|happy|tired|lonely|stressed|hungry|excited|fine|good|ok|great)|(?:what a )?(?:nice|lovely|terrible|rainy) (?:day|weather)(?: today)?|i (?:had|have had) a (?:long|bad|good|hard|great) day)[\s!.]*$/iu;
const OFF_TOPIC =
  /\b(?:weather|joke|capital of|president|prime minister|football score|stock|recipe|poem|translate|2 ?\+ ?2|what time is it|what day is it|news|world cup|how (?:tall|rich) is|who (?:won|invented|discovered|founded)|write (?:me )?(?:a|an|some)|solve|calculate|homework|python|javascript|meaning of life|your (?:day|mother|favou?rite (?:colou?r|food|song)))\b/iu;

const OTHER_THING =
  /(?<!\p{L})(?:recommend|suggest|find|need|want|buy|book|order|give me|show me|looking for)(?: (?:me|us))?(?: \p{L}+){0,3}? (books?|novels?|restaurants?|songs?|albums?|music|games?|recipes?|hotels?|podcasts?|flights?|doctors?|cars?|phones?)(?! (?:film|movie)|\p{L})/iu;
const YOUR_TASTE =
  /^\W*(?:do you (?:like|love|enjoy|prefer|hate)|what(?:'s| is| are) your (?:own )?favou?rites?|have you (?:seen|watched)|what do you (?:like|watch|think of|prefer))(?!\p{L})/iu;

/** What the recommender can do, with its catalogue's noun. */
export function abilities({ itemNoun, items }: CatalogueOutline): string {
  const noun = itemNoun;
  return `I know a catalogue of ${String(items)} ${noun}s. I can recommend ${noun}s like others, by genre, years, people and ratings as far as the catalogue has them, say which of a list suits you, and look up what the catalogue says of a ${noun}. Tell me what you like or do not like, and I keep it in mind.`;
}

const REFUSAL = /^\W*(?:no|nope|nah|not really|no,? thanks?(?: you)?)\W*$/iu;
const EMOJI = /^[\s\p{P}]*\p{Extended_Pictographic}[\s\p{P}\p{Extended_Pictographic}\uFE0F]*$/u;

/**
 * The answer to talk that needs no tool; null where the message is something else.
 * @param isFirst whether nothing was recommended yet, so that a bare no refuses nothing
 */
export function chat(text: string, catalogue: CatalogueOutline, isFirst = false): string | null {
  const plain = text.trim();
  const noun = catalogue.itemNoun;
  if (GREETING.test(plain)) return `Hello! Which ${noun}s do you like, or what are you in the mood for?`;
  if (/^\p{Lu}/u.test(NAMED.exec(plain)?.[1] ?? ''))
    return `Hello! Which ${noun}s do you like, or what are you in the mood for?`;
  if (HOW.test(plain)) return `Ready to look for ${noun}s, thank you. What are you in the mood for?`;
  if (THANKS.test(plain)) return `You are welcome. Tell me if you want other ${noun}s.`;
  if (BYE.test(plain)) return 'Goodbye, and enjoy watching!'.replace('watching', noun === 'film' ? 'watching' : 'them');
  if (WHO.test(plain))
    return `I am Espalier's built-in reasoner: rules, not a language model, and no person. ${abilities(catalogue)}`;
  if (HELP.test(plain)) return abilities(catalogue);
  if (/^\W*(?:please )?forget (?:it|that|this)(?: please)?\W*$/iu.test(plain))
    return 'Say what to forget, as in "forget what I said about horror", or "forget everything".';
  if (/^\W*never ?mind\W*$/iu.test(plain)) return `All right. Tell me what you would like instead.`;
  if (isFirst && REFUSAL.test(plain))
    return `All right. Tell me which ${noun}s you like, or what you are in the mood for.`;
  if (EMOJI.test(plain)) return `I read words only. Tell me which ${noun}s you like, or what you are in the mood for.`;
  if (PRAISE.test(plain))
    return isFirst
      ? `Good. Tell me which ${noun}s you like, or what you are in the mood for.`
      : `Good. Tell me if you want more ${noun}s, or others.`;
  if (FEELING.test(plain)) return `I see. Shall I look for a ${noun}? Say what kind you are in the mood for.`;
  if (YOUR_TASTE.test(plain))
    return `I am rules, not a person: I have seen nothing and have no taste of my own. Ask me what the catalogue says of a ${noun}, or for ${noun}s like it.`;
  const other = OTHER_THING.exec(plain)?.[1];
  if (other !== undefined && !other.startsWith(noun) && !/(?<!\p{L})(?:films?|movies?|about)(?!\p{L})/iu.test(plain))
    return `That I cannot do: I know nothing but my catalogue. ${abilities(catalogue)}`;
  if (OFF_TOPIC.test(plain) && !/\b(?:films?|movies?|watch|recommend|suggest)\b/iu.test(plain)) {
    return `That I cannot tell: I know nothing but my catalogue. ${abilities(catalogue)}`;
  }
  return null;
}
