import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';
import { plainAddress } from './address.ts';
import type { GuardPolicy } from './policy.ts';

/** One entry of the lists of the policy. */
export interface HostRule {
  /** As `hostOf` gives it. */
  host: string;
  /** Null: every port. */
  port: number | null;
}

/**
 * The entries of one list.
 * @throws Fault `config` for an entry that is no host, or has no port where it needs one
 */
export function hostRules(policy: GuardPolicy, list: keyof GuardPolicy): HostRule[] {
  return (policy[list] ?? []).map((entry) => {
    const rule = parseHostPort(entry);
    if (!rule || rule.host.includes('*'))
      throw new Fault(
        'config',
        `${quote(entry)} in ${list} is no host.`,
        'Write shop.example (what is below it is meant too), shop.example:8443 or [::1]:8443.',
      );
    if (list === 'privateHosts' && rule.port === null)
      throw new Fault(
        'config',
        `${quote(entry)} in privateHosts has no port.`,
        `Write the one port that pages may use, such as ${entry}:8080.`,
      );
    return rule;
  });
}

/** True for the rule's host and every name below it; an address has nothing below it. */
export function covers(rule: HostRule, host: string, port: number): boolean {
  return (rule.port === null || rule.port === port) && (host === rule.host || host.endsWith(`.${rule.host}`));
}

/** Reads `host`, `host:port` or `[v6]:port` in any spelling that a browser knows; null for anything else. */
export function parseHostPort(text: string): HostRule | null {
  const [, name, digits] = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (name === undefined || !URL.canParse(`http://${name}`)) return null;
  const host = hostOf(new URL(`http://${name}`));
  const port = digits === undefined ? null : Number(digits);
  return host === null || (port !== null && port > 65_535) ? null : { host, port };
}

/**
 * The host of a URL as it is judged and resolved: ASCII, lower case, without brackets and the dot at the end, an address in its one spelling.
 * Null where there is none, or a name has an empty label.
 */
export function hostOf(url: URL): string | null {
  const host = plainAddress(url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''));
  return host.split('.').every(Boolean) && host.length <= 253 ? host : null;
}

/** The port of a URL, its scheme's own where it names none; that of http for a scheme that is not known. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return port === '' ? (PORTS[protocol] ?? 80) : Number(port);
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443, 'socks5:': 1080 };

/** For messages: `shop.example:443`, `[::1]:80`. */
export function hostPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
