// The part of a browser's document that React DOM uses, so that its specs need no package.
// integration/browser/react.mjs tests with a real document.

const HTML = 'http://www.w3.org/1999/xhtml';

export class SmallNode extends EventTarget {
  parentNode: SmallNode | null = null;
  readonly childNodes: SmallNode[] = [];

  constructor(
    readonly nodeType: number,
    readonly nodeName: string,
    readonly ownerDocument: SmallNode | null,
    public nodeValue: string | null = null,
  ) {
    super();
  }

  get data(): string | null {
    return this.nodeValue;
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): SmallNode | null {
    return this.childNodes.at(-1) ?? null;
  }

  get nextSibling(): SmallNode | null {
    const around = this.parentNode?.childNodes ?? [];
    return around[around.indexOf(this) + 1] ?? null;
  }

  get textContent(): string {
    if (this.nodeType === 8) return '';
    return this.nodeValue ?? this.childNodes.map((child) => child.textContent).join('');
  }

  set textContent(text: string) {
    for (const child of this.childNodes.splice(0)) child.parentNode = null;
    if (text !== '') this.appendChild(new SmallNode(3, '#text', this.ownerDocument, text));
  }

  appendChild(child: SmallNode): SmallNode {
    return this.insertBefore(child, null);
  }

  insertBefore(child: SmallNode, before: SmallNode | null): SmallNode {
    child.parentNode?.removeChild(child);
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }

  removeChild(child: SmallNode): SmallNode {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }
}

export class SmallElement extends SmallNode {
  readonly namespaceURI = HTML;
  readonly attributes: readonly unknown[] = [];
  readonly style = { setProperty: (): void => undefined };
  readonly #attributes = new Map<string, string>();

  constructor(tag: string, document: SmallNode) {
    super(1, tag.toUpperCase(), document);
  }

  get tagName(): string {
    return this.nodeName;
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name);
  }

  /** Text, comments, and elements without attributes, as React creates for small components. */
  set innerHTML(html: string) {
    const open: SmallNode[] = [this];
    for (const [, end, tag, comment, text] of html.matchAll(/<\/(\w+)>|<(\w+)>|<!--(.*?)-->|([^<]+)/g)) {
      const { ownerDocument } = this;
      const inside = open.at(-1)!;
      if (end) open.pop();
      else if (tag) open.push(inside.appendChild(new SmallElement(tag, ownerDocument!)));
      else if (comment === undefined) inside.appendChild(new SmallNode(3, '#text', ownerDocument, text));
      else inside.appendChild(new SmallNode(8, '#comment', ownerDocument, comment));
    }
  }
}

export class SmallDocument extends SmallNode {
  readonly visibilityState = 'visible';
  readonly activeElement = null;
  readonly documentElement: SmallElement;

  constructor() {
    super(9, '#document', null);
    this.documentElement = new SmallElement('html', this);
    this.appendChild(this.documentElement);
  }

  /** A window in a frame: in other windows, React prints a hint about its DevTools. */
  readonly defaultView = { top: null, self: this, HTMLIFrameElement: SmallDocument };

  createElement(tag: string): SmallElement {
    return new SmallElement(tag, this);
  }

  createTextNode(text: string): SmallNode {
    return new SmallNode(3, '#text', this, text);
  }
}
