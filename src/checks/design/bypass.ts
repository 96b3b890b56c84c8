import { quote } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';
import { bypassOffers } from './offers.ts';

const withText = (description: string, name = 'open_page') => ({ name, description });

export const bypass: ToolRule = {
  id: 'design/bypass',
  on: 'tool',
  severity: 'error',
  why: 'Getting around the checks of a platform breaks its rules: accounts are closed, and hosts and stores refuse the adapter as a whole.',
  fix: 'leave the tool out; where a check appears, answer with a stable code such as human_verification_required and let a person go on',
  examples: {
    good: [
      withText('Opens a page. Returns human_verification_required when a captcha appears.'),
      withText('Never solves captchas, does not bypass human verification and refuses bulk registration.'),
      withText('If a captcha appears, asks the user to solve it.'),
      withText('Tells whether a captcha must be solved first. The captcha is then to be solved by a person.'),
      withText('Attempts to bypass the human check are logged.'),
      withText('Detects bots and reports attempts to bypass phone verification.', 'detect_captcha'),
      withText('Creates many customer accounts from a CSV file in your CRM.', 'bulk_create_accounts'),
      withText('Registers a webhook for each of many events.', 'register_webhook'),
      withText('Bypasses the cache and skips rows without a price.'),
      {
        name: 'pin_key',
        inputSchema: { type: 'object', properties: { fingerprint: { type: 'string', description: 'SHA-256 of the host key' } } },
      },
    ],
    bad: [
      withText('Opens a page and solves the captcha on it.'),
      withText('Opens a page.', 'solve_captcha'),
      withText('Opens a page; if a captcha is detected, it is solved automatically and the page is returned.'),
      withText('Avoids bot detection.'),
      withText('Solves every captcha without human help.'),
      withText('Mass registration of accounts with disposable addresses.'),
      withText('Bypasses SMS verification.'),
      withText('Opens a browser with a spoofed fingerprint.'),
      withText('Forges an identity document for sign-up.'),
      withText('自动破解验证码。'),
      withText('Resuelve el captcha de la página.'),
      { inputSchema: { type: 'object', properties: { captchaSolverKey: { type: 'string' } } } },
    ],
  },
  *check(tool) {
    for (const { what, said, at } of bypassOffers(tool)) {
      yield { at, subject: quote(said), message: `it offers ${what}, which breaks the rules of the platform behind it` };
    }
  },
};
