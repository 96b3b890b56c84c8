/** A failure as Chromium and Playwright tell it, and what it means here. */
export interface FailureText {
  /** How the first line goes on behind the name of the method (`page.goto: `). */
  begins: readonly string[];
  code: string;
  retryable: boolean;
  /** What happened, for the model. */
  seen: string;
  /** What to do next. */
  todo: string;
  /** True where the guard, if it knows of a failure, knows better. */
  network: boolean;
}

const REOPEN = 'open_page opens its address again';

export const LOST = row([], 'env_lost', true, 'the browser of this environment is gone', 'prepare_environment again');
export const ENDPOINT = row([], 'env_unavailable', true, "the browser's endpoint does not answer", 'try again, then tell a person');
export const CRASHED = row(['Target crashed', 'Page crashed'], 'page_crashed', true, 'the page crashed', REOPEN);
export const DOWNLOAD = row(['Download is starting'], 'download_blocked', false, 'this leads to a download', 'open a page instead');
/** What an error begins with when the page went on to another one while something was asked of it. */
export const WENT_ON = 'Execution context was destroyed';
/** Stands for every navigation that was stopped: by a download, a crash that is told right after, or an answer without a page. */
export const ABORTED = row(['net::ERR_ABORTED'], 'page_failed', true, 'the page stopped loading', 'try again, or open another address');
export const PROXY_AUTH = network(
  ['net::ERR_INVALID_AUTH_CREDENTIALS', 'net::ERR_PROXY_AUTH_'],
  'egress_auth_failed',
  false,
  "the region's proxy does not accept the user or password",
  'a person must correct the configuration',
);
export const TIMED_OUT = network(
  ['Timeout ', 'net::ERR_TIMED_OUT', 'net::ERR_CONNECTION_TIMED_OUT'],
  'timeout',
  true,
  'the page did not answer in time',
  'try again, or allow more time',
);
/** What a time-out of an action on an element means, by the log of the call. */
export const NOT_FOUND = row([], 'target_not_found', false, 'the target is not on the page', 'describe_page shows what is there');
export const NOT_ACTIONABLE = row(
  [],
  'target_not_actionable',
  true,
  'the target is hidden, disabled, moving or covered',
  'wait_for it, then try again',
);
export const UNKNOWN = row([], 'page_failed', true, 'the browser could not do this on the page', 'try again, or open the page again');

/** The texts of playwright-core 1.65 and Chromium 147; a test provokes them. The first that fits counts. */
export const FAILURE_TEXTS: readonly FailureText[] = [
  network(['net::ERR_NAME_'], 'dns_failed', false, 'there is no host of this name', 'check the address'),
  TIMED_OUT,
  network(
    [
      'net::ERR_CONNECTION_',
      'net::ERR_EMPTY_RESPONSE',
      'net::ERR_INVALID_HTTP_RESPONSE',
      'net::ERR_ADDRESS_UNREACHABLE',
      'net::ERR_TUNNEL_CONNECTION_FAILED',
      'net::ERR_HTTP2_',
      'net::ERR_NETWORK_',
      'net::ERR_INTERNET_DISCONNECTED',
    ],
    'target_unreachable',
    true,
    'the site could not be reached, or broke off',
    'try again later',
  ),
  row(
    ['net::ERR_CERT_', 'net::ERR_SSL_', 'net::ERR_BAD_SSL_'],
    'tls_failed',
    false,
    'the site has no certificate that can be trusted, or speaks no TLS',
    'check the address',
  ),
  row(['net::ERR_TOO_MANY_REDIRECTS'], 'redirect_loop', false, 'the address redirects in a circle', 'open another one'),
  network(
    ['net::ERR_PROXY_CONNECTION_FAILED', 'net::ERR_SOCKS_'],
    'egress_unavailable',
    true,
    "the region's proxy could not be reached",
    'try again, then tell a person',
  ),
  PROXY_AUTH,
  row(
    [
      'net::ERR_UNSAFE_',
      'net::ERR_BLOCKED_BY_',
      'net::ERR_DISALLOWED_URL_SCHEME',
      'net::ERR_UNKNOWN_URL_SCHEME',
      'net::ERR_INVALID_URL',
      'net::ERR_INVALID_REDIRECT',
      'Protocol error (Page.navigate): Cannot navigate to invalid URL',
    ],
    'url_blocked',
    false,
    'the address, or one that it redirects to, is not allowed',
    'open a public http or https page',
  ),
  DOWNLOAD,
  CRASHED,
  row(
    ['Target page, context or browser has been closed', 'net::ERR_ABORTED; maybe frame was detached?'],
    'page_closed',
    true,
    'the page was closed meanwhile',
    REOPEN,
  ),
  ABORTED,
  row([WENT_ON, 'Navigation to "'], 'page_failed', true, 'the page went on to another one meanwhile', 'look at it again'),
  row(
    ['strict mode violation'],
    'target_ambiguous',
    false,
    'several things on the page are this target',
    'a person must make its locators more exact',
  ),
];

function row(begins: readonly string[], code: string, retryable: boolean, seen: string, todo: string): FailureText {
  return { begins, code, retryable, seen, todo, network: false };
}

function network(begins: readonly string[], code: string, retryable: boolean, seen: string, todo: string): FailureText {
  return { begins, code, retryable, seen, todo, network: true };
}
