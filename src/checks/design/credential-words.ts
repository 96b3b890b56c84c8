import type { JsonObject } from '../../model/json.ts';
import { isClosed, typesOf } from './parameter.ts';
import { findAmong, hasWord, splitWords, wordList } from './word-match.ts';

/** Last words of a name that mean the credential itself; with another word behind them it is something about one. */
const CREDENTIALS = wordList({
  en: `password passwords passwd pwd passphrase secret secrets token tokens cookie cookies credential credentials apikey api_key api_keys
    access_key secret_key private_key ssh_key signing_key encryption_key auth_key bearer authorization`,
  es: 'contrasena contrasenas secreto clave_api clave_secreta clave_privada credenciales',
  fil: 'lihim_na_susi',
});
const JOINED = wordList({ zh: '密码 口令 令牌 密钥 私钥' });

/** Words that make a token one of paging, of counting, or a coin. */
const NOT_SECRET = wordList({
  en: `page next previous prev continuation pagination sync cursor resume max min maximum minimum input output prompt completion total csrf
    start delta stop count num number context reserved budget from to base quote erc20 sell buy pad special`,
  es: 'pagina siguiente maximo',
});

/** In a description: the value is a name for a credential that is kept elsewhere, or no credential. */
const HARMLESS = wordList({
  en: `page pagination next_page cursor continuation environment_variable env_var reference_to name_of handle_of vault symbol contract
    cryptocurrency crypto coin erc20 erc_20 mint ticker blockchain tokenizer tokenize word search_term`,
  es: 'pagina paginacion',
  zh: '分页 代币 环境变量',
});

/** True when the name says that its value is a credential, and not something about one: `api_key` is, `page_token` and `secretType` are not. */
export function namesCredential(name: string): boolean {
  const words = splitWords(name);
  if (JOINED.joined.some((word) => name.endsWith(word))) return true;
  for (const length of [1, 2]) {
    const tail = words.slice(-length);
    const match = tail.length === length ? findAmong(tail, CREDENTIALS) : undefined;
    if (match && match.length === length)
      return !findAmong(words.slice(0, -length), NOT_SECRET) || /pass|secret|cookie|credential/.test(match.word);
  }
  return false;
}

/** True for a parameter that a model has to fill with a credential. */
export function takesCredential(name: string, schema: JsonObject, description: string): boolean {
  if (!namesCredential(name) || isClosed(schema)) return false;
  const types = typesOf(schema);
  if (types.size > 0 && !['string', 'array', 'object'].some((type) => types.has(type))) return false;
  return !hasWord(description, HARMLESS);
}
