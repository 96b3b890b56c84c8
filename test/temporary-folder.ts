import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests of a run one temporary folder and removes it at the end, so that nothing piles up whatever a test forgets. */
export default function temporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-tests-'));
  // Workers are started after this, and inherit it.
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
