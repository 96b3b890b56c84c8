import { type Conversation, noteSent } from './conversation.ts';

/** Thrown instead of sending anything to a place that the user did not name. */
export class OtherOrigin extends Error {
  readonly origin: string;

  constructor(origin: string) {
    super(`not followed to ${origin}`);
    this.name = 'OtherOrigin';
    this.origin = origin;
  }
}

/** A fetch for the SDKs that stays on the origin of `url`, so headers with tokens go nowhere else, and notes what was asked and answered. */
export function originFetch(url: string, conversation: Conversation): (input: string | URL, init?: RequestInit) => Promise<Response> {
  const { origin } = new URL(url);
  return async (input, init = {}) => {
    const asked = new URL(input).origin;
    if (asked !== origin) throw new OtherOrigin(asked);
    const posts = init.method === 'POST';
    if (posts && typeof init.body === 'string') noteSent(conversation, init.body);
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const contentType = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (posts) conversation.http = { status: response.status, contentType };
    return response;
  };
}
