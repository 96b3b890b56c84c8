/**
 * What no adapter may offer, as pairs: an act and its object within one clause. Patterns without nested repetition over a clause in
 * lower case; by language, in the order English, Spanish, Filipino, Chinese.
 */
export interface Offer {
  /** What it is, for people. */
  what: string;
  act: RegExp;
  object: RegExp;
  /** Where the object stands in the neighbourhood of what is honest: a clause with such a word is none. */
  unless?: RegExp;
}

export const OFFERS: readonly Offer[] = [
  {
    what: 'solving captchas',
    act: /\b(?:solv(?:e|es|ed|er|ers|ing)|complet(?:e|es|ing)|bypass\w*|crack\w*|break(?:s|ing)?|defeat\w*|circumvent\w*|evad\w*|get(?:s|ting)? (?:past|around)|beat(?:s|ing)?|skip(?:s|ping)?|resolver|resuelve|resolve(?:s|r)?|evadir|evade|saltar|lutasin|nilulutas|laktawan)\b|破解|绕过|识别|自动打码/u,
    object: /\b(?:re|h|fun)?captchas?\b|\bturnstile\b|\bhuman (?:check|verification)s?\b|\bcloudflare challenges?\b|验证码|人机验证/u,
  },
  {
    what: 'solving captchas',
    act: /打码平台|接码平台|\b(?:2captcha|anti-?captcha|capsolver|deathbycaptcha|capmonster)\b/u,
    object: /打码|接码|cap/u,
  },
  {
    what: 'bulk registration',
    act: /\b(?:bulk|mass|en masse|hundreds of|thousands of|unlimited|many|fake|throwaway|disposable|burner|sock ?puppet|masivo|masiva|masivamente|falsas|maramihang?|pekeng)\b|批量|大量/u,
    object:
      /\b(?:(?:regist(?:er|ers|ering|ration|rations)|sign(?:s|ing)? ?ups?)\b|accounts? creat(?:ion|or)\b|creat(?:e|es|ing) (?:\w+ ){0,3}accounts\b|registr(?:o|ar|a) (?:\w+ ){0,2}cuentas?\b|registro masivo|crea(?:r)? (?:\w+ ){0,2}cuentas\b|pagrehistro|nagrerehistro|mga account)|注册(?:账号|帐号|账户)?|创建账号/u,
    // A directory or a ledger is filled in bulk by its owner.
    unless:
      /\b(?:crm|salesforce|ledger|chart|directory|tenant|workspace|organi[sz]ation|employees?|students?|import|csv|event|course|webhooks?|devices?|assets?|vendors?|suppliers?|customers?|products?|domains?|attendees|participants)\b/u,
  },
  {
    what: 'bypassing a verification',
    act: /\b(?:bypass\w*|circumvent\w*|defeat\w*|evad(?:e|es|ing|ir)|avoid(?:s|ing)?|get(?:s|ting)? (?:past|around)|evitar?|burlar|eludir|elude|laktawan|lusutan)\b|绕过|规避/u,
    object:
      /\b(?:(?:phone|sms|email|identity|age|human|account|login|security|id|real[- ]name) (?:verification|check)s?|(?:bot|automation|fraud) (?:detection|protection|checks?)|anti[- ]?bot|kyc|2fa|mfa|two[- ]factor|multi[- ]factor|otp|verificaci[oó]n (?:humana|de identidad|por sms|telef[oó]nica)|detecci[oó]n de bots|beripikasyon)\b|实名认证|身份验证|手机验证|风控|反爬/u,
  },
  {
    what: 'forging an identity',
    act: /\b(?:forg(?:e|es|ing)|fak(?:e|es|ing)|fabricat\w+|spoof\w*|counterfeit\w*|falsific\w+|suplantar?|impersonat(?:e|es|ing)|pekeng)\b|伪造|冒充/u,
    object:
      /\b(?:identit(?:y|ies)|passports?|id (?:cards?|documents?)|ids|identity documents?|driver'?s licen[cs]es?|another (?:person|user|customer)|identidad(?:es)?|pasaportes?|pagkakakilanlan)\b|身份|证件|护照/u,
    unless: /\b(?:test(?:s|ing)? data|mock\w*|fixtures?|sample|faker|seed data|service account|on behalf)\b/u,
  },
  {
    what: 'forging a browser fingerprint',
    act: /\b(?:forg(?:e|es|ing)|fak(?:e|es|ing)|spoof\w*|randomi[sz]\w*|rotat\w*|mask(?:s|ing)?|falsific\w+|aleatoriz\w+|pekeng|disguis\w+)\b|伪造|伪装|随机/u,
    object: /\b(?:fingerprints?|webgl (?:vendor|renderer)|canvas noise|device ids?|huellas?(?: digital(?:es)?)?)\b|指纹/u,
  },
];

/** A clause that denies, or speaks of the matter as something to be told or kept out. */
export const DENIED =
  /\b(?:not|never|no|none|without|cannot|unable|refus\w+|reject\w*|forbid\w*|forbidden|prohibit\w*|disallow\w*|instead of|rather than|attempts? to|whether|(?:must|has to|have to|needs to|should) be|(?:is|are|gets?) (?:blocked|reported|logged|counted)|nunca|jam[aá]s|sin|rechaza|hindi|huwag)\b|n['’]t\b|不会|不能|不得|禁止|拒绝|不支持|人工|无法/u;

/** "Without human help" denies nothing and leaves nothing to a person: it is the boast of the worst. */
export const ALONE =
  /\b(?:without|with no|no|sin|needing no)\s+(?:any\s+)?(?:human|user|manual|person|operator|intervenci[oó]n|ayuda)\b(?:\s+\w+)?/gu;

/** Verbs of noticing and telling: what follows them in a clause is what is told of. */
export const TELLS =
  /\b(?:detects?|detecting|reports?|reporting|returns?|answers?|flags?|blocks?|prevents?|protects?|warns?|stops?|fails?|checks? (?:for|whether|if)|informa|detecta|iniuulat)\b|检测|返回|报告/u;

/** Somebody other than the adapter is to do it. */
export const BY_PERSON =
  /\b(?:ask(?:s|ed|ing)?|hand(?:s|ed|ing)?|wait(?:s|ing)?|let(?:s)?|until|request(?:s|ed|ing)?|requires?|notif\w+|pause[sd]?|escalat\w+|so that|for) .{0,80}\b(?:persons?|people|humans?|users?|operators?|someone|manual(?:ly)?|persona|tao)\b|\bby (?:a |the )?(?:person|human|user|operator|hand)\b|\b(?:user|person|human|operator) (?:must|has to|can|should|may|will|to)\b|\bmanual(?:ly)?\b/u;
