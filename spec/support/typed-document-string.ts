/** The output of code generators in string mode. */
export class TypedDocumentString<TData, TVariables> extends String {
  declare __apiType?: (variables: TVariables) => TData;
  readonly #value: string;

  constructor(value: string) {
    super(value);
    this.#value = value;
  }

  override toString(): string {
    return this.#value;
  }
}
