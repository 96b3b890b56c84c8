import type { Box, DomDocument, DomElement, DomNode } from './dom.ts';

/** What is to be read of the elements that a locator found. */
export interface ReadWish {
  /** Where within an element a field stands: a CSS selector (empty: the element itself), its visible text or one of its attributes. */
  fields: Readonly<Record<string, { css: string; attribute?: string }>>;
  /** The first element, from 0, and how many. */
  from: number;
  max: number;
  /** At most, for one field. */
  maxChars: number;
  /** At most, for everything together. */
  maxNodes: number;
  maxMs: number;
}

export interface ReadResult {
  /** One for each element; fewer, but at least one, when nodes or time were not enough. */
  rows: Record<string, string>[];
  /** Elements that there are. */
  total: number;
  /** Characters, nodes or time were not enough. */
  cut: boolean;
}

/**
 * Reads what a person could see of elements; it runs in the page, so nothing outside of it is there, and the page may have replaced what it uses.
 * Left out is what is not displayed, not visible, (nearly) transparent, clipped away, too small to be seen, shown as dots, or outside of what scrolling
 * can reach; scripts, templates and the values of password fields. Text in the colour of its ground, or beneath something else, cannot be told from
 * other text. It goes through open shadow roots and frames of the same origin. Blocks are lines.
 */
export function readInPage(elements: readonly DomElement[], wish: ReadWish): ReadResult {
  /** What an ancestor does to what is in it. */
  interface Within {
    opacity: number;
    /** Something behind the letters is cut to their shape, so that their own colour says nothing. */
    fillsLetters: boolean;
    /** What can be seen of its children, of those positioned absolutely, and of fixed ones. */
    clip: Box;
    absolute: Box;
    fixed: Box;
  }

  const MAX_DEPTH = 400;
  /** Pixels: nobody reads lines that are lower. */
  const SMALLEST = 4;
  const NEVER = new Set(['script', 'style', 'noscript', 'template', 'head']);
  const SHOWN_VALUES = new Set(['text', 'search', 'email', 'tel', 'url', 'number', 'date', 'time', 'button', 'submit', 'reset']);
  const endsAt = performance.now() + wish.maxMs;
  let [nodes, spent, cut] = [0, false, false];
  let [written, chars]: [string[], number] = [[], 0];

  const rows: Record<string, string>[] = [];
  for (const element of elements.slice(wish.from, wish.from + wish.max)) {
    const fields = Object.entries(wish.fields).map(([name, field]) => [name, fieldOf(element, field)] as const);
    // What was read of this one is not all of it.
    if (spent && rows.length) break;
    rows.push(Object.fromEntries(fields));
  }
  return { rows, total: elements.length, cut: cut || spent };

  function fieldOf(element: DomElement, { css, attribute }: { css: string; attribute?: string }): string {
    const place = css ? found(element, css) : element;
    if (!place) return '';
    return attribute ? (place.getAttribute(attribute) ?? '').slice(0, wish.maxChars) : textOf(place);
  }

  function found(element: DomElement, css: string): DomElement | null {
    try {
      return element.querySelector(css);
    } catch {
      // No selector at all: there is nothing at such a place.
      return null;
    }
  }

  function textOf(root: DomElement): string {
    [written, chars] = [[], 0];
    let within: Within | null = rootOf(root.ownerDocument, 1);
    for (const ancestor of ancestorsOf(root)) within = within && enter(ancestor, within);
    if (within) element(root, within, 0);
    return written.join('');
  }

  /** The outermost first, as they are shown: through slots and out of shadow roots. */
  function ancestorsOf(root: DomElement): DomElement[] {
    const path: DomElement[] = [];
    for (let at = parentOf(root); at; at = parentOf(at)) path.unshift(at);
    return path;
  }

  function parentOf(node: DomNode): DomElement | null {
    const parent = node.assignedSlot ?? node.parentNode;
    if (parent?.nodeType === 11) return parent.host ?? null;
    return parent && isElement(parent) ? parent : null;
  }

  function isElement(node: DomNode): node is DomElement {
    return node.nodeType === 1;
  }

  function element(at: DomElement, from: Within, depth: number): void {
    if (NEVER.has(at.localName) || isOver(depth)) return;
    if (at.localName === 'br') {
      write('\n');
      return;
    }
    const within = enter(at, from);
    if (!within) return;
    const style = styleOf(at);
    const { display, visibility, whiteSpace } = style;
    const edge = display === 'inline' || display === 'contents' ? '' : /^(inline|table-cell)/.test(display) ? ' ' : '\n';
    const visible = visibility === 'visible' && showsLetters(style, within);
    write(edge);
    const value = fieldValue(at);
    if (value !== null) {
      if (visible && overlaps(at.getBoundingClientRect(), from.clip)) write(value);
    } else if (at.localName === 'iframe' || at.localName === 'frame') frame(at, from, within, depth);
    else
      for (const child of childrenOf(at)) {
        if (isElement(child)) element(child, within, depth + 1);
        else if (child.nodeType === 3 && visible && !isOver(depth)) text(at, child, within, /^(pre|break)/.test(whiteSpace));
      }
    write(edge);
  }

  function childrenOf(at: DomElement): Iterable<DomNode> {
    if (at.localName === 'details' && at.getAttribute('open') === null) return [...at.childNodes].filter(isSummary);
    const assigned = at.localName === 'slot' ? at.assignedNodes?.() : undefined;
    return assigned?.length ? assigned : (at.shadowRoot ?? at).childNodes;
  }

  function isSummary(node: DomNode): boolean {
    return isElement(node) && node.localName === 'summary';
  }

  function text(parent: DomElement, node: DomNode, { clip }: Within, keepsLines: boolean): void {
    const value = node.nodeValue ?? '';
    if (!value.trim()) {
      write(keepsLines && value.includes('\n') ? '\n' : ' ');
      return;
    }
    const range = parent.ownerDocument.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.bottom - box.top < SMALLEST || !overlaps(box, clip)) continue;
      write(value.slice(0, wish.maxChars).replace(keepsLines ? /[^\S\n]+/g : /\s+/g, ' '));
      return;
    }
  }

  /** What a field shows; null for what is no field. */
  function fieldValue(at: DomElement): string | null {
    if (at.localName === 'select') return Array.from(at.selectedOptions ?? [], ({ label }) => label).join(' ');
    if (at.localName !== 'input' && at.localName !== 'textarea') return null;
    const secret = /password|one-time-code|cc-/.test(at.getAttribute('autocomplete') ?? '');
    const shown = at.localName === 'textarea' || SHOWN_VALUES.has(at.type ?? '');
    return shown && !secret ? (at.value ?? '').slice(0, wish.maxChars) : '';
  }

  function frame(at: DomElement, from: Within, { opacity }: Within, depth: number): void {
    const inner = at.contentDocument;
    if (inner?.documentElement && overlaps(at.getBoundingClientRect(), from.clip))
      element(inner.documentElement, rootOf(inner, opacity), depth + 1);
  }

  function write(piece: string): void {
    // Breaks and blanks next to each other are folded later anyway, and would use up what may be read.
    const last = written.at(-1)?.at(-1) ?? '\n';
    if ((piece === '\n' && last === '\n') || (piece === ' ' && (last === '\n' || last === ' '))) return;
    const fits = piece.slice(0, wish.maxChars - chars);
    if (fits.length < piece.length) cut = true;
    if (fits) written.push(fits);
    chars += fits.length;
  }

  function isOver(depth: number): boolean {
    if (++nodes > wish.maxNodes || performance.now() > endsAt) spent = true;
    const over = depth > MAX_DEPTH || chars >= wish.maxChars;
    if (over) cut = true;
    return over || spent;
  }

  function styleOf(at: DomElement) {
    return at.ownerDocument.defaultView.getComputedStyle(at);
  }

  function rootOf(document: DomDocument, opacity: number): Within {
    const { innerWidth, innerHeight } = document.defaultView;
    const page = document.scrollingElement ?? document.documentElement;
    const clip = scrollArea(page, 0, 0);
    // What is shown without scrolling is there in any case.
    clip.right = Math.max(clip.right, innerWidth);
    clip.bottom = Math.max(clip.bottom, innerHeight);
    // Down the page there may be what a dialog keeps from being scrolled to; but nobody writes to the side of it for people.
    if (/hidden|clip/.test(sidewaysOf(document))) [clip.left, clip.right] = [0, innerWidth];
    return { opacity, fillsLetters: false, clip, absolute: clip, fixed: { left: 0, top: 0, right: innerWidth, bottom: innerHeight } };
  }

  /** What html or else body says counts for the page. */
  function sidewaysOf({ documentElement }: DomDocument): string {
    const { overflowX } = styleOf(documentElement);
    const body = documentElement.querySelector('body');
    return overflowX === 'visible' && body ? styleOf(body).overflowX : overflowX;
  }

  /** Everything that scrolling an element can bring into it, whose content begins at this point. */
  function scrollArea(at: DomElement, x: number, y: number): Box {
    const rightToLeft = styleOf(at).direction === 'rtl';
    const left = rightToLeft ? x + at.clientWidth - at.scrollLeft - at.scrollWidth : x - at.scrollLeft;
    const top = y - at.scrollTop;
    return { left, top, right: left + at.scrollWidth, bottom: top + at.scrollHeight };
  }

  /** What is to be seen within an element; null when nothing is. */
  function enter(at: DomElement, from: Within): Within | null {
    const style = styleOf(at);
    // Without a box of its own it is neither visible nor invisible.
    if (style.display !== 'contents' && !at.checkVisibility()) return null;
    const opacity = from.opacity * Number(style.opacity);
    if (opacity < 0.1 || /opacity\(0(\.0\d*)?\)/.test(style.filter) || isClippedAway(at, style)) return null;
    const base = style.position === 'fixed' ? from.fixed : style.position === 'absolute' ? from.absolute : from.clip;
    const clip = clipped(at, style, base);
    const holds =
      style.transform !== 'none' || style.perspective !== 'none' || style.filter !== 'none' || /paint|strict|content/.test(style.contain);
    const absolute = holds || style.position !== 'static' ? clip : from.absolute;
    const fillsLetters = from.fillsLetters || style.backgroundClip.includes('text');
    return { opacity, fillsLetters, clip, absolute, fixed: holds ? clip : from.fixed };
  }

  function clipped(at: DomElement, { display, overflowX, overflowY }: ReturnType<typeof styleOf>, base: Box): Box {
    const none = display === 'inline' || display === 'contents' || (overflowX === 'visible' && overflowY === 'visible');
    // What body and html say counts for the whole page.
    if (none || at.localName === 'body' || at.localName === 'html') return base;
    const box = at.getBoundingClientRect();
    const seen = common(box, base);
    if (!isSeen(seen)) return seen;
    const area = scrollArea(at, box.left + at.clientLeft, box.top + at.clientTop);
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    const [x, y] = [
      scrolls(overflowX) ? area : overflowX === 'visible' ? base : seen,
      scrolls(overflowY) ? area : overflowY === 'visible' ? base : seen,
    ];
    return { left: x.left, right: x.right, top: y.top, bottom: y.bottom };
  }

  /** False for letters without a colour, and for those that are shown as dots. */
  function showsLetters(style: ReturnType<typeof styleOf>, { fillsLetters }: Within): boolean {
    if (style.webkitTextSecurity !== 'none') return false;
    const [, alpha = '1'] = /(?:^rgba\(.*,|\/) ?([\d.]+)\)$/.exec(style.webkitTextFillColor) ?? [];
    return Number(alpha) >= 0.1 || fillsLetters || style.textShadow !== 'none' || style.webkitTextStrokeWidth !== '0px';
  }

  function isClippedAway(at: DomElement, { clip, clipPath }: ReturnType<typeof styleOf>): boolean {
    const [top = 0, right = 2, bottom = 2, left = 0] = (clip.match(/-?[\d.]+(?=px)/g) ?? []).map(Number);
    if (right - left < 2 || bottom - top < 2) return true;
    const [, insets] = /^inset\(([^r)]+)/.exec(clipPath) ?? [];
    if (insets !== undefined) return isInset(at.getBoundingClientRect(), insets.trim().split(' '));
    return /^(circle\(0(\.\d+)?(px|%)|ellipse\((\S+ )?0(\.\d+)?(px|%)|polygon\((0(px|%) 0(px|%)(, )?){2})/.test(clipPath);
  }

  /** Whether nothing is left of a box: one to four lengths, as for margins. */
  function isInset({ left, top, right, bottom }: Box, [first = '0px', second = first, third = first, fourth = second]: string[]): boolean {
    const cut = (length: string, whole: number) => (Number.parseFloat(length) || 0) * (length.endsWith('%') ? whole / 100 : 1);
    const [width, height] = [right - left, bottom - top];
    return width - cut(second, width) - cut(fourth, width) < 2 || height - cut(first, height) - cut(third, height) < 2;
  }

  function common(a: Box, b: Box): Box {
    return {
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    };
  }

  function overlaps(box: Box, clip: Box): boolean {
    return isSeen(common(box, clip));
  }

  /** Boxes of one pixel are there for screen readers, or to hide something. */
  function isSeen({ left, top, right, bottom }: Box): boolean {
    return right - left > 1.5 && bottom - top > 1.5;
  }
}
