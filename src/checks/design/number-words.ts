import { findAmong, findWord, hasWord, splitWords, wordList } from '../../model/word-match.ts';

/** Words for how long a call may take. */
const TIME = wordList({
  en: 'timeout time_out timeouts wait delay duration interval ttl deadline sleep seconds secs sec ms msec millis milliseconds minutes hours',
  es: 'espera tiempo_espera tiempo_de_espera tiempo_limite duracion intervalo segundos minutos plazo',
  fil: 'oras_ng_paghihintay segundo minuto tagal',
  zh: '超时 等待 时长 间隔 秒数 延迟',
});

/** Words for how often, how many, how deep, how large. */
const AMOUNT = wordList({
  en: `max maximum limit limits count retry retries attempts tries pages depth size length topk topn take rows results num iterations
    loops steps repeat repeats times hops levels bytes lines chars characters tokens concurrency parallel parallelism workers threads batch
    per_page perpage page_limit number_of no_of how_many amount_of top first_n last_n head tail`,
  es: 'maximo limite cantidad_maxima reintentos intentos paginas profundidad tamano longitud resultados repeticiones filas cuantos veces',
  fil: 'limitasyon pinakamarami bilang ulit pahina lalim laki',
  zh: '最大 上限 限制 重试 次数 页数 深度 大小 长度 数量 条数 每页',
});

/** Words for a value that names, dates or places something: a maximum would say nothing. */
const POSITION = wordList({
  en: `id ids number no code key year month day week date timestamp time epoch lat latitude lon lng long longitude altitude x y z x1 x2 y1 y2
    left right bottom width height index offset position page start end line column row col from to since until before after skip version
    port pid seed min minimum zoom angle rotation scale quality opacity ratio temperature threshold score rating priority order sort
    accuracy radius north south east west cursor ref uid revision chapter verse milestone`,
  es: 'numero codigo ano mes dia fecha latitud longitud pagina inicio fin posicion version puerto minimo',
  fil: 'numero taon buwan araw petsa simula wakas',
  zh: '编号 年 月 日 日期 经度 纬度 坐标 页码 起始 序号 版本 端口 最小',
});

/** After `max`, words for what is filtered by and not for what is repeated: `max_price`. */
const MEASURES = wordList({
  en: `price cost amount budget salary score rating age year date weight distance temperature rent area fee magnitude speed radius width
    height lat latitude lon longitude lng x y stops bedrooms beds floor rate`,
  es: 'precio costo importe presupuesto edad fecha peso distancia',
  zh: '价格 金额 年龄 日期 距离',
});

/** In a description: how long something waits, how many things there are. */
const WAITING = wordList({ en: 'wait waits timeout sleep delay', es: 'esperar espera', fil: 'maghintay', zh: '等待 超时' });
const COUNTING = wordList({
  en: 'number_of how_many maximum at_most retries',
  es: 'numero_de cuantos maximo',
  fil: 'bilang_ng',
  zh: '数量 次数 条数 最多',
});

/** In a description: the number tells things apart. */
const NAMING = wordList({ en: 'id identifier which index year coordinate', es: 'identificador', zh: '编号 标识' });

/** Set the limit wherever they stand in a name: `max_page_number`. */
const LIMITS = wordList({ en: 'max maximum limit timeout retries per_page' });

/** Names that say nothing; the description may. */
const VAGUE = wordList({ en: 'n k t num number value time period', es: 'tiempo valor numero', zh: '时间 数值' });

/**
 * What a number is for, by its name, and by its description where the name is vague: `time` and `amount` decide how much work one call
 * makes; `position` names, dates or places something (identifiers, years, coordinates, filters); `value` is everything else.
 */
export function numberKind(name: string, description = '', siblings: readonly string[] = []): 'time' | 'amount' | 'position' | 'value' {
  const words = splitWords(name);
  const [first = ''] = words;
  const last = words.slice(-1);
  if (words.length === 1 && hasWord(name, VAGUE) && description) {
    if (hasWord(description, WAITING)) return 'time';
    if (hasWord(description, COUNTING)) return 'amount';
  }
  // `top` beside `left` is a coordinate.
  if (words.length === 1 && first === 'top' && siblings.includes('left')) return 'position';
  if (first === 'min' || first === 'minimum') return 'position';
  if (findAmong(words, LIMITS)) return hasWord(name, MEASURES) ? 'position' : hasWord(name, TIME) ? 'time' : 'amount';
  // `line_count` is an amount, `count_id` an identifier: the last word says what it is.
  if (findAmong(last, POSITION) || /[a-z]id$/.test(last[0] ?? '')) return 'position';
  if (findWord(name, TIME)) return 'time';
  if (findWord(name, AMOUNT)) return 'amount';
  return findWord(name, POSITION) || name.length < 2 || hasWord(description, NAMING) ? 'position' : 'value';
}

/** True for a parameter that can end a loop, by its name: a largest number of things, or a time-out. */
export function limitsWork(name: string): boolean {
  const kind = numberKind(name);
  return kind === 'amount' || kind === 'time';
}
