/** Something of the document that the file can't say, or says otherwise. */
export interface Warning {
  /** Where in the document: `/paths/~1users/get`. */
  readonly pointer: string;
  /** What is left out or said otherwise, and what to do. */
  readonly message: string;
}

/** Collects warnings, each once. */
export class Warnings {
  readonly #list: Warning[] = [];
  readonly #known = new Set<string>();

  get list(): readonly Warning[] {
    return this.#list;
  }

  add(pointer: string, message: string): void {
    this.firstOf(`${pointer}\n${message}`, pointer, message);
  }

  /** For what a document does in a thousand places: the first is enough to know of it. */
  firstOf(kind: string, pointer: string, message: string): void {
    if (this.#known.has(kind)) return;
    this.#known.add(kind);
    this.#list.push({ pointer, message });
  }
}
