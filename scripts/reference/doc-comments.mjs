import ts from 'typescript';
import { typesOf } from './surface.mjs';

const declarationOf = (symbol) => symbol.valueDeclaration ?? symbol.declarations?.[0];

const isPrivate = (declaration) =>
  (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) !== 0 ||
  (declaration.name !== undefined && ts.isPrivateIdentifier(declaration.name));

/**
 * Whether a declaration is a member of an interface, a class or a named object type. The owner's comment
 * covers members of an inline type.
 */
const isMember = ({ parent }) =>
  ts.isInterfaceDeclaration(parent) ||
  ts.isClassDeclaration(parent) ||
  (ts.isTypeLiteralNode(parent) && ts.isTypeAliasDeclaration(parent.parent));

const textOf = (commented, checker) =>
  [
    commented.getDocumentationComment(checker),
    ...commented.getJsDocTags(checker).map(({ name, text }) => [{ text: `@${name} ` }, ...(text ?? [])]),
  ]
    .map(ts.displayPartsToString)
    .join('')
    .trim();

/** Sources that a user of the package doesn't have: pages and files of the repository. */
const NOT_PUBLISHED = /\b(docs|lib|spec|integration)\/|\.md\b|\bspecification\b/;

/**
 * Checks the exported names and the members of every type that can be reached from them, exported or not.
 *
 * @param {import('./surface.mjs').Surface} surface
 * @returns {{ count: number, missing: string[], astray: string[] }} Number of names, names without a doc
 * comment, and names whose doc comment cites an unpublished source.
 */
export function undocumented(surface) {
  const { checker, names, isOurs } = surface;
  const missing = [];
  const astray = [];
  const seen = new Set();
  let count = 0;

  const look = (name, commented) => {
    count += 1;
    const text = textOf(commented, checker);
    if (text === '') missing.push(name);
    if (NOT_PUBLISHED.test(text)) astray.push(name);
  };

  const walkMember = (member) => {
    const declaration = declarationOf(member);
    if (!isOurs(member) || seen.has(declaration) || isPrivate(declaration)) return;
    seen.add(declaration);
    const owner = declaration.parent.name ?? declaration.parent.parent.name;
    if (isMember(declaration)) look(`${owner.text}.${member.name}`, member);
    walk(checker.getTypeOfSymbol(member));
  };

  const walk = (type) => {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.isUnionOrIntersection()) return type.types.forEach(walk);
    for (const member of checker.getPropertiesOfType(type))
      if (member.name !== 'prototype') walkMember(member);
    for (const signature of type.getConstructSignatures()) {
      const { declaration, parameters } = signature;
      if (!declaration || !ts.isConstructorDeclaration(declaration) || seen.has(declaration)) continue;
      seen.add(declaration);
      if (parameters.length > 0) look(`new ${declaration.parent.name.text}`, signature);
    }
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()])
      for (const parameter of signature.parameters) walk(checker.getTypeOfSymbol(parameter));
  };

  for (const [name, symbol] of names) look(name, symbol);
  for (const symbol of names.values()) for (const type of typesOf(surface, symbol)) walk(type);
  return { count, missing, astray };
}
