import type { Rule } from '../rule.ts';
import { echoedUnknown } from './echoed-unknown.ts';
import { noHandshake } from './no-handshake.ts';
import { notNegotiated } from './not-negotiated.ts';
import { probeHangs } from './probe-hangs.ts';
import { unknownRevision } from './unknown-revision.ts';
import { unsupportedVersionError } from './unsupported-version-error.ts';

export const version: readonly Rule[] = [echoedUnknown, noHandshake, notNegotiated, probeHangs, unknownRevision, unsupportedVersionError];
