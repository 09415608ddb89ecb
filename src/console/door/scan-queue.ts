import { createStore, delMany, entries, set } from 'idb-keyval';
import { ApiError } from '../../client/api-error.ts';
import type {
  ConferenceCheckIn,
  ConferenceCheckInBatch,
  EventCheckIn,
  EventCheckInBatch,
} from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { codeText, sentenceOf } from '../lib/problems.ts';
import { type Door, type DoorId, dayIn, isCounted, isSameDoor, keyOfDoor } from './doors.ts';
import { findExpected, type Who } from './offline-attendee-list.ts';

export type { Who } from './offline-attendee-list.ts';

/** A scan as it waits on the device: stored before anything is shown, so that no reload loses it. */
export interface Scan extends Who, DoorId {
  readonly nonce: string;
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
      /** The others who came together with this person. */
      readonly group?: Group;
      readonly isOut?: true;
      /** By how many seconds the clock of this device is ahead, where that matters. */
      readonly skew?: number;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'unknown' };

export type Group = NonNullable<ConferenceCheckIn['group']>;

/** The longest wait for the service before the device decides. */
const PATIENCE_MS = 2_000;
/** The most scans of one request. */
const BATCH = 500;
/** A scan that waits for so long does not reach the desk in time to be of use. */
export const WARN_AFTER_MS = 40 * 3_600_000;

const store = createStore('hallway-door', 'scans');

/** The scans of a conference and its events that wait, the oldest first. */
export async function waitingScans(conference_id: number): Promise<readonly Scan[]> {
  return (await entries<string, Scan>(store))
    .map(([, scan]) => scan)
    .filter((scan) => scan.conference_id === conference_id)
    .sort((a, b) => a.scanned_at.localeCompare(b.scanned_at));
}

/** Stores a scan and sends it at once. Without the service it waits, and the roster decides. */
export async function checkIn(door: Door, who: Who): Promise<{ scan: Scan; verdict: Verdict }> {
  const { conference_id, event_id } = door;
  const isSecond = await isWaiting(door, who);
  const scan = await keepScan(door, who);
  const body = bodyOf(scan);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer: CheckInAnswer =
      event_id === undefined
        ? await api.call('checkInConferenceAttendee', { params: { conference_id }, body, signal })
        : await api.call('checkInEventAttendee', { params: { id: event_id }, body, signal });
    await delMany([scan.nonce], store);
    return { scan, verdict: verdictOf(answer, kindOf(answer)) };
  } catch (error) {
    if (isFinal(error)) {
      await delMany([scan.nonce], store);
      return { scan, verdict: { kind: 'refused', code: error.code, detail: sentenceOf(error) } };
    }
    return { scan, verdict: await ownVerdict(door, who, isSecond) };
  }
}

/** Stores a scan, which is sent with what waits. */
export async function keepScan(door: DoorId, who: Who): Promise<Scan> {
  const { conference_id, event_id, checkpoint_id, direction } = door;
  const scan = {
    ...{ ...who, nonce: crypto.randomUUID(), conference_id, event_id },
    ...(checkpoint_id !== undefined && { checkpoint_id, ...(direction && { direction }) }),
    scanned_at: new Date().toISOString(),
  };
  await set(scan.nonce, scan, store);
  return scan;
}

/** Whether this device has a scan of the same ticket that is not sent yet, and that counts as this one. */
async function isWaiting(door: Door, { code, user_id, invitation_id }: Who): Promise<boolean> {
  const scans = await waitingScans(door.conference_id);
  const last = scans.findLast(
    (one) =>
      isSameDoor(one, door) &&
      one.code === code &&
      one.user_id === user_id &&
      one.invitation_id === invitation_id,
  );
  if (!last || door.checkpoint_id === undefined) return last !== undefined;
  const day = dayIn(door.timezone, new Date(last.scanned_at));
  return isCounted(door, { day, direction: last.direction ?? 'in' });
}

async function ownVerdict(door: Door, who: Who, isSecond: boolean): Promise<Verdict> {
  const found = await findExpected(door, who);
  if (!found)
    return isSecond ? { kind: 'again', name: who.code ?? '', detail: '' } : { kind: 'unknown' };
  const { name, ticket_type, status, scan } = found;
  const detail = ticket_type ?? '';
  if (status === 'waitlisted') return { kind: 'refused', code: 'WAITLISTED', detail: name };
  if (status === 'ask') return { kind: 'refused', code: 'ASK', detail: name };
  const isIn = door.checkpoint_id === undefined ? status === 'in' : isCounted(door, scan);
  return { kind: isSecond || isIn ? 'again' : 'kept', name, detail };
}

/**
 * Only a refusal of the scan itself is final. The scan waits where the request is refused: without a network or a
 * session, with a key that lost its rights, at a limit, by a defect.
 */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  ([400, 409].includes(error.status) || error.code === 'NOT_REGISTERED');

/** Takes back a scan that waits: it was for another door. */
export const forgetScan = ({ nonce }: Scan): Promise<void> => delMany([nonce], store);

/** What the service gets of a scan. */
const bodyOf = ({ conference_id: _, event_id: __, checkpoint_id, direction, ...body }: Scan) => ({
  ...body,
  ...(checkpoint_id !== undefined && { checkpoint_id }),
  ...(direction && { direction }),
});

/** Sends what waits, each to its door. A scan that arrived before gets its first result again, so it can be repeated. */
export async function sendWaiting(
  conference_id: number,
): Promise<readonly { scan: Scan; verdict: Verdict }[]> {
  const done: { scan: Scan; verdict: Verdict }[] = [];
  const scans = await waitingScans(conference_id);
  for (const ofDoor of Map.groupBy(scans, keyOfDoor).values()) {
    // A door that refuses its scans, as that of a deleted event, does not stop the others.
    await sendAll(ofDoor, done).catch(() => undefined);
  }
  return done;
}

async function sendAll(
  scans: readonly Scan[],
  done: { scan: Scan; verdict: Verdict }[],
): Promise<void> {
  for (let at = 0; at < scans.length; at += BATCH) {
    const batch = scans.slice(at, at + BATCH);
    const results = await sent(batch);
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
}

async function sent(batch: readonly Scan[]): Promise<readonly Result[]> {
  const [{ conference_id, event_id: id } = { conference_id: 0 }] = batch;
  const body = { check_ins: batch.map(bodyOf), sent_at: new Date().toISOString() };
  const answer =
    id === undefined
      ? await api.call('checkInConferenceAttendees', { params: { conference_id }, body })
      : await api.call('checkInEventAttendees', { params: { id }, body });
  return answer.results;
}

type Result = (ConferenceCheckInBatch | EventCheckInBatch)['results'][number];

function verdictOfResult(result: Result): Verdict {
  if (result.status === 'refused') {
    return { kind: 'refused', code: result.code ?? '', detail: codeText(result.code) };
  }
  return verdictOf(result, KINDS[result.status]);
}

const KINDS = { checked_in: 'in', already_checked_in: 'again', recorded: 'recorded' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

const kindOf = ({ is_recorded, already_checked_in }: CheckInAnswer): Kind => {
  if (is_recorded) return 'recorded';
  return already_checked_in ? 'again' : 'in';
};

type CheckInAnswer = ConferenceCheckIn | EventCheckIn;

function verdictOf(answer: CheckInAnswer | Result, kind: Kind): Verdict {
  const { user, attendance, clock_skew_seconds: skew } = answer;
  // An event has neither guests nor ticket types.
  const invitation = 'invitation' in answer ? answer.invitation : undefined;
  const type = attendance && 'ticket_type' in attendance ? attendance.ticket_type : undefined;
  const person = user ?? invitation;
  const ticket = type ?? invitation?.ticket_type;
  const checkpoint = 'checkpoint' in answer ? answer.checkpoint : undefined;
  const group = 'group' in answer ? answer.group : undefined;
  // At a checkpoint the arrival says nothing of the scan before.
  const since = checkpoint ? undefined : (attendance?.checked_in_at ?? invitation?.checked_in_at);
  return {
    kind,
    name: nameOf(person),
    detail: [ticket, user?.job_title, person?.company].filter(Boolean).join(' · '),
    ...(kind === 'again' && since && { since }),
    ...(checkpoint?.direction === 'out' && { isOut: true }),
    ...(group && { group }),
    ...(skew !== undefined && { skew }),
  };
}
