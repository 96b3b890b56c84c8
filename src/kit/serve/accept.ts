import { member } from '../../model/json.ts';
import { refusalBody, STOPPING } from '../http/refusal.ts';

/** What the SDK wants to see from every client of the earlier revisions; simple ones do not send it. */
export const ACCEPT_BOTH = 'application/json, text/event-stream';

export function acceptsStream(accept: string | undefined): boolean {
  return /\btext\/event-stream\b/i.test(accept ?? '');
}

/** The same answer as one JSON document, without the progress before it, for a client that does not read streams. */
export async function asJson(answer: Response, batch: boolean): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
  const events = (await answer.text()).split('\n').filter((line) => line.startsWith('data: {'));
  const responses = events
    .map((line): unknown => JSON.parse(line.slice('data: '.length)))
    .filter((message) => member(message, 'method') === undefined);
  if (!responses.length) return cutOff(null);
  const session = answer.headers.get('mcp-session-id');
  return Response.json(batch ? responses : responses[0], { headers: session === null ? {} : { 'mcp-session-id': session } });
}

/** What a call is answered with that was broken off because the adapter stops. */
export function cutOff(id: string | number | null): Response {
  return Response.json(refusalBody(STOPPING.message, id), { status: STOPPING.status, headers: { ...STOPPING.headers } });
}
