import { createProvider } from '../../../src/reference/providers/index.ts';

/** What it tells. */
export interface Held {
  /** The lease's. */
  id: string;
  /** The browser's. */
  pid: number;
}

/** A process of its own that takes a browser, tells so on stdout, and waits to be killed. Arguments: the provider's config, the state folder. */
const [config = '', state = ''] = process.argv.slice(2);
const provider = createProvider(JSON.parse(config), { state, env: process.env, log: (line) => console.error(line) });
const wish = { region: 'US-CA', purpose: 'default', account: null, signal: AbortSignal.timeout(60_000), timeoutMs: 60_000 };
const { id, browser } = await provider.acquire(wish);
const session = await browser.newBrowserCDPSession();
const { processInfo } = await session.send('SystemInfo.getProcessInfo');
const held: Held = { id, pid: processInfo.find(({ type }) => type === 'browser')?.id ?? 0 };
console.log(JSON.stringify(held));
setInterval(() => {}, 60_000);
