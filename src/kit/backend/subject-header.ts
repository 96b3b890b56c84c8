import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';
import { LOCAL } from '../caller.ts';
import { ToolError } from '../tool-error.ts';
import type { Credential } from './credential.ts';

export interface SubjectHeaderOptions {
  /** `X-On-Behalf-Of` unless said. */
  header?: string;
  /** The adapter's own credential at the system behind, or what gets it. */
  serviceToken: string | (() => string | Promise<string>);
  /** Whom the person at this machine is known as there; without it they are not let through. */
  local?: string;
}

/** Headers lose spaces at their ends, and other characters are no header at all. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * The adapter's own credential, and in a header the verified subject, for a system behind that trusts the adapter to say who asks.
 * @throws Fault when the options cannot be used
 */
export function subjectHeader({ header = 'X-On-Behalf-Of', serviceToken, local }: SubjectHeaderOptions): Credential {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header) || header.toLowerCase() === 'authorization')
    throw new Fault('config', `${quote(header)} cannot carry the subject`, 'name a header of its own, such as X-On-Behalf-Of');
  return {
    async headers({ principal, scopes }) {
      const subject = scopes === null && principal === LOCAL ? local : principal;
      if (subject === undefined || !HEADER_VALUE.test(subject))
        throw new ToolError('backend_refused', {
          message: 'the system behind does not know who asks: this caller has no subject that can be told it',
        });
      const token = typeof serviceToken === 'string' ? serviceToken : await serviceToken();
      return { authorization: `Bearer ${token}`, [header]: subject };
    },
    forget: () => false,
  };
}
