import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Reach, Sources } from '../../../../lib/cli/openapi/document/sources.js';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'homing-sources-'));
  mkdirSync(at('api/parts'), { recursive: true });
  for (const name of ['api/api.yaml', 'api/parts/pet.yaml', 'secret.yaml', 'api-other.yaml'])
    writeFileSync(at(name), `name: ${name}`);
  symlinkSync(at('secret.yaml'), at('api/link.yaml'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The content that a `$ref` of the document reads, or the error. */
const reads = async (document: string | object, ref: string, reach: Reach = {}): Promise<string> => {
  const sources = new Sources(document, reach);
  try {
    if (typeof document === 'string') await sources.read(sources.document);
    return (await sources.read(sources.addressOf(sources.document, ref))).text;
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message.replaceAll(folder, '')}`;
  }
};

describe('a $ref in a file', () => {
  it.each([
    ['parts/pet.yaml', 'name: api/parts/pet.yaml'],
    ['./parts/../parts/pet.yaml', 'name: api/parts/pet.yaml'],
    [
      '../secret.yaml',
      'DocumentError: /secret.yaml is outside /api: pass --root with a folder that contains both',
    ],
    ['../api-other.yaml', 'is outside /api: pass --root with a folder that contains both'],
    ['link.yaml', 'is outside /api: pass --root with a folder that contains both'],
    ['/etc/hostname', 'is outside /api: pass --root with a folder that contains both'],
    ['file:///etc/hostname', 'is neither a file nor an http URL'],
    ['data:text/plain,a', 'is neither a file nor an http URL'],
    ['parts/gone.yaml', "can't be read: no such file"],
    [
      'http://127.0.0.1:1/a.yaml',
      'DocumentError: http://127.0.0.1:1/a.yaml has another origin than the document: pass --allow-origin http://127.0.0.1:1, or save it as a file',
    ],
  ])('to %s results in: %s', async (ref, outcome) => {
    expect(await reads(at('api/api.yaml'), ref)).toContain(outcome);
    expect(await reads(pathToFileURL(at('api/api.yaml')).href, ref)).toContain(outcome);
  });

  it('can read any file in the root', async () => {
    expect(await reads(at('api/api.yaml'), '../secret.yaml', { root: folder })).toBe('name: secret.yaml');
    expect(await reads(at('api/api.yaml'), 'parts/pet.yaml', { root: at('api/parts') })).toContain(
      'pet.yaml',
    );
    expect(await reads(at('api/api.yaml'), '../secret.yaml', { root: at('api/parts') })).toContain('outside');
  });

  it('adds its file to the list of read files', async () => {
    const sources = new Sources(at('api/api.yaml'), {});
    await sources.read(sources.document);
    await sources.read(sources.addressOf(sources.document, 'parts/pet.yaml'));
    expect([...sources.files]).toEqual([at('api/api.yaml'), at('api/parts/pet.yaml')]);
  });
});

describe('a $ref in an object', () => {
  it.each(['parts/pet.yaml', './api.yaml', '/etc/hostname'])("can't read a file: %s", async (ref) => {
    expect(await reads({}, ref)).toContain(
      'is a local file, but the document is not: pass its folder with --root',
    );
  });

  it('can read the files of a root, relative to it', async () => {
    expect(await reads({}, 'parts/pet.yaml', { root: at('api') })).toBe('name: api/parts/pet.yaml');
    expect(await reads({}, '../secret.yaml', { root: at('api') })).toContain('outside');
  });
});

describe('a document from the web', () => {
  const calls: string[] = [];
  const sent: (string | undefined)[] = [];
  const servers: Server[] = [];
  const serve = async (answer: (path: string) => [status: number, location?: string]): Promise<string> => {
    const server = createServer(({ url = '', headers }, response) => {
      sent.push(headers.authorization);
      calls.push(`${headers.host ?? ''}${url}`);
      const [status, location] = answer(url);
      response.writeHead(status, { connection: 'close', ...(location && { location }) }).end(`name: ${url}`);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  let [own, other] = ['', ''];
  beforeAll(async () => {
    other = await serve(() => [200]);
    own = await serve((path) => {
      if (path === '/moved.yaml') return [302, '/api.yaml'];
      if (path === '/away.yaml') return [307, `${other}/api.yaml`];
      if (path === '/data.yaml') return [302, 'data:application/json,1'];
      if (path === '/file.yaml') return [302, 'file:///etc/hostname'];
      if (path === '/round.yaml') return [302, '/round.yaml'];
      return path.startsWith('/gone.yaml') ? [404] : [200];
    });
  });
  beforeEach(() => {
    calls.splice(0);
    sent.splice(0);
  });
  afterAll(async () => {
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
  });

  it('is requested with the user and password of its URL, and so are files of the same origin', async () => {
    const withUser = other.replace('//', '//ada:l%C3%B6ve@');
    expect(await reads(`${withUser}/api.yaml`, 'pet.yaml')).toBe('name: /pet.yaml');
    const basic = `Basic ${Buffer.from('ada:löve').toString('base64')}`;
    expect(sent).toEqual([basic, basic]);
  });

  it('can reference its own origin', async () => {
    expect(await reads(`${own}/v1/api.yaml?key=secret`, '../pet.yaml')).toBe('name: /pet.yaml');
    expect(await reads(`${own}/moved.yaml`, 'pet.yaml')).toBe('name: /pet.yaml');
  });

  it('can reference another origin only if it is allowed', async () => {
    expect(await reads(`${own}/api.yaml`, `${other}/pet.yaml`)).toContain(`--allow-origin ${other}`);
    expect(calls.some((call) => other.endsWith(call.split('/')[0] ?? ''))).toBe(false);
    const allowed = { allowOrigins: [`${other}/some/path`] };
    expect(await reads(`${own}/api.yaml`, `${other}/pet.yaml`, allowed)).toBe('name: /pet.yaml');
  });

  it("can't be redirected to another origin by a $ref", async () => {
    expect(await reads(`${own}/api.yaml`, 'away.yaml')).toContain(`--allow-origin ${other}`);
    expect(calls).toEqual([`${own.slice(7)}/api.yaml`, `${own.slice(7)}/away.yaml`]);
  });

  it.each(['/data.yaml', '/file.yaml'])('can be redirected only to http: %s', async (path) => {
    const refused = `DocumentError: ${own}${path} redirects to a URL that is not http(s)`;
    expect(await reads(`${own}${path}`, '')).toBe(refused);
    expect(await reads(`${own}/api.yaml`, path)).toBe(refused);
  });

  it('can itself be redirected, and then belongs to the new origin', async () => {
    expect(await reads(`${own}/away.yaml`, `${other}/pet.yaml`)).toBe('name: /pet.yaml');
  });

  it("can't read a file", async () => {
    expect(await reads(`${own}/api.yaml`, 'file:///etc/hostname')).toContain(
      'DocumentError: file:///etc/hostname is neither a file nor an http URL',
    );
    expect(await reads(`${own}/api.yaml`, '/etc/hostname')).toBe('name: /etc/hostname');
  });

  it('is named in the error without its query, with the reason', async () => {
    expect(await reads(`${own}/gone.yaml?key=secret`, '')).toBe(
      `DocumentError: ${own}/gone.yaml can't be fetched: it returned 404 Not Found`,
    );
    expect(await reads(`${own}/round.yaml`, '')).toContain('it redirects more than 10 times');
  });

  it('is reported with the message of the system if its server is down', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await reads(`http://user:secret@127.0.0.1:${port}/api.yaml`, '')).toBe(
      `DocumentError: http://127.0.0.1:${port}/api.yaml can't be fetched: ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  it('is not requested with --offline', async () => {
    const offline = { offline: true };
    expect(await reads(`${own}/api.yaml`, '', offline)).toContain('offline');
    expect(await reads(at('api/api.yaml'), `${own}/api.yaml`, { ...offline, allowOrigins: [own] })).toContain(
      'offline',
    );
    expect(calls).toEqual([]);
  });
});
