import { codeIdOf } from '../messaging/start-parameters.ts';

/** The content of a claim code; only its signature proves it. */
export interface ParsedClaimCode {
  readonly invitation_id: number;
  readonly epoch: number;
  /** The id of the key that signed it, 8 hex digits. */
  readonly key_id: string;
  readonly signature: string;
}

/** Id (8 characters), epoch (4), key id (6), and a MAC of 128 bits (22), all in base64url. */
const CODE = /^([\w-]{8})([\w-]{4})([\w-]{6})([\w-]{22})$/;
const EPOCH_BYTES = 3;
const MAC_BYTES = 16;

/** The largest number that a code can hold: 3 bytes. */
export const MAX_CLAIM_EPOCH = 2 ** (8 * EPOCH_BYTES) - 1;

/** The part of a claim code before its signature. */
export function claimText(
  { invitation_id, epoch }: Pick<ParsedClaimCode, 'invitation_id' | 'epoch'>,
  keyId: string,
): string {
  const bytes = Buffer.alloc(EPOCH_BYTES);
  bytes.writeUIntBE(epoch, 0, EPOCH_BYTES);
  const key = Buffer.from(keyId, 'hex').toString('base64url');
  return `${codeIdOf(invitation_id)}${bytes.toString('base64url')}${key}`;
}

/** Truncates a MAC to 128 bits, in base64url. */
export const claimSignature = (mac: Buffer): string =>
  mac.subarray(0, MAC_BYTES).toString('base64url');

/** Parses a claim code, with or without the `i_` of its start parameter. Does not verify it. */
export function parseClaimCode(text: string): ParsedClaimCode | undefined {
  const [, id, epoch, key, signature] = CODE.exec(text.trim().replace(/^i_/, '')) ?? [];
  if (id === undefined || epoch === undefined || key === undefined || !signature) return undefined;
  const invitation_id = Buffer.from(id, 'base64url').readUIntBE(0, 6);
  if (invitation_id === 0) return undefined;
  return {
    invitation_id,
    epoch: Buffer.from(epoch, 'base64url').readUIntBE(0, EPOCH_BYTES),
    key_id: Buffer.from(key, 'base64url').toString('hex').slice(0, 8),
    signature,
  };
}
