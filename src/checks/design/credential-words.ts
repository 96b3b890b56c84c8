import type { JsonObject } from '../../model/json.ts';
import { namesSecret } from '../../model/secret-names.ts';
import { hasWord, wordList } from '../../model/word-match.ts';
import { isClosed, typesOf } from './parameter.ts';

/** In a description: the value is a name for a credential that is kept elsewhere, or no credential. */
const HARMLESS = wordList({
  en: `page pagination next_page cursor continuation environment_variable env_var reference_to name_of handle_of vault symbol contract
    cryptocurrency crypto coin erc20 erc_20 mint ticker blockchain tokenizer tokenize word search_term`,
  es: 'pagina paginacion',
  zh: '分页 代币 环境变量',
});

/** True for a parameter that a model has to fill with a credential. */
export function takesCredential(name: string, schema: JsonObject, description: string): boolean {
  if (!namesSecret(name) || isClosed(schema)) return false;
  const types = typesOf(schema);
  if (types.size > 0 && !['string', 'array', 'object'].some((type) => types.has(type))) return false;
  return !hasWord(description, HARMLESS);
}
