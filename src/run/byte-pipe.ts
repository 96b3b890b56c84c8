import type { BytePipe } from '../hosts/byte-pipe.ts';
import type { Launch } from '../model/target.ts';
import { AdapterProcess } from '../wire/adapter-process.ts';
import type { OpenOptions } from '../wire/open.ts';

/** A fresh process of the adapter whose bytes go to somebody else's parser. */
export async function openBytes(launch: Launch, options: OpenOptions): Promise<BytePipe> {
  let onData = (_chunk: Buffer): void => {};
  const child = new AdapterProcess(launch, options.env, (chunk) => onData(chunk));
  child.killOn(options.signal);
  return {
    write: (text) => void child.write(text),
    onData: (handler) => {
      onData = handler;
    },
    onEnd: (handler) => void child.ended.then(handler),
    close: async () => {
      await child.end();
    },
  };
}
