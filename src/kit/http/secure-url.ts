import { Fault } from '../../model/fault.ts';
import { isLoopback } from '../../model/target.ts';

/**
 * A URL that tokens or keys may come from: https, or of this machine.
 * @throws Fault naming the option
 */
export function secureUrl(option: string, value: string | URL): URL {
  const url = URL.canParse(String(value)) ? new URL(value) : null;
  if (url && !url.username && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.href)))) return url;
  throw new Fault(
    'config',
    `${option} is no URL that can be trusted`,
    'give an https URL without credentials; http is for this machine only',
  );
}
