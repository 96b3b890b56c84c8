import { findWord, hasWord, splitWords, type WordList, wordList } from '../../model/word-match.ts';

/** Verbs that mean going on and on, as a name says them. */
const IN_NAMES: WordList = wordList({
  en: 'crawl crawler paginate spider until scrape_all fetch_all get_all list_all download_all export_all visit_all collect_all read_all process_all sync_all check_every visit_every',
  es: 'recorrer rastrear paginar hasta',
  fil: 'isa_isahin hanggang',
  zh: '爬取 遍历 全部抓取 直到',
});

/** The same in a description; a page-wise tool ("paginated results") is not meant. */
const IN_TEXT: WordList = wordList({
  en: `crawls crawl_pages crawl_all crawl_every crawl_the crawl_links crawl_through crawling_until paginate_through paginates_through paginating_through paginates_over paginate_over paginates_all paginate_all
    automatically_paginates until_there until_no until_nothing until_none until_the_end_of_the_list until_it_succeeds until_done until_success until_successful
    until_finished until_complete until_completed until_empty until_the_list until_all until_every keeps_trying keep_trying keeps_retrying keep_retrying keeps_polling retries_forever retries_until retry_until polls_until poll_until repeats_until
    repeat_until looping_over_all loops_over_all loop_over_all iterates_over_all iterate_over_all iterates_over_every goes_through_all goes_through_every
    walks_through_all walks_through_every
    every_page all_pages each_page every_link all_links every_result all_the_pages follow_every follows_every visits_every visit_every
    recursively_follows recursively_follow as_long_as_there`,
  es: `rastrea rastrear recorre_todas recorre_todos recorrer_todas recorrer_todos todas_las_paginas cada_pagina hasta_que_no
    hasta_agotar hasta_terminar hasta_que_termine reintenta_hasta`,
  fil: 'lahat_ng_pahina bawat_pahina hanggang_sa_wala hanggang_wala hanggang_matapos paulit_ulit',
  zh: '爬取 遍历 所有页 全部页 每一页 直到没有 直到完成 直到成功 不断重试 循环',
});

/** In a name: the tool asks about a loop, or ends one. */
const ABOUT_LOOPS = wordList({
  en: 'check status cancel stop result results history errors active pause delete',
  es: 'estado cancelar',
  zh: '状态 取消 停止',
});

/** Words after which the looping is denied, or bounded in the same sentence. */
const DENIED = wordList({
  en: 'not never no_longer without does_not cannot don_t doesn_t instead_of rather_than one_page a_single at_most up_to no_more_than maximum limited_to capped first stops_after',
  es: 'no nunca sin maximo hasta_un_maximo',
  fil: 'hindi huwag wala hanggang_sa_maximum pinakamarami',
  zh: '不会 不得 最多 至多 不超过 上限',
});

/** The word that says a tool goes on until there is nothing left, as it stands in the name or description; undefined without one. */
export function loopingWord(name: string, description: string): string | undefined {
  if (hasWord(name, ABOUT_LOOPS) || isBounded(description)) return undefined;
  const inName = findWord(name, IN_NAMES);
  if (inName) return inName.word;
  for (const sentence of description.slice(0, 20_000).split(/[.;!?。；！\n]+/)) {
    const found = /^\s*crawl\b/i.test(sentence) ? 'crawl' : findWord(sentence, IN_TEXT)?.word;
    if (found && !hasWord(withoutWord(sentence, found), DENIED)) return found;
  }
  return undefined;
}

/** `until no more` holds a "no" that denies nothing. */
function withoutWord(sentence: string, found: string): string {
  const words = ` ${splitWords(sentence).join(' ')} `;
  return `${words.replace(` ${found} `, ' ').replace(' no more ', ' ').replace(' are no ', ' ')} ${sentence.replace(found, '').replace(/[\x20-\x7e]/g, '')}`;
}

/** True when a description states its own limit in numbers: "at most 50 pages". */
function isBounded(description: string): boolean {
  return /(?:at most|up to|no more than|max(?:imum)?(?: of)?|limited to|stops? after|capped at|the first|como máximo|máximo de|hasta un máximo de|最多|至多|不超过|hanggang|pinakamarami)[ :]{0,2}\d/i.test(
    description.slice(0, 20_000),
  );
}
