import { createStore, delMany, entries, set } from 'idb-keyval';
import { ApiError } from '../../client/api-error.ts';
import type { ConferenceCheckIn, ConferenceCheckInBatch } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { findExpected, type Who } from './roster.ts';

export type { Who } from './roster.ts';

/** A scan as it waits on the device: stored before anything is shown, so that no reload loses it. */
export interface Scan extends Who {
  readonly nonce: string;
  readonly conference_id: number;
  readonly scanned_at: string;
}

/**
 * The verdict that the person at the door sees. `kept`: the service has not answered yet, and the device knows the
 * ticket. `unknown`: neither.
 */
export type Verdict =
  | {
      readonly kind: 'in' | 'again' | 'kept' | 'recorded';
      readonly name: string;
      readonly detail: string;
      readonly since?: string;
      /** By how many seconds the clock of this device is ahead, where that matters. */
      readonly skew?: number;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'unknown' };

/** The longest wait for the service before the device decides. */
const PATIENCE_MS = 2_000;
/** The most scans of one request. */
const BATCH = 500;
/** A scan that waits for so long does not reach the desk in time to be of use. */
export const WARN_AFTER_MS = 40 * 3_600_000;

const store = createStore('hallway-door', 'scans');

/** The scans that wait, the oldest first. */
export async function waitingScans(conference_id: number): Promise<readonly Scan[]> {
  return (await entries<string, Scan>(store))
    .map(([, scan]) => scan)
    .filter((scan) => scan.conference_id === conference_id)
    .sort((a, b) => a.scanned_at.localeCompare(b.scanned_at));
}

/** Stores a scan and sends it at once. Without the service it waits, and the roster decides. */
export async function checkIn(
  conference_id: number,
  who: Who,
): Promise<{ scan: Scan; verdict: Verdict }> {
  const isSecond = await isWaiting(conference_id, who);
  const scan = {
    ...who,
    nonce: crypto.randomUUID(),
    conference_id,
    scanned_at: new Date().toISOString(),
  };
  await set(scan.nonce, scan, store);
  const { conference_id: _, ...body } = scan;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await api.call('checkInConferenceAttendee', {
      params: { conference_id },
      body,
      signal,
    });
    await delMany([scan.nonce], store);
    return { scan, verdict: verdictOf(answer, kindOf(answer)) };
  } catch (error) {
    if (isFinal(error)) {
      await delMany([scan.nonce], store);
      return { scan, verdict: { kind: 'refused', code: error.code, detail: error.message } };
    }
    return { scan, verdict: await ownVerdict(conference_id, who, isSecond) };
  }
}

/** Whether this device has a scan of the same ticket that is not sent yet. */
async function isWaiting(
  conference_id: number,
  { code, user_id, invitation_id }: Who,
): Promise<boolean> {
  const scans = await waitingScans(conference_id);
  return scans.some(
    (one) => one.code === code && one.user_id === user_id && one.invitation_id === invitation_id,
  );
}

async function ownVerdict(conference_id: number, who: Who, isSecond: boolean): Promise<Verdict> {
  const found = await findExpected(conference_id, who);
  if (!found)
    return isSecond ? { kind: 'again', name: who.code ?? '', detail: '' } : { kind: 'unknown' };
  const { name, ticket_type, status } = found;
  const detail = ticket_type ?? '';
  if (status === 'waitlisted') return { kind: 'refused', code: 'WAITLISTED', detail: name };
  if (status === 'ask') return { kind: 'refused', code: 'ASK', detail: name };
  return { kind: isSecond || status === 'in' ? 'again' : 'kept', name, detail };
}

/**
 * Only a refusal of the scan itself is final. The scan waits where the request is refused: without a network or a
 * session, with a key that lost its rights, at a limit, by a defect.
 */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  ([400, 409].includes(error.status) || error.code === 'NOT_REGISTERED');

/** Sends what waits. A scan that arrived before gets its first result again, so it can be repeated. */
export async function sendWaiting(
  conference_id: number,
): Promise<readonly { scan: Scan; verdict: Verdict }[]> {
  const done: { scan: Scan; verdict: Verdict }[] = [];
  const scans = await waitingScans(conference_id);
  for (let at = 0; at < scans.length; at += BATCH) {
    const batch = scans.slice(at, at + BATCH);
    const check_ins = batch.map(({ conference_id: _, ...scan }) => scan);
    const { results } = await api.call('checkInConferenceAttendees', {
      params: { conference_id },
      body: { check_ins, sent_at: new Date().toISOString() },
    });
    // A scan leaves the device only by an answer of its own.
    const answered = batch.flatMap((scan) => {
      const result = results.find(({ nonce }) => nonce === scan.nonce);
      return result ? [{ scan, verdict: verdictOfResult(result) }] : [];
    });
    done.push(...answered);
    await delMany(
      answered.map(({ scan }) => scan.nonce),
      store,
    );
  }
  return done;
}

function verdictOfResult(result: ConferenceCheckInBatch['results'][number]): Verdict {
  if (result.status === 'refused') {
    return { kind: 'refused', code: result.code ?? '', detail: result.error ?? '' };
  }
  return verdictOf(result, KINDS[result.status]);
}

const KINDS = { checked_in: 'in', already_checked_in: 'again', recorded: 'recorded' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

const kindOf = ({ is_recorded, already_checked_in }: ConferenceCheckIn): Kind => {
  if (is_recorded) return 'recorded';
  return already_checked_in ? 'again' : 'in';
};

type CheckedIn = Pick<
  ConferenceCheckIn,
  'user' | 'attendance' | 'invitation' | 'clock_skew_seconds'
>;

function verdictOf(answer: CheckedIn, kind: Kind): Verdict {
  const { user, attendance, invitation, clock_skew_seconds: skew } = answer;
  const person = user ?? invitation;
  const ticket = attendance?.ticket_type ?? invitation?.ticket_type;
  const since = attendance?.checked_in_at ?? invitation?.checked_in_at;
  return {
    kind,
    name: nameOf(person),
    detail: [ticket, user?.job_title, person?.company].filter(Boolean).join(' · '),
    ...(kind === 'again' && since && { since }),
    ...(skew !== undefined && { skew }),
  };
}
