import { pointer } from '../../model/json.ts';
import { description, type ToolDeclaration } from '../../model/tool.ts';
import { splitWords } from '../../model/word-match.ts';
import { ALONE, BY_PERSON, DENIED, OFFERS, TELLS } from './bypass-words.ts';
import { allParameters } from './parameter.ts';

/** Something a tool offers that would get around the rules of a platform. */
export interface BypassOffer {
  /** `solving captchas`, … */
  what: string;
  /** The words that say so. */
  said: string;
  /** JSON pointer into the tool. */
  at: string;
}

/** Parameters that only make sense for such a tool. */
const PARAMETERS: readonly [RegExp, string][] = [
  [
    /\b(?:captcha solver|captcha (?:api )?key|captcha service|captcha solution|solve captchas?|captcha solving|auto captcha)\b/,
    'solving captchas',
  ],
  [/\bbypass (?:captcha|verification|kyc|mfa|2 ?fa|bot|detection|anti ?bot)\b/, 'bypassing a verification'],
  [
    /\b(?:spoof|fake|random|randomize|rotate) (?:\w+ )?fingerprint\b|\bfingerprint (?:profile|spoof|spoofing|seed|options|random)\b|\bbrowser fingerprint\b|\bcanvas noise\b|\bwebgl (?:vendor|renderer)\b/,
    'forging a browser fingerprint',
  ],
  [/\b(?:fake|forged|spoofed) (?:identity|identities|passport|id)\b|\bspoof identity\b/, 'forging an identity'],
];

/** Without one of these no text offers anything of the kind; most texts end here. */
const TOPICS =
  /captcha|turnstile|cloudflare|verif|regist|sign|account|cuenta|detec|bot|kyc|2fa|mfa|factor|otp|identi|passport|pasaporte|\bids?\b|licen[cs]e|another|pagkakakilanlan|fingerprint|webgl|canvas|device|huella|beripik|[^\x00-\u02ff]/i;

/** A name that speaks of noticing, refusing or handing over. */
const HONEST_NAME =
  /\b(?:detect|report|check|has|is|find|list|get|human|person|manual|request|wait|notify|refuse|block|prevent|protect|no|disable)\b/;

/** What a tool offers that no adapter may register: by its name, its description and its parameters. Empty for an honest tool. */
export function bypassOffers(tool: ToolDeclaration): BypassOffer[] {
  return [...inName(tool), ...inTexts(tool), ...inParameters(tool)];
}

function inName(tool: ToolDeclaration): BypassOffer[] {
  const { name } = tool;
  // What kind of accounts a tool fills in bulk is said in its description only.
  const about = description(tool).slice(0, 2000).toLowerCase();
  const words = splitWords(name).join(' ').slice(0, 200);
  if (HONEST_NAME.test(words)) return [];
  const offer = OFFERS.find(
    ({ act, object, unless }) => act.test(words) && object.test(words) && !unless?.test(words) && !unless?.test(about),
  );
  return offer ? [{ what: offer.what, said: name, at: '/name' }] : [];
}

function inTexts(tool: ToolDeclaration): BypassOffer[] {
  const texts = [
    { text: description(tool), at: '/description' },
    ...allParameters(tool).map(({ description: text, at }) => ({ text, at: at + pointer('description') })),
  ];
  return texts
    .filter(({ text }) => TOPICS.test(text))
    .flatMap(({ text, at }) =>
      clauses(text).flatMap((clause) => {
        const what = offeredBy(clause.toLowerCase());
        return what ? [{ what, said: clause, at }] : [];
      }),
    );
}

/** What a clause in lower case offers; undefined when it denies, tells of it, or leaves it to a person. */
function offeredBy(clause: string): string | undefined {
  // "Human verification" is the thing itself; the human in it is no person to whom it is left.
  const rest = clause.replace(/human (?:check|verification)s?/g, 'check').replace(ALONE, '');
  if (DENIED.test(rest) || BY_PERSON.test(rest)) return undefined;
  return OFFERS.find(({ act, object, unless }) => {
    const position = clause.search(act);
    return position >= 0 && object.test(clause) && !unless?.test(clause) && !TELLS.test(clause.slice(0, position));
  })?.what;
}

function inParameters(tool: ToolDeclaration): BypassOffer[] {
  return allParameters(tool).flatMap(({ name, at }) => {
    const words = splitWords(name).join(' ').slice(0, 200);
    const found = PARAMETERS.find(([pattern]) => pattern.test(words));
    return found ? [{ what: found[1], said: name, at }] : [];
  });
}

/** The sentences of a text, cut to what a sentence is long; the first of them tell what a tool is for. */
function clauses(text: string): string[] {
  return text
    .slice(0, 20_000)
    .split(/[.;!?。；！？\n]+/)
    .map((clause) => clause.trim().slice(0, 500))
    .filter(Boolean);
}
