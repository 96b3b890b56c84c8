import { actionOf } from '../../checks/design/action-words.ts';
import { loopingWord } from '../../checks/design/looping-words.ts';
import { changes, type Risk } from '../../model/tool.ts';

/** What a tool does with its arguments: finds one thing, lists several, prepares one, or changes one. */
export type ToolForm = 'find' | 'list' | 'prepare' | 'change';

/** What the name of a tool says. */
export interface ToolWords {
  form: ToolForm;
  /** For people: `Find order`. */
  title: string;
  /** What it is about, in the plural and in snake_case: `orders`. */
  nouns: string;
  /** What its argument names, in snake_case: `order`. */
  thing: string;
  /** The name of that argument, and what the model reads of it. */
  argument: string;
  means: string;
  /** A sentence for the model, until somebody writes a better one. */
  description: string;
}

/** After these a name says which, and no longer what: `find_orders_by_customer`. */
const PREPOSITIONS = /^(?:by|for|of|to|in|on|at|from|with|as|into|per|via)$/;
const FILLERS = /^(?:all|every|each|new|my|the|a|an|one|many)$/;
const LISTING = /^(?:list|search|browse|query|export|download|crawl|scrape)$/;
/** A longer noun makes arguments that no host takes. */
const MAX_NOUN = 24;

/** Reads the name of a tool as a verb and a noun, as `find_order` is; what cannot be read so becomes an item. */
export function toolWords(name: string, risk: Risk): ToolWords {
  const { verb, about } = parted(name, risk);
  const last = about.at(-1) ?? 'item';
  const nounOf = (word: string) => [...about.slice(0, -1), word].join('_');
  const noun = nounOf(singular(last));
  const nouns = nounOf(pluralOf(last));
  const several = LISTING.test(verb) || singular(last) !== last || loopingWord(name, '') !== undefined;
  const form = changes(risk) ? 'change' : risk === 'prepare' ? 'prepare' : several ? 'list' : 'find';
  // What is yet to be made has no number: it is made for something.
  const creates = (form === 'prepare' || form === 'change') && actionOf(name)?.action === 'create';
  const spoken = noun.replaceAll('_', ' ');
  return {
    form,
    title: capital(name.replaceAll('_', ' ')),
    nouns,
    thing: creates ? 'reference' : noun,
    argument: creates ? 'reference' : /(?:^|_)id$/.test(noun) ? noun : `${noun}_id`,
    means: creates ? `What the ${spoken} is made for, such as the number of an order.` : `The number of the ${spoken}.`,
    description: sentence(form, risk, verb, spoken, nouns.replaceAll('_', ' ')),
  };
}

/** The verb, and the words for what it is done to. */
function parted(name: string, risk: Risk): { verb: string; about: string[] } {
  const words = name.split('_');
  const known = actionOf(name)?.verb.split(' ') ?? [];
  const at = words.indexOf(known[0] ?? '');
  if (at >= 0) {
    const behind = nounIn(words.slice(at + known.length));
    if (behind.length || at === 0) return { verb: known.join(' '), about: behind };
    // What follows its noun may be one itself: `order_status`, `order_lookup`.
    return { verb: risk === 'read' ? 'find' : known.join(' '), about: nounIn(words.slice(0, at)) };
  }
  // What reads need not say so, as in `weather`; what changes something begins with what it does, as `ship_order` does.
  if (risk === 'read' && !LISTING.test(words[0] ?? '')) return { verb: 'find', about: nounIn(words) };
  return { verb: words[0] ?? '', about: nounIn(words.slice(1)) };
}

function nounIn(words: readonly string[]): string[] {
  const end = words.findIndex((word) => PREPOSITIONS.test(word));
  // No error code and no scope begins with a digit.
  const kept = words.slice(0, end < 0 ? words.length : end).filter((word) => !FILLERS.test(word) && !/^\d/.test(word));
  return kept.join('_').length <= MAX_NOUN ? kept : kept.slice(-1).filter((word) => word.length <= MAX_NOUN);
}

function sentence(form: ToolForm, risk: Risk, verb: string, one: string, several: string): string {
  const does = capital(thirdPerson(verb));
  const article = /^(?:[aeio]|u(?!ni|se))/.test(one) ? 'an' : 'a';
  // `place order` has its noun in it.
  const oneOfThem = verb.includes(' ') ? '' : ` ${article} ${one}`;
  if (form === 'find') return `${does} one ${one} by its number.`;
  if (form === 'list') return `${does} ${several}, as many as asked for.`;
  if (form === 'prepare') return `${does}${oneOfThem} for this task only. Nothing changes for anybody else.`;
  const once = 'It is done once for each task and step, however often it is called.';
  return `${does}${oneOfThem}. ${risk === 'destructive' ? 'This cannot be taken back. ' : ''}${once}`;
}

/** `place order` is `places order`. */
function thirdPerson(verb: string): string {
  const [first = '', ...rest] = verb.split(' ');
  const form = first === 'has' || first === 'is' ? first : pluralOf(first);
  return [/(?:do|go)$/.test(first) ? `${first}es` : form, ...rest].join(' ');
}

/** Nouns that are the same in both. */
const EVEN = /^(?:news|series|data|people|children|stock)$/;

/** `orders` is `order`; `status`, `address` and `analysis` stay as they are. */
function singular(word: string): string {
  if (word === 'ids') return 'id';
  if (word.length < 4 || /[sui]s$/.test(word) || EVEN.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<=x|z|ch|sh|ss)es$|s$/, '');
}

/** The plural of a noun; the third person of a verb is made alike. */
function pluralOf(word: string): string {
  if (singular(word) !== word || EVEN.test(word)) return word;
  if (/.sis$/.test(word)) return `${word.slice(0, -2)}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
