import { isIP } from 'node:net';
import { ToolError } from '../../kit/tool-error.ts';
import { quote, some } from '../../model/text.ts';
import { type AddressKind, addressKind, plainAddress } from './address.ts';
import { covers, type HostRule, hostPort, hostRules } from './host-rule.ts';
import type { GuardPolicy } from './policy.ts';
import { UNSAFE_PORTS } from './unsafe-ports.ts';

/** What the policy says of one host and port; both judge by what `hostOf` gives, and throw ToolError `url_blocked`. */
export interface Judge {
  /** Before a name is looked up; an address is judged to the end. */
  host(host: string, port: number): void;
  /** What the host was resolved to: every address has to pass, as any of them may be dialled. */
  addresses(host: string, port: number, addresses: readonly string[]): void;
}

/**
 * The rules, of which the first that refuses is told: unsafe ports, denyHosts, then privateHosts (which allows in itself), allowHosts, public
 * addresses only. A declared name may stand for loopback and private addresses; one that is not declared never does, even if the address is:
 * otherwise a public page could give its own name to a declared host and read it.
 * @throws Fault for a policy with an entry that is no host
 */
export function createJudge(policy: GuardPolicy): Judge {
  const [denied, declared] = [hostRules(policy, 'denyHosts'), hostRules(policy, 'privateHosts')];
  const allowed = policy.allowHosts && hostRules(policy, 'allowHosts');
  const isDeclared = (host: string, port: number) => declared.some((rule) => rule.host === host && rule.port === port);
  const judge: Judge = {
    host(host, port) {
      const name = quote(hostPort(host, port), 100);
      if (UNSAFE_PORTS.has(port))
        throw blocked(`${name}: port ${port} belongs to another protocol, and browsers do not open it. Use another address.`);
      if (anyCovers(denied, host, port)) throw blocked(`${name} is on the operator's deny list (denyHosts). Use another host.`);
      if (allowed && !isDeclared(host, port) && !anyCovers(allowed, host, port))
        throw blocked(
          `${name} is not on the operator's allow list (allowHosts). Pages may use ${list(policy)}; anything else the operator has to add.`,
        );
      if (isIP(host)) judge.addresses(host, port, [host]);
    },
    addresses(host, port, addresses) {
      const name = quote(hostPort(host, port), 100);
      if (addresses.some((address) => anyCovers(denied, plainAddress(address), port)))
        throw blocked(`${name} leads to an address on the operator's deny list (denyHosts). Use another host.`);
      const kinds = addresses.map(addressKind);
      const refused = kinds.find((kind) => kind !== 'public' && !(DECLARABLE.has(kind) && isDeclared(host, port)));
      if (refused) throw blocked(`${name} ${isIP(host) ? 'is' : 'leads to'} ${WORDS[refused]}, which pages may not use. ${todo(refused)}`);
    },
  };
  return judge;
}

const DECLARABLE: ReadonlySet<AddressKind> = new Set(['loopback', 'private']);

const WORDS: Record<AddressKind, string> = {
  public: 'a public address',
  loopback: 'an address of this machine',
  private: 'an address of a private network',
  metadata: "an address of a cloud's metadata service",
  special: 'an address with a special meaning (link-local, multicast, reserved or a tunnel)',
};

function todo(kind: AddressKind): string {
  return DECLARABLE.has(kind)
    ? 'Use a public host, or ask the operator to declare exactly this host and port in privateHosts.'
    : 'Use a public host.';
}

function list({ allowHosts, privateHosts }: GuardPolicy): string {
  return some([...(allowHosts ?? []), ...privateHosts]) || 'no host at all';
}

function anyCovers(rules: readonly HostRule[], host: string, port: number): boolean {
  return rules.some((rule) => covers(rule, host, port));
}

function blocked(message: string): ToolError {
  return new ToolError('url_blocked', { message });
}
