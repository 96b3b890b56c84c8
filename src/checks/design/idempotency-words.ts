import { wordList } from '../../model/word-match.ts';

/** Names of a parameter by which a repeated call can be told from a second one. */
export const KEYS = wordList({
  en: `idempotency idempotent idempotence dedupe dedup deduplication task_id taskid request_id requestid client_token client_reference
    client_request operation_id transaction_id step_id external_id external_reference external_ref correlation_id nonce message_id event_id
    uuid guid client_id_key reference_id job_id run_id`,
  es: 'id_tarea id_solicitud id_operacion id_externo idempotencia',
  fil: 'id_ng_gawain',
  zh: '幂等 任务编号 任务ID 请求编号 请求ID 流水号',
});

/** Words of a name by which a repeat makes nothing twice: what is made has a name of its own, or is made only where it is missing. */
export const ONCE_ONLY = wordList({
  en: `or_update or_replace upsert ensure directory folder file branch repository repo collection table database index bucket tag tags label
    labels reaction star favorite favourite role permission permissions member alias domain`,
  es: 'carpeta archivo tabla etiqueta',
  zh: '文件夹 目录 分支 标签',
});
