import { type Output, relative } from '../node-api.js';

// What is said, a line each. Much of it is the document's: its keys, its messages, the names of its files.

/** What a terminal obeys, doesn't show, or shows in another order; and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * What a CI takes for a command in the output of a program. GitHub: `::error::` at the start of a line, and `##[error]`
 * anywhere; Azure: `##vso[task.setvariable]` anywhere; TeamCity: `##teamcity[`.
 */
const COMMAND = /^(\s*):(?=:)|##(?=\w*\[)/g;

/** Its scheme, who asks, what is asked for, the query and the fragment. */
const URLS = /\b(https?:[\\/]+)(?:[^\s\\/?#"'`<>]*@)?([^\s?#"'`<>]*)(\?[^\s#"'`<>]*)?(#[^\s"'`<>]*)?/gi;

const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/** Whether a document is one that has to be fetched. */
export const isUrl = (source: string): boolean => /^[a-z][a-z\d+.-]+:\/\//i.test(source);

/**
 * A document as it is named: a URL without user, password, query and fragment, any of which may be secret. Of what can't
 * be parsed it isn't known where these stand.
 */
export function shownSource(source: string): string {
  if (!isUrl(source)) return source;
  if (!URL.canParse(source)) return source.replace(/\/\/.*$/s, '//…');
  return source.replace(/^(\w+:\/+)(?:[^\\/?#]*@)?([^?#]*).*$/s, '$1$2');
}

/** Another file of a document: from here, if it is near. */
export function shownFile(file: string): string {
  if (isUrl(file)) return shownSource(file);
  const near = relative('', file);
  return near.startsWith('..') ? file : near;
}

/** What ends the sentence, and not the URL. */
function punctuationAfter(text: string): string {
  let end = text.length;
  while (end > 0 && '.,:;)'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(end);
}

/** A sentence whose URLs are named so; where in its document something stands isn't secret. */
const withoutSecrets = (text: string): string =>
  text.replace(URLS, (_, scheme: string, asked: string, query = '', fragment = '') => {
    const isPointer = String(fragment).startsWith('#/');
    const end = isPointer ? String(fragment) : punctuationAfter(String(query) + String(fragment));
    return scheme + asked + end;
  });

/** A text as it may be said: in one line that holds no secret of a URL, and that neither a terminal nor a CI obeys. */
export function shown(text: string): string {
  return withoutSecrets(text)
    .replace(UNSEEN, escaped)
    .replace(COMMAND, (command: string) => command.slice(0, -1) + escaped(command.slice(-1)));
}

/** Says a line. All that the command says goes through here, but for the client itself on stdout. */
export function say(output: Output, line: string): void {
  output.write(`${shown(line)}\n`);
}

/** Writes a text as it is. Rejects if it didn't arrive, as on a full disk. */
export function print(output: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** A line that is there as long as one waits at a terminal, and leaves nothing behind. */
export async function whileWaiting<T>(output: Output, line: string, work: () => Promise<T>): Promise<T> {
  if (!output.isTTY) return work();
  output.write(shown(line));
  try {
    return await work();
  } finally {
    output.write('\r\u001B[K');
  }
}

/** `2 types` */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
