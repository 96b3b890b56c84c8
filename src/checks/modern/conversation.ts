import type { Evidence } from '../../model/evidence.ts';
import type { Exchange } from '../../model/exchange.ts';
import { metaOf } from '../../model/exchange.ts';
import { META } from '../../model/protocol.ts';
import { allExchanges, ordinaryExchanges } from '../jsonrpc/conversation.ts';

/** The ordinary exchanges that are of 2026-07-28: a dual-era adapter was spoken to in both ways. */
export function modernExchanges(evidence: Evidence): Exchange[] {
  return ordinaryExchanges(evidence).filter((each) => isModernExchange(evidence, each));
}

/** The same, with what was probed. */
export function allModernExchanges(evidence: Evidence): Exchange[] {
  return allExchanges(evidence).filter((each) => isModernExchange(evidence, each));
}

function isModernExchange({ era, transport }: Evidence, each: Exchange): boolean {
  const { method } = each;
  if (method === 'initialize' || method.startsWith('notifications/')) return false;
  if (era === 'modern' || transport === 'file') return true;
  return method === 'server/discover' || metaOf(each, META.protocolVersion) !== undefined;
}
