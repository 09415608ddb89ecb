import { Encryption } from '../../../src/lib/encryption.ts';

const OLD = 'an-old-secret-of-the-tests-0123456789';
const NEW = 'a-new-secret-of-the-tests-01234567890';
const AT = { table: 'partner_accounts', column: 'access_encrypted', row_id: 7 };
const encryption = new Encryption([NEW]);
const of = (...[first = NEW, ...others]: string[]) => new Encryption([first, ...others]);
const encrypted = (by = encryption) => by.encrypt('partner tokens', AT, 'the token: é 🔑');
const decrypted = (value: Buffer, { by = encryption, at = AT } = {}) =>
  by.decrypt('partner tokens', at, value);

describe('an encrypted value', () => {
  it('decrypts to the original value, and does not contain it', () => {
    expect(decrypted(encrypted())).toBe('the token: é 🔑');
    expect(encrypted().toString('latin1')).not.toContain('token');
    expect(decrypted(encryption.encrypt('partner tokens', AT, ''))).toBe('');
  });

  it('is version, key id, nonce, ciphertext and tag, and never the same twice', () => {
    const value = encryption.encrypt('partner tokens', AT, 'four');
    expect(value).toHaveLength(1 + 4 + 12 + 4 + 16);
    expect(value[0]).toBe(1);
    expect(value.subarray(1, 5).toString('hex')).toBe(encryption.keyIdOf('partner tokens'));
    expect(encryption.encrypt('partner tokens', AT, 'four').subarray(5)).not.toEqual(
      value.subarray(5),
    );
  });

  it.each([{ table: 'quests' }, { column: 'refresh_encrypted' }, { row_id: 8 }])(
    'does not decrypt at another place: %j',
    (other) => {
      expect(() => decrypted(encrypted(), { at: { ...AT, ...other } })).toThrow();
    },
  );

  it('does not decrypt for another purpose', () => {
    expect(() => encryption.decrypt('quest secrets', AT, encrypted())).toThrow();
  });

  it('does not decrypt after a change of any byte, or shortened', () => {
    const value = encrypted();
    for (const index of value.keys()) {
      const changed = Buffer.from(value);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => decrypted(changed)).toThrow();
      expect(() => decrypted(value.subarray(0, index))).toThrow();
    }
  });

  it('decrypts under every secret of the list, and encrypts under the first', () => {
    const old = encrypted(of(OLD));
    expect(decrypted(old, { by: of(NEW, OLD) })).toBe('the token: é 🔑');
    expect(() => decrypted(old)).toThrow('no key');
    expect(decrypted(encrypted(of(NEW, OLD)))).toBe('the token: é 🔑');
  });
});
