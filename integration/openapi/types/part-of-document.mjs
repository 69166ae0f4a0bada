// Extracts one operation of a document with everything it needs, so that openapi-typescript reads a small document.
import { readFile } from 'node:fs/promises';
import { upgrade } from '@scalar/openapi-upgrader';

/** Reads a JSON document. Converts Swagger 2 to OpenAPI 3 with the upgrader that homing uses. */
export const readDocument = async (file) => {
  const document = JSON.parse(await readFile(file, 'utf8'));
  return document.swagger ? upgrade(document, '3.0') : document;
};

const segmentsOf = (ref) =>
  ref
    .slice(2)
    .split('/')
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));

/** Resolves the `$ref`s of a value. */
export const resolved = (document, value) => {
  let found = value;
  while (typeof found?.$ref === 'string')
    found = segmentsOf(found.$ref).reduce((node, segment) => node?.[segment], document);
  return found;
};

const operationOf = (document, path, method) => {
  const item = document.paths[path];
  const { parameters = [], requestBody, responses = {} } = item[method];
  const all = [...(item.parameters ?? []), ...parameters].map((each) => resolved(document, each));
  const byName = new Map(all.map((each) => [`${each.in} ${each.name}`, each]));
  return {
    parameters: [...byName.values()],
    ...(requestBody && { requestBody: resolved(document, requestBody) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, each]) => [status, resolved(document, each)]),
    ),
  };
};

/** The document with one operation. Only schemas contain `$ref`s. */
export const partOfDocument = (document, path, method) => {
  const operation = operationOf(document, path, method);
  const part = { openapi: document.openapi, info: document.info, paths: { [path]: { [method]: operation } } };
  const schemas = document.components?.schemas ?? {};
  const waiting = [operation];
  const take = (ref) => {
    const way = segmentsOf(ref);
    // A schema in another operation needs that whole operation.
    const depth = way[0] === 'paths' ? 2 : 3;
    let [from, to] = [document, part];
    for (const [index, segment] of way.slice(0, depth).entries()) {
      from = from?.[segment];
      if (index === depth - 1 && !(segment in to)) waiting.push((to[segment] = from));
      to = to[segment] ??= {};
    }
  };
  const heirs = Object.entries(schemas).filter(([, { allOf }]) => allOf);
  while (waiting.length > 0) {
    visit(waiting.pop(), take);
    // Nothing refers to the subtypes of a parent with a discriminator, so add them.
    if (waiting.length > 0) continue;
    for (const [name, { allOf }] of heirs)
      if (!part.components?.schemas?.[name] && allOf.some((each) => isTakenParent(part, each)))
        take(`#/components/schemas/${name}`);
  }
  return structuredClone(part);
};

const isTakenParent = (part, { $ref }) =>
  $ref !== undefined && Boolean(resolved(part, { $ref })?.discriminator);

const visit = (value, take) => {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.$ref === 'string') take(value.$ref);
  const targets = Object.values(value.discriminator?.mapping ?? {});
  for (const target of targets) if (String(target).startsWith('#')) take(target);
  for (const each of Object.values(value)) visit(each, take);
};
