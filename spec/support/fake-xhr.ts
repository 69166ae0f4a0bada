type Heard = Readonly<Record<string, unknown>>;

/** A fake XMLHttpRequest. It records its input, and the spec triggers its response. */
export class FakeXhr {
  /** All instances, in order. */
  static made: FakeXhr[] = [];

  readonly upload = {
    listeners: new Map<string, (event: Heard) => void>(),
    addEventListener(type: string, listener: (event: Heard) => void) {
      this.listeners.set(type, listener);
    },
  };
  readonly headers: Record<string, string> = {};
  readonly opened: string[] = [];
  sent: unknown = 'nothing was sent';
  isAborted = false;
  responseType = '';
  withCredentials = false;
  status = 0;
  statusText = '';
  responseURL = '';
  response: ArrayBuffer = new ArrayBuffer(0);
  onload: (() => void) | undefined;
  onerror: (() => void) | undefined;
  onabort: (() => void) | undefined;
  onloadend: (() => void) | undefined;
  #answered = '';

  constructor() {
    FakeXhr.made.push(this);
  }

  open(...opened: string[]): void {
    this.opened.push(...opened);
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getAllResponseHeaders(): string {
    return this.#answered;
  }

  send(body: unknown): void {
    this.sent = body;
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  fail(): void {
    this.onerror?.();
    this.onloadend?.();
  }

  /** The server's response. */
  answer(status: number, text = '', headers: readonly string[] = [], url = this.opened[1]): void {
    const [responseURL = ''] = (url ?? '').split('#');
    const response = new TextEncoder().encode(text).buffer;
    this.#answered = headers.map((line) => `${line}\r\n`).join('');
    Object.assign(this, { status, statusText: `status ${status}`, response, responseURL });
    this.onload?.();
    this.onloadend?.();
  }

  /** An event of the upload. */
  uploads(type: string, loaded: number, total: number): void {
    this.upload.listeners.get(type)?.({ type, loaded, total, lengthComputable: total > 0 });
  }
}

/** Replaces the platform's XMLHttpRequest. Returns a function that restores it. */
export const useFakeXhr = (): (() => void) => {
  const target = globalThis as { XMLHttpRequest?: unknown };
  const had = Object.getOwnPropertyDescriptor(target, 'XMLHttpRequest');
  FakeXhr.made = [];
  Object.defineProperty(target, 'XMLHttpRequest', { value: FakeXhr, configurable: true, writable: true });
  return () => {
    if (had) Object.defineProperty(target, 'XMLHttpRequest', had);
    else delete target.XMLHttpRequest;
  };
};
