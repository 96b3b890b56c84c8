import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { quote } from '../../model/text.ts';

/** What stands in the way of acting on an element. */
type Obstacle = 'hidden' | 'disabled' | 'read-only' | 'covered' | 'outside of the page';

const PAUSE_MS = 100;
const GLANCE_MS = 1_000;

/**
 * Waits until an element can be clicked, or filled in. It is only looked at (and scrolled to): a trial run of the driver sends events, to which a page
 * may listen.
 * @throws ToolError `target_not_found`, `target_not_actionable` (retryable)
 */
export async function mustBeActionable(locator: Locator, name: string, use: 'click' | 'fill', waitMs: number): Promise<void> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    const obstacle = await obstacleFor(locator, use);
    if (!obstacle) return;
    if (performance.now() >= endsAt) throw obstacle === 'gone' ? gone(name) : notActionable(name, obstacle);
    await delay(PAUSE_MS);
  }
}

/** What is told of an element that is there and cannot be acted on; nothing has happened. */
export function notActionable(name: string, obstacle: Obstacle | 'moving or covered'): ToolError {
  return new ToolError('target_not_actionable', {
    retryable: true,
    message: `the target ${quote(name)} is ${obstacle} and cannot be used now; nothing was done. Look at the page, then try again`,
  });
}

function gone(name: string): ToolError {
  return new ToolError('target_not_found', { message: `the target ${quote(name)} has gone from this page; nothing was done` });
}

async function obstacleFor(locator: Locator, use: 'click' | 'fill'): Promise<Obstacle | 'gone' | null> {
  if ((await locator.count()) === 0) return 'gone';
  if (!(await locator.isVisible())) return 'hidden';
  const glance = { timeout: GLANCE_MS };
  if (!(await locator.isEnabled(glance))) return 'disabled';
  // What is typed goes to the field that has the focus, whatever lies above it.
  if (use === 'fill') return (await locator.isEditable(glance)) ? null : 'read-only';
  const [over] = await locator.evaluateAll(whatIsOver);
  return over ?? null;
}

/** Runs in the page: whether a click in the middle of an element would reach another one. */
function whatIsOver(elements: Element[]): ('covered' | 'outside of the page' | null)[] {
  return elements.map((element) => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const [box] = element.getClientRects();
    if (!box) return 'outside of the page';
    let hit = element.ownerDocument.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!hit) return 'outside of the page';
    while (hit.shadowRoot) {
      const inner: Element | null = hit.shadowRoot.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    // A click on the label of a field is one on the field.
    const isLabel = hit.closest('label')?.control === element;
    for (let at: Element | null = hit; at; at = at.parentElement ?? at.getRootNode().host ?? null) if (at === element) return null;
    return isLabel ? null : 'covered';
  });
}

/** What the function above uses of the DOM, which the compiler is not told of: everything else here runs in Node. */
interface Element {
  ownerDocument: Root;
  shadowRoot: Root | null;
  parentElement: Element | null;
  scrollIntoView(options: { block: 'center'; inline: 'center'; behavior: 'instant' }): void;
  getClientRects(): Iterable<{ x: number; y: number; width: number; height: number }>;
  closest(css: 'label'): { control: Element | null } | null;
  getRootNode(): { host?: Element };
}

interface Root {
  elementFromPoint(x: number, y: number): Element | null;
}
