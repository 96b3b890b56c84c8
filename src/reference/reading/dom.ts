// The pieces of the DOM that our code in pages uses. The compiler is told of no DOM: everything else here runs in Node.

/** A rectangle in CSS pixels, from the upper left of what is shown. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface DomNode {
  /** 1 for an element, 3 for text, 11 for a shadow root. */
  nodeType: number;
  nodeValue: string | null;
  childNodes: Iterable<DomNode>;
  parentNode: DomNode | null;
  /** Of a shadow root: the element it belongs to. */
  host?: DomElement;
  /** Where a child of an element with a shadow root is shown. */
  assignedSlot?: DomElement | null;
}

export interface DomElement extends DomNode {
  localName: string;
  ownerDocument: DomDocument;
  shadowRoot: DomRoot | null;
  clientLeft: number;
  clientTop: number;
  clientWidth: number;
  clientHeight: number;
  scrollLeft: number;
  scrollTop: number;
  scrollWidth: number;
  scrollHeight: number;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box;
  querySelector(css: string): DomElement | null;
  querySelectorAll(css: string): Iterable<DomElement>;
  checkVisibility(): boolean;
  /** Of a slot. */
  assignedNodes?(): readonly DomNode[];
  /** Of fields. */
  type?: string;
  value?: string;
  selectedOptions?: Iterable<DomElement & { label: string }>;
  /** Of a frame; null where it is another origin's. */
  contentDocument?: DomDocument | null;
}

/** A document or a shadow root. */
export interface DomRoot extends DomNode {
  adoptedStyleSheets: DomSheet[];
  querySelectorAll(css: string): Iterable<DomElement>;
}

export interface DomDocument extends DomRoot {
  documentElement: DomElement;
  scrollingElement: DomElement | null;
  defaultView: DomView;
  createRange(): { selectNodeContents(node: DomNode): void; getClientRects(): Iterable<Box> };
}

export interface DomSheet {
  replaceSync(css: string): void;
}

export interface DomView {
  innerWidth: number;
  innerHeight: number;
  CSSStyleSheet: new () => DomSheet;
  getComputedStyle(
    element: DomElement,
  ): Record<
    | 'backgroundClip'
    | 'clip'
    | 'clipPath'
    | 'contain'
    | 'direction'
    | 'display'
    | 'filter'
    | 'opacity'
    | 'overflowX'
    | 'overflowY'
    | 'perspective'
    | 'position'
    | 'textShadow'
    | 'transform'
    | 'visibility'
    | 'webkitTextFillColor'
    | 'webkitTextSecurity'
    | 'webkitTextStrokeWidth'
    | 'whiteSpace',
    string
  >;
}
