import type { ToolContext } from '../../kit/context.ts';
import { orTimeUp } from '../../kit/time-up.ts';
import { ToolError } from '../../kit/tool-error.ts';
import type { Environment } from '../environments/environment.ts';
import { checkUrl } from '../guard/check-url.ts';
import { stopAtChallenge } from '../pages/challenge.ts';
import { failureOf } from '../pages/failure-of.ts';
import type { OpenPage } from '../pages/page-book.ts';
import type { ReferenceServices } from '../services.ts';
import type { PageMap } from '../targets/target-map.ts';
import { inEnvironment } from './in-environment.ts';

/** What a tool that works on a page is given. */
export interface OnPage {
  environment: Environment;
  open: OpenPage;
  /** Null where no map knows the page. */
  map: PageMap | null;
  /** To be called right before the page is told to do what may change something outside: a failure from then on is `outcome_unknown`. */
  sent(): void;
}

export type OnPageServices = Pick<ReferenceServices, 'environments' | 'credentials' | 'maps' | 'config'>;

/** Whatever a page answers nothing to must not keep the environment: each tool has shorter limits of its own, and its call a longer one. */
const LIMIT_MS = 45_000;

/**
 * Runs a tool's work on a page that may be looked at, alone in its environment.
 * @throws ToolError what finding environment and page throws, `url_blocked`, `human_verification_required`, what `work` throws, and what
 * `classify` makes of anything else
 */
export async function onPage<T extends object>(
  services: OnPageServices,
  args: { env_id: string; task_id: string; page_id?: string | undefined },
  context: Pick<ToolContext, 'caller' | 'signal'>,
  during: 'read' | 'write',
  work: (on: OnPage) => Promise<T>,
): Promise<T> {
  return inEnvironment(services, args, context, async (environment) => {
    const open = environment.pages.get(args.page_id);
    const since = performance.now();
    open.download = false;
    let sent = false;
    const markSent = () => {
      sent = true;
    };
    const done = async () => {
      const url = addressOf(open, services);
      await stopAtChallenge(open.page);
      return work({ environment, open, map: services.maps.mapFor(url), sent: markSent });
    };
    try {
      // A write that was begun is not left alone by a client that cancels: how it ends is worth knowing.
      return await orTimeUp(done(), LIMIT_MS, during === 'read' ? context.signal : null);
    } catch (error) {
      if (context.signal.aborted && error === context.signal.reason) throw error;
      throw await failureOf(error, { environment, open, url: open.page.url(), since, during, sent });
    }
  });
}

/**
 * The address at which a page is, looked at again: it may have gone on by itself since it was opened.
 * @throws ToolError `url_blocked`; `page_not_found` for a page that holds no site
 */
function addressOf({ id, page }: OpenPage, { config }: Pick<ReferenceServices, 'config'>): string {
  const url = page.url();
  if (url === 'about:blank' || url.startsWith('chrome-error:'))
    throw new ToolError('page_not_found', {
      message: `page ${id} holds no site: ${url === 'about:blank' ? 'nothing was opened in it' : 'what it went to could not be opened'}; open_page first`,
    });
  return checkUrl(url, config).href;
}
