import { type Challenge, challengeOf } from '../../model/challenge.ts';
import type { Evidence } from '../../model/evidence.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { type Answered, answeredOnly, conversation } from '../http/answers.ts';

/** The refusal that asks for authorization: the first 401, else a 403 with a challenge. */
export function refusal(evidence: Evidence): { answer: Answered; challenge: Challenge } | null {
  const all = conversation(evidence);
  const answer =
    all.find(({ http }) => http.status === 401) ?? all.find(({ http }) => http.status === 403 && http.headers['www-authenticate']);
  return answer ? { answer, challenge: challengeOf(answer.http) } : null;
}

/** A JSON document that a metadata request gave, with where it came from. */
export interface Metadata {
  url: string;
  document: JsonObject;
}

/** The metadata of the protected resource (RFC 9728), when there is any. */
export function resourceMetadata(evidence: Evidence): Metadata | null {
  return documents(evidence, 'auth-metadata').at(-1) ?? null;
}

/** The metadata of the authorization servers that are on the host of the adapter (RFC 8414). */
export function serverMetadata(evidence: Evidence): Metadata[] {
  return documents(evidence, 'auth-server');
}

function documents(evidence: Evidence, name: 'auth-metadata' | 'auth-server'): Metadata[] {
  return answeredOnly(evidence.probes[name] ?? []).flatMap(({ http }) => {
    const document = http.status === 200 ? parsed(http.body) : undefined;
    return isObject(document) ? [{ url: http.url, document }] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
