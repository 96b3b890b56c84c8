import { shellWord } from './shell-word.ts';

/**
 * The command that runs a case again.
 * @param targetWords how the command line names the adapter; empty for the one that the case or the config names
 */
export function replayCommand(file: string, targetWords = ''): string {
  return `mcp-adapter replay ${shellWord(file)} ${targetWords}`.trimEnd();
}
