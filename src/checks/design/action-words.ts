import { findAmong, findJoined, hasWord, splitWords, type WordList, wordList } from '../../model/word-match.ts';

/** What a tool's name says it does. */
export type Action = 'read' | 'create' | 'change' | 'delete';

/** Verbs by what they do, in English, Spanish, Filipino and Chinese. */
const VERBS: Record<Action, WordList> = {
  read: wordList({
    en: `get list find search fetch read query show view describe lookup look_up check count browse inspect preview validate compare
      summarize summarise analyze analyse estimate simulate calculate compute convert parse is has explain monitor watch detect resolve
      translate extract diff retrieve dry_run history status scrape crawl download render format help plan recommend suggest test`,
    es: 'obtener buscar listar consultar leer ver mostrar comprobar validar calcular encontrar contar descargar',
    fil: 'kunin hanapin tingnan ilista basahin suriin ipakita bilangin',
    zh: '查询 获取 搜索 列出 查看 读取 查找 检查 统计 计算 预览 检索',
  }),
  create: wordList({
    en: 'create add insert append send submit place_order place_bid pay purchase buy publish invite reply sign_up checkout refund make_payment make_reservation make_booking make_order make_transfer issue_invoice issue_credit issue_coupon issue_voucher',
    es: 'crear agregar anadir insertar enviar publicar pagar reservar comprar registrar subir transferir',
    fil: 'gumawa lumikha idagdag magdagdag magpadala ipadala isumite magbayad bumili magrehistro',
    zh: '创建 新建 新增 添加 提交 发送 支付 付款 下单 预订 发布 上传 转账',
  }),
  change: wordList({
    en: 'update set edit modify change replace rename move write overwrite patch put approve reject merge cancel assign',
    es: 'actualizar modificar editar cambiar cancelar aprobar reemplazar escribir mover',
    fil: 'baguhin palitan kanselahin isulat ilipat aprubahan',
    zh: '更新 修改 编辑 取消 审批 替换 写入 变更 退款',
  }),
  delete: wordList({
    en: 'delete remove drop purge destroy erase truncate wipe',
    es: 'eliminar borrar suprimir',
    fil: 'tanggalin burahin alisin',
    zh: '删除 移除 清空 销毁',
  }),
};

/** English words that are as often nouns: verbs only at the start of a name in which no other verb stands. */
const AMBIGUOUS: WordList = wordList({ en: 'post book transfer upload schedule charge register issue' });

/** What such a verb makes exists for the caller only: `create_report` changes nothing elsewhere. */
const PRODUCTS: WordList = wordList({
  en: `report summary chart graph plot plan preview query url link image picture diagram snapshot screenshot estimate quote draft view
    table_of_contents prompt outline hash uuid password embedding embeddings analysis comparison filter numbers number`,
});

/** A tool of these words changes nothing whatever its verb: it rehearses, or tells about a change. */
const REHEARSALS: WordList = wordList({
  en: 'preview dry simulate simulation validate estimate draft status history log logs count can',
  es: 'simular validar borrador historial',
  zh: '预览 模拟 校验 历史',
});

/** What the name says the tool does, and the verb that says so; null when it says nothing we know. */
export function actionOf(name: string): { action: Action; verb: string } | null {
  const words = splitWords(name);
  const found = (Object.keys(VERBS) as Action[])
    .flatMap((action) => {
      const match = findAmong(words, VERBS[action]) ?? findJoined(name, VERBS[action]);
      return match ? [{ action, verb: match.word, position: match.position }] : [];
    })
    .sort((a, b) => a.position - b.position);
  const [first] = found;
  if (first) return { action: first.action, verb: first.verb };
  const start = findAmong(words.slice(0, 2), AMBIGUOUS);
  return start && words.length > start.position + 1 ? { action: 'create', verb: start.word } : null;
}

/** True when the name speaks of a change that is only rehearsed or told about, or of something made for the caller alone. */
export function changesNothing(name: string): boolean {
  return hasWord(name, REHEARSALS) || !!findAmong(splitWords(name).slice(-1), PRODUCTS);
}

/** What a tool may add to or take from without changing anything elsewhere: it hands back the result. */
const CONTENT: WordList = wordList({
  en: `text texts string image images photo picture video audio pdf pdfs background watermark duplicates whitespace html markdown json csv xml
    column columns column_names days hours months numbers number tax vat percent units prefix suffix lines sentence paragraph`,
});

/** True when the name speaks of content that is passed in and handed back: `remove_background`, `merge_pdfs`. */
export function transformsContent(name: string): boolean {
  return !!findAmong(splitWords(name), CONTENT);
}

/** The third person, or the imperative, of a verb that changes something, as the first word of a description. */
const OPENING: WordList = wordList({
  en: `delete deletes remove removes create creates update updates cancel cancels pay pays refund refunds publish publishes insert inserts
    overwrite overwrites drop drops purge purges`,
  es: 'elimina eliminar borra borrar crea crear actualiza actualizar cancela cancelar publica publicar paga pagar',
  fil: 'burahin tanggalin gumawa lumikha baguhin kanselahin',
});
const OPENING_JOINED = [...VERBS.delete.joined, ...VERBS.change.joined, '创建', '新建', '新增', '提交', '发送', '支付'];

/** The verb with which a description begins to speak of a change; undefined when it begins otherwise. */
export function openingChange(description: string): string | undefined {
  const text = description.trimStart().slice(0, 200);
  const joined = OPENING_JOINED.find((word) => text.startsWith(word));
  if (joined) return joined;
  const [verb, ...rest] = splitWords(text);
  const sentence = splitWords(text.split(/[.\n]/)[0] ?? '');
  if (!verb || !findAmong([verb], OPENING) || findAmong(rest.slice(0, 3), PRODUCTS) || findAmong(sentence, REHEARSALS)) return undefined;
  return verb;
}
