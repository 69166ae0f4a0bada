/** An item of a list, as RFC 9651 writes them, with its parameters as they are written: a text is in quotes. */
export interface ListItem {
  readonly item: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Longer than any that makes sense; what reads one need not fear those that are made to be slow. */
const LONGEST = 2000;

const TEXT = String.raw`"(?:[^"\\]|\\["\\])*"`;
const BARE = String.raw`${TEXT}|:[\w+/=]*:|[^\s",;=:]+`;
const PARAMETERS = String.raw`(?: *; *[a-z*][\w.*-]*(?:=(?:${BARE}))?)*`;

// By number: older versions of React Native's engine know no groups by name, and its tools replace those of a literal only.

/** One item, its parameters, and the comma after it. */
const ITEM = new RegExp(String.raw`[ \t]*(${BARE})(${PARAMETERS})[ \t]*(,|$)`, 'y');

/** A name, and its value. */
const PARAMETER = new RegExp(String.raw`; *([a-z*][\w.*-]*)(?:=(${BARE}))?`, 'g');

const readParameters = (text: string): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>();
  for (let found = PARAMETER.exec(text); found; found = PARAMETER.exec(text))
    parameters.set(found[1] ?? '', found[2] ?? '');
  return parameters;
};

/** A list of items with parameters (RFC 9651, 3.1); undefined for what is none: one mistake spoils all of it. */
export function readList(text: string): readonly ListItem[] | undefined {
  if (!text || text.length > LONGEST) return undefined;
  const items: ListItem[] = [];
  ITEM.lastIndex = 0;
  for (;;) {
    const [, item, parameters, comma] = ITEM.exec(text) ?? [];
    if (!item) return undefined;
    items.push({ item, parameters: readParameters(parameters ?? '') });
    if (!comma) return items;
  }
}
