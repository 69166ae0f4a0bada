import { describe, expect, it } from 'vitest';
import { isSealed, Sealer } from '../../../lib/features/http-cache/encryption.js';

const SECRET = 'a secret of some length';
const plain = Uint8Array.from([1, 2, 3]);

describe('an encrypted record', () => {
  it('can be decrypted under its name with its secret, and contains no readable content', async () => {
    const sealed = await new Sealer(SECRET).seal('a', plain);
    expect(isSealed(sealed)).toBe(true);
    expect([...((await new Sealer(SECRET).open('a', sealed)) ?? [])]).toEqual([1, 2, 3]);
  });

  it('is different each time', async () => {
    const sealer = new Sealer(SECRET);
    expect([...(await sealer.seal('a', plain))]).not.toEqual([...(await sealer.seal('a', plain))]);
  });

  it("can't be decrypted under another name, with another secret or after a change", async () => {
    const sealer = new Sealer(SECRET);
    const sealed = await sealer.seal('a', plain);
    expect(await sealer.open('b', sealed)).toBeUndefined();
    expect(await new Sealer(`${SECRET}!`).open('a', sealed)).toBeUndefined();
    expect(await new Sealer(undefined).open('a', sealed)).toBeUndefined();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = sealed.slice();
      changed[index]! ^= 1;
      expect(await sealer.open('a', changed)).toBeUndefined();
    }
  });

  it.each([0, 1, 2, 13, 14, 29])('is never %i bytes long', async (size) => {
    const bytes = new Uint8Array(size);
    bytes.set([0x73, 1].slice(0, size));
    expect(await new Sealer(SECRET).open('a', bytes)).toBeUndefined();
  });
});

describe('a hashed name', () => {
  it('is the same for equal strings and the same secret', async () => {
    const name = async (text: string, secret?: string) => new Sealer(secret).name(text);
    expect(await name('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
    expect(await name('a', SECRET)).toBe(await name('a', SECRET));
    expect(
      new Set([
        await name('a'),
        await name('a', SECRET),
        await name('a', `${SECRET}!`),
        await name('b', SECRET),
      ]).size,
    ).toBe(4);
  });

  it('is cached for a limited number of strings', async () => {
    const sealer = new Sealer(undefined);
    await sealer.name('a');
    expect(typeof sealer.name('a')).toBe('string');
    for (let index = 0; index < 1000; index += 1) await sealer.name(String(index));
    expect(typeof sealer.name('a')).not.toBe('string');
  });
});
