import { randomBytes } from 'node:crypto';

export const MEDIA_ENDINGS = ['jpg', 'png', 'webp', 'mp4', 'webm', 'mov'] as const;
export type MediaEnding = (typeof MEDIA_ENDINGS)[number];

/** 128 bits in base64url: the last of the 22 characters carries two bits. */
const KEY = /^[A-Za-z0-9_-]{21}[AQgw](\.private)?\.(jpg|png|webp|mp4|webm|mov)$/;

/**
 * A new random key of a file: `…22 characters….jpg`, or `….private.jpg` for a file that is served by
 * signed URL only. A key tells nothing about its owner, its name or its content.
 */
export function createMediaKey(ending: MediaEnding, options?: { isPrivate: boolean }): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}${options?.isPrivate ? '.private' : ''}.${ending}`;
}

/** Whether `text` can be a key. Only such a text may become part of a path. */
export const isMediaKey = (text: string): boolean => KEY.test(text);

/** Whether the file with this key is served by signed URL only. */
export const isPrivateKey = (key: string): boolean => key.includes('.private.');
