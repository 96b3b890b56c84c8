import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Dialer } from './dialer.ts';

/** Hosts with an idle connection, and idle connections to one host. */
const [IDLE_HOSTS, IDLE_EACH, IDLE_MS] = [32, 6, 10_000];

/** Keeps connections to targets for the next request. A kept one goes where it went when it was judged, so nothing is looked up again for it. */
export class TargetAgent extends Agent {
  readonly #dial: Dialer;
  readonly #signal: AbortSignal;

  /** `signal` ends the connections that are being made. */
  constructor(dial: Dialer, keepAlive: boolean, signal: AbortSignal) {
    super({ keepAlive, maxFreeSockets: IDLE_EACH, timeout: IDLE_MS });
    this.#dial = dial;
    this.#signal = signal;
  }

  override createConnection({ host, port }: ClientRequestArgs, done: (error: Error | null, socket?: Duplex) => void): undefined {
    this.#dial(String(host), Number(port), this.#signal).then((socket) => done(null, socket), done);
  }

  override keepSocketAlive(socket: Duplex): boolean {
    return Object.keys(this.freeSockets).length < IDLE_HOSTS && Boolean(super.keepSocketAlive(socket));
  }
}
