import type { Channel } from './channel.ts';
import type { HttpChannel } from './http.ts';
import type { StdioChannel } from './stdio.ts';

// Told by what they can do rather than by class, so that asking does not load either transport.

export function isStdio(channel: Channel): channel is StdioChannel {
  return channel.kind === 'stdio' && 'process' in channel;
}

/** Streamable HTTP; the transport of 2024-11-05 is none. */
export function isHttp(channel: Channel): channel is HttpChannel {
  return channel.kind === 'http' && 'setToolHeaders' in channel;
}
