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

/** What a `$ref` of the document reads. */
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

describe('a $ref of a file', () => {
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
  ])('%s: %s', async (ref, outcome) => {
    expect(await reads(at('api/api.yaml'), ref)).toContain(outcome);
    expect(await reads(pathToFileURL(at('api/api.yaml')).href, ref)).toContain(outcome);
  });

  it('reads what the root holds', async () => {
    expect(await reads(at('api/api.yaml'), '../secret.yaml', { root: folder })).toBe('name: secret.yaml');
    expect(await reads(at('api/api.yaml'), 'parts/pet.yaml', { root: at('api/parts') })).toContain(
      'pet.yaml',
    );
    expect(await reads(at('api/api.yaml'), '../secret.yaml', { root: at('api/parts') })).toContain('outside');
  });

  it('tells which files were read', async () => {
    const sources = new Sources(at('api/api.yaml'), {});
    await sources.read(sources.document);
    await sources.read(sources.addressOf(sources.document, 'parts/pet.yaml'));
    expect([...sources.files]).toEqual([at('api/api.yaml'), at('api/parts/pet.yaml')]);
  });
});

describe('a $ref of an object', () => {
  it.each(['parts/pet.yaml', './api.yaml', '/etc/hostname'])('reads no file: %s', async (ref) => {
    expect(await reads({}, ref)).toContain(
      'is a local file, but the document is not: pass its folder with --root',
    );
  });

  it('reads the files of a root, from there', async () => {
    expect(await reads({}, 'parts/pet.yaml', { root: at('api') })).toBe('name: api/parts/pet.yaml');
    expect(await reads({}, '../secret.yaml', { root: at('api') })).toContain('outside');
  });
});

describe('a document of the web', () => {
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

  it('is asked for with the user and password of its URL, and so is what stands beside it', async () => {
    const withUser = other.replace('//', '//ada:l%C3%B6ve@');
    expect(await reads(`${withUser}/api.yaml`, 'pet.yaml')).toBe('name: /pet.yaml');
    const basic = `Basic ${Buffer.from('ada:löve').toString('base64')}`;
    expect(sent).toEqual([basic, basic]);
  });

  it('may name what is of its own origin', async () => {
    expect(await reads(`${own}/v1/api.yaml?key=secret`, '../pet.yaml')).toBe('name: /pet.yaml');
    expect(await reads(`${own}/moved.yaml`, 'pet.yaml')).toBe('name: /pet.yaml');
  });

  it('may name another origin only if that is allowed', async () => {
    expect(await reads(`${own}/api.yaml`, `${other}/pet.yaml`)).toContain(`--allow-origin ${other}`);
    expect(calls.some((call) => other.endsWith(call.split('/')[0] ?? ''))).toBe(false);
    const allowed = { allowOrigins: [`${other}/some/path`] };
    expect(await reads(`${own}/api.yaml`, `${other}/pet.yaml`, allowed)).toBe('name: /pet.yaml');
  });

  it('is not led to another origin by a redirect', async () => {
    expect(await reads(`${own}/api.yaml`, 'away.yaml')).toContain(`--allow-origin ${other}`);
    expect(calls).toEqual([`${own.slice(7)}/api.yaml`, `${own.slice(7)}/away.yaml`]);
  });

  it.each(['/data.yaml', '/file.yaml'])('is led nowhere but to http: %s', async (path) => {
    const refused = `DocumentError: ${own}${path} redirects to a URL that is not http(s)`;
    expect(await reads(`${own}${path}`, '')).toBe(refused);
    expect(await reads(`${own}/api.yaml`, path)).toBe(refused);
  });

  it('may itself be redirected, and then is of that origin too', async () => {
    expect(await reads(`${own}/away.yaml`, `${other}/pet.yaml`)).toBe('name: /pet.yaml');
  });

  it('reads no file', async () => {
    expect(await reads(`${own}/api.yaml`, 'file:///etc/hostname')).toContain(
      'DocumentError: file:///etc/hostname is neither a file nor an http URL',
    );
    expect(await reads(`${own}/api.yaml`, '/etc/hostname')).toBe('name: /etc/hostname');
  });

  it('says which URL failed, and why, without its query', async () => {
    expect(await reads(`${own}/gone.yaml?key=secret`, '')).toBe(
      `DocumentError: ${own}/gone.yaml can't be fetched: it returned 404 Not Found`,
    );
    expect(await reads(`${own}/round.yaml`, '')).toContain('it redirects more than 10 times');
  });

  it('says of a server that is not there what the system says', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await reads(`http://user:secret@127.0.0.1:${port}/api.yaml`, '')).toBe(
      `DocumentError: http://127.0.0.1:${port}/api.yaml can't be fetched: ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  it('is not asked for offline', async () => {
    const offline = { offline: true };
    expect(await reads(`${own}/api.yaml`, '', offline)).toContain('offline');
    expect(await reads(at('api/api.yaml'), `${own}/api.yaml`, { ...offline, allowOrigins: [own] })).toContain(
      'offline',
    );
    expect(calls).toEqual([]);
  });
});
