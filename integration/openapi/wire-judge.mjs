// express-openapi-validator as the judge of requests, behind a real server.
import { createRequire } from 'node:module';
import { isObject, resolved } from './wire-sampler.mjs';

const fromHere = createRequire(import.meta.url);
const fromRoot = createRequire(new URL('../../package.json', import.meta.url));

const METHODS = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'];

/** Says what Swagger 2 means by default, which the upgrader loses. */
const explicit = (document) => {
  const withFormat = (parameter) =>
    isObject(parameter) && parameter.type === 'array' ? { collectionFormat: 'csv', ...parameter } : parameter;
  const listed = (parameters) =>
    Array.isArray(parameters)
      ? parameters.map((each) => withFormat(structuredClone(resolved(document, each))))
      : [];
  for (const item of Object.values(document.paths ?? {})) {
    if (!isObject(item)) continue;
    const shared = listed(item.parameters);
    delete item.parameters;
    for (const method of METHODS) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const own = listed(operation.parameters);
      const isOwn = (one) => own.some((each) => each?.name === one?.name && each?.in === one?.in);
      operation.parameters = [...shared.filter((each) => !isOwn(each)), ...own].filter((each) => each?.in);
      for (const word of ['consumes', 'produces'])
        if (!operation[word]?.length)
          operation[word] = document[word]?.length ? document[word] : ['application/json'];
    }
  }
  return document;
};

const asOpenApi3 = (parsed) => {
  const copy = structuredClone(parsed);
  if (copy.swagger === undefined) return copy;
  const { upgrade } = fromRoot('@scalar/openapi-upgrader');
  return upgrade(explicit(copy), '3.0');
};

const DEFAULT_STYLES = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' };

/** Calls a function with each object of a document, the inner ones first. */
const visit = (value, change) => {
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) visit(each, change);
  if (!Array.isArray(value)) change(value);
};

/** Names, because the validator reads only word characters in a path. */
const wordsOnly = (path) => {
  const names = new Map();
  const template = path.replaceAll(/\{([^{}/"]+)\}/g, (whole, name) => {
    if (!names.has(name)) names.set(name, /^\w+$/.test(name) ? name : `p${names.size}_`);
    return `{${names.get(name)}}`;
  });
  return { template, names };
};

/**
 * Without servers and security, which the judged requests don't have; with the defaults of styles, which the validator
 * doesn't always add; and without the defaults of schemas, which it would add to the request.
 */
const prepared = (root) => {
  const copy = structuredClone(root);
  copy.servers = [{ url: '/' }];
  delete copy.security;
  delete copy.webhooks;
  const paths = {};
  for (const [path, value] of Object.entries(copy.paths ?? {})) {
    const item = isObject(value?.$ref === undefined ? value : undefined)
      ? value
      : structuredClone(resolved(copy, value));
    if (!isObject(item)) continue;
    const { template, names } = wordsOnly(path);
    if (/[?#]|\{[./;?&]/.test(template)) continue;
    paths[template] = item;
    delete item.servers;
    const completed = (parameters) =>
      (Array.isArray(parameters) ? parameters : []).flatMap((each) => {
        const parameter = structuredClone(resolved(copy, each));
        if (!isObject(parameter)) return [];
        const style = parameter.style ?? DEFAULT_STYLES[parameter.in];
        const name = parameter.in === 'path' ? names.get(parameter.name) : parameter.name;
        if (name === undefined) return [];
        const isStyled = parameter.content === undefined;
        return [
          { ...parameter, name, ...(isStyled && { style, explode: parameter.explode ?? style === 'form' }) },
        ];
      });
    item.parameters = completed(item.parameters);
    for (const method of METHODS) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      for (const word of ['servers', 'security', 'callbacks']) delete operation[word];
      operation.parameters = completed(operation.parameters);
    }
  }
  copy.paths = paths;
  visit({ ...paths, ...copy.components }, (schema) => {
    for (const word of ['$id', '$dynamicAnchor', '$dynamicRef'])
      if (typeof schema[word] === 'string') delete schema[word];
    // A keyword with a value of another type says nothing.
    if ('pattern' in schema && !['string', 'object'].includes(typeof schema.pattern)) delete schema.pattern;
    if (!/^3\.0/.test(copy.openapi))
      for (const word of ['exclusiveMinimum', 'exclusiveMaximum'])
        if (typeof schema[word] === 'boolean') delete schema[word];
    if (schema.nullable === true && schema.type === undefined) delete schema.nullable;
    if (
      'default' in schema &&
      ['type', 'allOf', 'oneOf', 'anyOf', '$ref', 'enum'].some((word) => word in schema)
    )
      delete schema.default;
    delete schema.example;
  });
  return copy;
};

const cookiesOf = (header = '') =>
  Object.fromEntries(
    header
      .split('; ')
      .filter(Boolean)
      .map((pair) => [
        pair.slice(0, pair.indexOf('=')),
        decodeURIComponent(pair.slice(pair.indexOf('=') + 1)),
      ]),
  );

export class Judge {
  #server;
  #app;

  constructor(parsed, server) {
    this.#server = server;
    /** The document as OpenAPI 3. */
    this.root = asOpenApi3(parsed);
    this.#app = this.#create();
  }

  #create() {
    const express = fromHere('express');
    const { middleware } = fromHere('express-openapi-validator');
    const app = express();
    app.set('query parser', 'extended');
    const validator = (coerceTypes) =>
      middleware({
        apiSpec: prepared(this.root),
        validateApiSpec: false,
        validateSecurity: false,
        validateResponses: false,
        validateRequests: { coerceTypes, allowUnknownQueryParameters: false },
        validateFormats: true,
      });
    const [exact, coercing] = [validator(false), validator('array')];
    const limit = '10mb';
    app.use(
      express.json({
        strict: false,
        limit,
        type: (request) => /[/+]json\b/.test(request.headers['content-type'] ?? ''),
      }),
    );
    app.use(express.urlencoded({ extended: true, limit }));
    app.use(express.text({ limit, type: ['text/*', '*/xml', '*/*+xml'] }));
    app.use((request, _, next) => {
      request.cookies = cookiesOf(request.headers.cookie);
      next();
    });
    // All fields of a form are texts.
    const isForm = (request) => /form-/.test(request.headers['content-type'] ?? '');
    const through = (list) => (list.length > 0 ? express.Router().use(list) : (_, __, next) => next());
    const [exactly, loosely] = [through(exact), through(coercing)];
    app.use((request, response, next) => (isForm(request) ? loosely : exactly)(request, response, next));
    app.use((request, response) => response.json({ route: request.openapi?.openApiRoute }));
    app.use((error, request, response, next) => {
      const { status = 500, message, errors, stack } = error;
      response
        .status(status)
        .json({ route: request.openapi?.openApiRoute, message, errors, stack, isError: true });
      next();
    });
    return app;
  }

  /** Sends a request to the validator. */
  async judge(request) {
    this.#server.handle = this.#app;
    // A form writes a space as "+" and doesn't escape "*". The validator rejects both.
    const [address, query] = request.url.split('?');
    const url =
      query === undefined ? address : `${address}?${query.replaceAll('+', '%20').replaceAll('*', '%2A')}`;
    const body = request.body === null ? undefined : await request.arrayBuffer();
    const { method, headers } = request;
    const response = await fetch(url, { method, headers, body });
    const text = await response.text();
    if (request.method === 'HEAD') return { isAccepted: response.ok, message: `status ${response.status}` };
    const { isError = false, message, errors, route, stack } = JSON.parse(text);
    const said = `${response.status} ${message} ${JSON.stringify(errors ?? '').slice(0, 600)}`;
    return {
      isAccepted: !isError,
      message: said,
      status: response.status,
      errors: errors ?? [],
      route,
      stack,
    };
  }
}
