import type { Rule } from '../rule.ts';
import { metadataInvalid } from './metadata-invalid.ts';
import { noChallenge } from './no-challenge.ts';
import { required } from './required.ts';
import { resourceMismatch } from './resource-mismatch.ts';
import { insufficientScope, offlineAccess, scopeMissing } from './scope.ts';
import { insecureServer, issuerMismatch, pkceMissing } from './server-metadata.ts';

export const auth: readonly Rule[] = [
  insecureServer,
  insufficientScope,
  issuerMismatch,
  metadataInvalid,
  noChallenge,
  offlineAccess,
  pkceMissing,
  required,
  resourceMismatch,
  scopeMissing,
];
