import type { Rule } from '../rule.ts';
import { blankLines } from './blank-lines.ts';
import { bom } from './bom.ts';
import { bufferedOutput } from './buffered-output.ts';
import { contentLengthFraming } from './content-length-framing.ts';
import { crlf } from './crlf.ts';
import { encoding } from './encoding.ts';
import { launcherNoise } from './launcher-noise.ts';
import { lineTooLong } from './line-too-long.ts';
import { multilineJson } from './multiline-json.ts';
import { stderrFlood } from './stderr-flood.ts';
import { stdoutNoise } from './stdout-noise.ts';
import { truncatedMessage } from './truncated-message.ts';

export const stdio: readonly Rule[] = [
  blankLines,
  bom,
  bufferedOutput,
  contentLengthFraming,
  crlf,
  encoding,
  launcherNoise,
  lineTooLong,
  multilineJson,
  stderrFlood,
  stdoutNoise,
  truncatedMessage,
];
