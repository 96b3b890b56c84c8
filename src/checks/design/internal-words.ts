import { wordList } from '../../model/word-match.ts';

/** Names that can only mean the machinery behind an adapter. */
export const MACHINERY = wordList({
  en: `cdp devtools debug_port debugger_port debugging_port remote_debugging_port debugger_url debug_url inspector_url ws_endpoint wsendpoint
    websocket_endpoint websocket_url ws_url wsurl browser_ws proxy_host proxy_port proxy_server proxy_url proxy_address queue_name queue_url
    queue_id message_queue job_queue task_queue worker_queue pool_size pool_id pool_name worker_pool browser_pool connection_pool shard_id
    shard_key shard_count internal_id internal_ids node_ip pod_name container_ip db_host database_host redis_url broker_url`,
  es: 'puerto_de_depuracion puerto_depuracion id_interno servidor_proxy cola_de_mensajes',
  fil: 'panloob_na_id',
  zh: '调试端口 内部编号 内部ID 代理主机 消息队列 连接池 分片',
});

/** Names that are machinery in most adapters, and the very object in some: a queue of a message broker, a liquidity pool. */
export const AMBIGUOUS_MACHINERY = wordList({ en: 'queue pool shard', es: 'cola', zh: '队列' });
