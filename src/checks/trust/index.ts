import type { Rule } from '../rule.ts';
import { hiddenText } from './hidden-text.ts';
import { instructionInDescription } from './instruction-in-description.ts';
import { nameShadowing } from './name-shadowing.ts';
import { secretInDeclaration } from './secret-in-declaration.ts';
import { secretInResult } from './secret-in-result.ts';
import { secretInStderr } from './secret-in-stderr.ts';

export const trust: readonly Rule[] = [
  hiddenText,
  instructionInDescription,
  nameShadowing,
  secretInDeclaration,
  secretInResult,
  secretInStderr,
];
