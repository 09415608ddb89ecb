import { createHash } from 'node:crypto';
import { normalized } from '../../lib/normalized.ts';

/** A longer UID may not fit the index by which events are found. */
const MAX_UID = 500;

/**
 * The stored form of a UID: without control characters, normalized, and as a SHA-256 digest when it
 * is longer than 500 characters. Null for an empty UID.
 */
export function keptUid(written: string | null | undefined): string | null {
  const uid = normalized((written ?? '').replace(/\p{Cc}/gu, '').toWellFormed()).trim();
  if (uid === '') return null;
  return uid.length > MAX_UID ? digestOf(uid) : uid;
}

/** The UID of an event that has none; the next import of the calendar derives the same one. */
export const derivedUid = (start: number, title: string | null): string =>
  digestOf(`${new Date(start).toISOString()}\n${title ?? ''}`);

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
