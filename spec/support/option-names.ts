import { join } from 'node:path';
import ts from 'typescript';
import { sourcesIn } from './architecture.js';

const library = join(__dirname, '../../lib');

/** The options that `fetch` reads from its init in any runtime, and that homing passes on or sets. */
const FETCH_OPTIONS =
  'method headers body signal duplex mode credentials cache redirect referrer referrerPolicy integrity ' +
  'keepalive priority window dispatcher agent proxy cf tls';

/** The option names of other clients, which prototype pollution attacks use. */
const OTHERS =
  'auth username password url params data transformRequest transformResponse adapter hostname host port ' +
  'protocol path socketPath validateStatus paramsSerializer toString';

const optionalMembers = (source: string): string[] => {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && ts.isIdentifier(node.name)) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return names;
};

/** The names of all members in the library's types, and the options of fetch and of other clients. */
export const optionNames = (): string[] => {
  const declared = [...sourcesIn(library).values()].flatMap(optionalMembers);
  return [...new Set([...declared, ...`${FETCH_OPTIONS} ${OTHERS}`.split(' ')])].sort();
};
