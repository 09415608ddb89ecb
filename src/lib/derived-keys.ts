import { hkdfSync } from 'node:crypto';

/** Each purpose has its own key: a signature or hash of one purpose is useless for another. */
export type KeyPurpose =
  | 'admin tokens'
  | 'claim codes'
  | 'erased people'
  | 'feedback'
  | 'guests'
  | 'media urls'
  | 'meet codes'
  | 'partner accounts'
  | 'partner destinations'
  | 'partner tokens'
  | 'quest secrets'
  | 'rosters'
  | 'source credentials'
  | 'tickets'
  | 'webhook secrets';

export interface DerivedKey {
  /** Identifies the secret without revealing it; stored beside the hashes. 8 hex digits. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Derives the key of a purpose from a secret of the configuration, by HKDF. */
export const deriveKey = (secret: string, purpose: KeyPurpose): DerivedKey => ({
  id: derive(secret, 'key ids', 4).toString('hex'),
  bytes: derive(secret, purpose, 32),
});

const derive = (secret: string, info: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `hallway ${info}`, length));
