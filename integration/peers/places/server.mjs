// A server that parses requests according to an OpenAPI document. exegesis parses params and urlencoded bodies, and the
// platform parses multipart bodies. The package `cookie` splits the cookies, and exegesis parses each of them.
import { Readable } from 'node:stream';
import bodyParser from 'body-parser';
import { parse } from 'cookie';
import { compileApi } from 'exegesis';
import parsers from 'exegesis/lib/oas3/parameterParsers/index.js';

const partOf = async (part) => {
  if (typeof part === 'string') return part;
  const text = await part.text();
  return part.type === 'application/json' ? JSON.parse(text) : `${part.name} ${part.type} ${text}`;
};

const readForm = async (request) => {
  const headers = { 'content-type': request.headers['content-type'] };
  const form = await new Response(Readable.toWeb(request), { headers }).formData();
  const read = {};
  for (const name of new Set(form.keys())) {
    const parts = await Promise.all(form.getAll(name).map(partOf));
    read[name] = parts.length > 1 ? parts : parts[0];
  }
  return read;
};

const multipart = {
  parseReq: (request, _response, done) => {
    readForm(request).then((read) => {
      request.body = read;
      done(null, read);
    }, done);
  },
};

/** Parses JSON bodies, also a single string. */
const json = { parseString: (text) => JSON.parse(text), parseReq: bodyParser.json({ strict: false }) };

const cookiesOf = (request, { name, style, explode, schema, content }) => {
  const cookies = { ...parse(request.headers.cookie ?? '', { decode: (text) => text }) };
  const how = content
    ? { contentType: 'application/json', parser: json, uriEncoded: true }
    : { style, explode, schema, required: false };
  return { [name]: parsers.generateParser(how)({ in: 'cookie', name, docPath: '' }, cookies) };
};

const answer = ({ params, requestBody, req, api }) => {
  const [parameter] = api.operationObject.parameters ?? [];
  const cookie = parameter?.in === 'cookie' ? cookiesOf(req, parameter) : {};
  return { params: { ...params, cookie }, body: requestBody };
};

/** @param {object} document @returns {Promise<import('node:http').RequestListener>} */
export const listenerOf = async (document) => {
  const middleware = await compileApi(document, {
    controllers: { rows: { answer } },
    mimeTypeParsers: { 'multipart/form-data': multipart, 'application/json': json },
    allErrors: true,
  });
  return (request, response) =>
    middleware(request, response, (thrown) => {
      response.writeHead(thrown ? 500 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: thrown ? String(thrown.stack) : 'no such path' }));
    });
};
