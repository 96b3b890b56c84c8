import { visible } from '../../model/text.ts';

/** One line for the operator. stdout belongs to the protocol. */
export function stderrLog(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
}
