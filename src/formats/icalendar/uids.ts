import { createHash } from 'node:crypto';

/** Bounded so that any UID fits the index by which imports find events. */
const MAX_UID = 500;

/**
 * A UID as it is kept, however a calendar or a person writes it: without control characters, as its
 * digest where it is very long. Null when there is none.
 */
export function keptUid(written: string | null | undefined): string | null {
  const uid = (written ?? '')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .normalize()
    .trim();
  if (uid === '') return null;
  return uid.length > MAX_UID ? digestOf(uid) : uid;
}

/** What an event without UID is known by when its calendar is read again. */
export const derivedUid = (start: number, title: string | null): string =>
  digestOf(`${new Date(start).toISOString()}\n${title ?? ''}`);

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
