import { codeIdOf } from '../messaging/start-parameters.ts';

/** How long a step lasts, in seconds. A code is of one step, and holds until the end of the next. */
const STEP_SECONDS = 300;

/** The number of users whom one code connects with its user. */
export const MAX_MET_BY_CODE = 20;

/** Longer than any code holds: its counter must not begin again. In milliseconds. */
export const MET_BY_CODE_WINDOW_MS = 3 * STEP_SECONDS * 1_000;

/** Meetings of one user, by the codes that they scan. */
export const MEETINGS = { name: 'meetings', limit: 60, windowMs: 3_600_000 } as const;

/** Wrong codes of one user. */
export const WRONG_MEET_CODES = { name: 'meet-codes', limit: 20, windowMs: 600_000 } as const;

/** What a meet code says, before its signature. */
export interface MeetCode {
  readonly user_id: number;
  /** The number of steps since 1970. */
  readonly step: number;
}

/** The content of a meet code; only its signature proves it. */
export interface ParsedMeetCode extends MeetCode {
  /** The id of the key that signed it, 8 hex digits. */
  readonly key_id: string;
  readonly signature: string;
}

/** Id (8 characters), step (6), key id (6), and a MAC of 128 bits (22), all in base64url. */
const CODE = /^([\w-]{8})([\w-]{6})([\w-]{6})([\w-]{22})$/;
const STEP_BYTES = 4;
const MAC_BYTES = 16;

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / STEP_SECONDS);

/** Until when a code of this step holds. */
export const endOf = (step: number): Date => new Date((step + 2) * STEP_SECONDS * 1_000);

/** Whether a step is the current or the previous one. */
export const isHeld = (step: number, now: Date): boolean => {
  const current = stepAt(now);
  return step === current || step === current - 1;
};

/** The part of a meet code before its signature. */
export function meetText({ user_id, step }: MeetCode, keyId: string): string {
  const bytes = Buffer.alloc(STEP_BYTES);
  bytes.writeUInt32BE(step);
  const key = Buffer.from(keyId, 'hex').toString('base64url');
  return `${codeIdOf(user_id)}${bytes.toString('base64url')}${key}`;
}

/** Truncates a MAC to 128 bits, in base64url. */
export const meetSignature = (mac: Buffer): string =>
  mac.subarray(0, MAC_BYTES).toString('base64url');

/** Parses a meet code, with or without the `k_` of its start parameter. Does not verify it. */
export function parseMeetCode(text: string): ParsedMeetCode | undefined {
  const [, id = '', step = '', key = '', signature] =
    CODE.exec(text.trim().replace(/^k_/, '')) ?? [];
  if (signature === undefined) return undefined;
  return {
    user_id: Buffer.from(id, 'base64url').readUIntBE(0, 6),
    step: Buffer.from(step, 'base64url').readUInt32BE(),
    key_id: Buffer.from(key, 'base64url').toString('hex'),
    signature,
  };
}
