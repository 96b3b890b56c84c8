import type { Target } from '../model/target.ts';
import type { Opened, OpenOptions } from './open.ts';
import { openStdio } from './open-stdio.ts';

/** Connects to an adapter and finds its era. Never rejects for anything that the adapter does. */
export async function openAdapter(target: Target, options: OpenOptions): Promise<Opened> {
  if (target.kind === 'stdio') return openStdio(target, options);
  return (await import('./open-http.ts')).openHttp(target, options);
}
