import type { DocumentNode } from '../document/json-document.js';

/** One scheme of a requirement: "petAuth (read, write)". */
const schemeOf = (requirement: DocumentNode, name: string): string => {
  const scopes = requirement
    .at(name)
    .list()
    .map(({ value }) => String(value));
  return scopes.length > 0 ? `${name} (${scopes.join(', ')})` : name;
};

const alternativeOf = (requirement: DocumentNode): string =>
  requirement
    .keys()
    .map((name) => schemeOf(requirement, name))
    .join(' and ') || 'nothing';

/** What an operation, or a whole document, needs, in words: "apiKey, or petAuth (read)". Undefined for nothing. */
export function readNeeds(node: DocumentNode): string | undefined {
  const alternatives = node.at('security').list().map(alternativeOf);
  return alternatives.every((each) => each === 'nothing') ? undefined : alternatives.join(', or ');
}

/** A header that a security scheme asks for; its value as far as it is known, up to what the user has to fill in. */
export interface SecurityHeader {
  readonly name: string;
  /** `Bearer `, or `session=` */
  readonly prefix: string;
}

/** What a scheme asks for. */
export interface SecurityScheme {
  readonly name: string;
  /** Undefined for what no header carries. */
  readonly header: SecurityHeader | undefined;
  /** The name of the key in the query. */
  readonly queryKey: string | undefined;
  readonly description: string | undefined;
}

const AUTHORIZATION = 'Authorization';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const headerOf = (scheme: DocumentNode): SecurityHeader | undefined => {
  const name = scheme.text('name') ?? '';
  switch (scheme.text('type')) {
    case 'http':
      return { name: AUTHORIZATION, prefix: `${capitalized(scheme.text('scheme') ?? 'Bearer')} ` };
    case 'oauth2':
    case 'openIdConnect':
      return { name: AUTHORIZATION, prefix: 'Bearer ' };
    case 'apiKey':
      if (scheme.text('in') === 'header') return { name, prefix: '' };
      return scheme.text('in') === 'cookie' ? { name: 'Cookie', prefix: `${name}=` } : undefined;
    default:
      return undefined;
  }
};

/** The security schemes of a document, by name. */
export function readSecuritySchemes(document: DocumentNode): SecurityScheme[] {
  const schemes = document.at('components').at('securitySchemes');
  const names = schemes.keys().filter((name) => !schemes.child(name).isLost);
  return names.map((name) => {
    const scheme = schemes.at(name);
    const isQueryKey = scheme.text('type') === 'apiKey' && scheme.text('in') === 'query';
    return {
      name,
      header: headerOf(scheme),
      queryKey: isQueryKey ? scheme.text('name') : undefined,
      description: scheme.text('description'),
    };
  });
}
