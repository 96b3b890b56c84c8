/** A way in which a text gives orders to the model that reads it, behind the back of the person who approved the tool. */
export interface Sign {
  /** Bounded gaps and no nested repetition, so that it is linear in the text. */
  pattern: RegExp;
  /** A match followed by such words, or after such words, in the same sentence is honest. */
  unless?: RegExp;
  /** Server instructions are there to say which tool comes first. */
  notInInstructions?: true;
}

/** By kind; each in English, Spanish, Filipino and Chinese where the phrase is known. */
export const SIGNS: readonly Sign[] = [
  // tags that pass for those of a host
  { pattern: /<\/?important>|<system[-_]reminder>|<\|(?:im_start|system|endoftext)\|>|\[\/?INST\]|\[SYSTEM\]|<<SYS>>/gi },
  { pattern: /<(system|system[-_]?(?:prompt|message)|secret|hidden|(?:secret|hidden)[-_ ]instructions?)>(?=[^<]{1,2000}<\/\1>)/gi },
  // taking earlier orders back
  {
    pattern:
      /\b(?:ignore|disregard|forget|override|overrule)\b.{0,30}\b(?:previous|prior|above|earlier|preceding|other|existing|system|safety)\b.{0,20}\b(?:instructions?|prompts?|rules?|messages?|directives?|guidelines?)\b/gi,
    unless: /\b(?:attempts?|tries|trying|detects?|such as|like|texts? that|prompt injection)\b/i,
  },
  { pattern: /\b(?:ignora|olvida|omite)\b.{0,20}\b(?:instrucciones|indicaciones|reglas)\b.{0,12}\b(?:anteriores|previas|del sistema)\b/gi },
  {
    pattern:
      /\b(?:balewalain|huwag pansinin|kalimutan)\b.{0,20}\b(?:naunang|nakaraang)\b.{0,12}\b(?:tagubilin|utos|instruksyon|instructions?)\b/gi,
  },
  { pattern: /(?:忽略|无视|忘记)[^。]{0,8}(?:之前|以上|先前|前面|所有)[^。]{0,6}(?:指令|指示|提示|规则)/gu },
  { pattern: /\byou are now (?:in )?(?:an? )?(?:\w{1,30} ){0,2}(?:mode|assistant|agent|administrator)\b/gi },
  // keeping the person out
  {
    pattern:
      /\b(?:do not|don['’]t|never|must not|should not)\s+(?:ever\s+)?(?:tell|inform|notify|alert|warn|let)\s+(?:the\s+|your\s+)?(?:user|human|person|operator|customer)s?\b(?:\s+know\b)?|\b(?:do not|don['’]t|never)\s+mention\s+(?:this|it|that|any of this)\b(?:.{0,30}\bto the user\b)?|\bwithout\s+(?:telling|informing|notifying|alerting|asking)\s+the\s+(?:user|human|person|operator)\b|\b(?:hide|keep|conceal)\s+(?:this|it|that)\s+(?:secret\s+|hidden\s+)?from\s+the\s+(?:user|human|person|operator)\b/gi,
    unless: /\b(?:until|unless|before|if they|when the)\b/i,
  },
  {
    pattern:
      /\bno\s+(?:le\s+)?(?:digas|informes|avises|menciones)\b.{0,15}\b(?:al?\s+usuario|a\s+la\s+usuaria)\b|\bsin\s+(?:avisar|informar|decir(?:le)?)\s+al\s+usuario\b/gi,
  },
  { pattern: /\bhuwag\s+(?:mong\s+|ninyong\s+)?(?:sabihin|ipaalam|banggitin)\b.{0,15}\b(?:user|gumagamit|tao)\b/gi },
  { pattern: /(?:不要|别|勿|请勿|不得)(?:告诉|告知|通知|提醒|让)(?:用户|使用者|人类)|(?:对|向)用户(?:保密|隐瞒)/gu },
  {
    pattern:
      /\bthe\s+(?:user|human|person|operator)\s+(?:must|should|may)\s+(?:not|never)\s+(?:be\s+(?:informed|told|notified|alerted)|know|see\s+this)\b|\b(?:do not|don['’]t|never)\s+ask\s+(?:the\s+)?(?:user|human|person)\s+(?:for\s+)?(?:confirmation|permission|approval|consent)\b/gi,
    unless: /\b(?:until|unless|before|if they|when the)\b/i,
  },
  // ruling over all other tools
  {
    pattern:
      /\bbefore\s+(?:using|calling|running|invoking|you\s+(?:use|call))\s+any\s+(?:other\s+)?(?:tools?|functions?)\b|\bbefore\s+(?:every|each|any)\s+(?:other\s+)?tool\s+calls?\b|\bbefore\s+(?:any|all)\s+other\s+tools?\b|\binstead\s+of\s+(?:using\s+)?(?:any|all)\s+other\s+tools?\b|\b(?:do not|don['’]t|never)\s+(?:use|call)\s+any\s+other\s+tools?\b|\bafter\s+(?:every|each)\s+(?:other\s+)?tool\s+calls?\b/gi,
    notInInstructions: true,
  },
  {
    pattern:
      /\bantes\s+de\s+(?:usar|llamar)\s+(?:a\s+)?cualquier\s+otra\s+herramienta\b|\bbago\s+gumamit\s+ng\s+(?:ibang|anumang)\s+tool\b|在(?:使用|调用)(?:任何)?其他(?:任何)?工具(?:之前|前)/giu,
    notInInstructions: true,
  },
  // carrying things out unseen
  { pattern: /\bforward\s+(?:all|every|each)\b.{0,40}\bto\s+[\w.+-]{1,40}@[\w-]{1,60}\.[\w.-]{1,60}/gi },
  { pattern: /\b(?:include|attach|pass|send|paste|upload|copy|append)\b[^.]{0,40}\s\.env\b/gi },
  { pattern: /\b(?:secretly|silently|covertly)\s+(?:send|forward|copy|upload|post|append|include|add|bcc)\b/gi },
  {
    pattern:
      /\b(?:always|also)\s+(?:put|add|include|send|copy|bcc|cc|forward)\b.{0,40}[\w.+-]{1,40}@[\w-]{1,60}\.[\w.-]{1,60}(?:.{0,15}\b(?:bcc|cc|copy)\b)?/gi,
  },
  {
    pattern:
      /\b(?:include|pass|put|print|repeat|reveal|append|output|write|send)\s+(?:out\s+)?(?:your|the|its)\s+(?:full\s+|entire\s+|whole\s+|complete\s+)?(?:system\s+prompt|hidden\s+instructions|chain\s+of\s+thought)\b/gi,
    unless: /\b(?:do not|don['’]t|never)\b/i,
  },
];

/** Files of credentials, as a text may name them. */
const FILE =
  /(?:~|\$HOME|%USERPROFILE%|\/home\/\w{1,40}|\/root)?\/?(?:\.ssh\/[\w.-]{1,60}|\.aws\/credentials|\.kube\/config|\.netrc|\.git-credentials|\.cursor\/mcp\.json|\.docker\/config\.json|\.gnupg\/?)|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:shadow|passwd)\b|\bclaude_desktop_config\.json\b|\bwallet\.dat\b/g;

/** An order to take something, in the sentence before a path; "reads" and "to read" describe, they do not order. */
const TAKE =
  /(?:^|[^\w])(?<!\bto )(?:read|open|cat|load|fetch|send|include|attach|upload|copy|paste|append|pass|provide|leer?|lee|envía|envia|incluye|adjunta|basahin|ipadala)\b|读取|发送|上传|附上/giu;
const TALKED_ABOUT =
  /\b(?:e\.g\.?|for example|such as|like|default(?:s|ing)?|path (?:to|of)|not|never|refus\w+|block\w*|protect\w*|deny|denied|por ejemplo|halimbawa)\b|例如|默认|不/iu;

/**
 * Paths of credential files that a text orders the model to take. The first words of a tool's own description say what the tool does,
 * also where they stand in the imperative.
 */
export function orderedFiles(text: string, isOwnDescription: boolean): string[] {
  return [...text.matchAll(FILE)].flatMap((match) => {
    if (isOwnDescription && !/[.!?。\n]/.test(text.slice(0, match.index).trim())) return [];
    const sentence =
      text
        .slice(Math.max(0, match.index - 120), match.index)
        .split(/(?<=[.!?。])\s+|\n/)
        .at(-1) ?? '';
    return sentence.search(TAKE) >= 0 && !TALKED_ABOUT.test(sentence) ? [match[0]] : [];
  });
}
