/** A page of the mini app that needs nothing but an id. Notifications name one as their target. */
export const TARGET_KINDS = [
  'event',
  'conference',
  'agenda_item',
  'user',
  'quest',
  'task',
  'meeting',
  'page',
] as const;
type TargetKind = (typeof TARGET_KINDS)[number];

/** An information page. It names its conference, which opens once the page is deleted. */
export interface PageTarget {
  readonly kind: 'page';
  readonly id: number;
  readonly conference_id: number;
}
export type StartTarget =
  | { readonly kind: Exclude<TargetKind, 'page'>; readonly id: number }
  | PageTarget;

/**
 * What a start parameter of the mini app opens. `code` is what the client sends for it: for a task
 * its code, for `claim` (an invitation) and `meet` (a user) the whole code, whose first characters
 * are the id.
 */
export type Start =
  | { readonly kind: Exclude<TargetKind, 'task' | 'page'> | 'notification'; readonly id: number }
  | PageTarget
  | { readonly kind: 'task' | 'claim' | 'meet'; readonly id: number; readonly code: string };

/** What opens, as a client receives it. */
export interface OpenedStart {
  /** `notification`: one without a page. */
  readonly kind: Start['kind'];
  readonly id: number;
  readonly code?: string;
  /** Of a page. */
  readonly conference_id?: number;
  /** The user's own notification whose link or button was pressed, or the one that replaced it. */
  readonly notification_id?: number;
  /** False alike for what is missing, hidden or not for the user. */
  readonly available: boolean;
}

const OF_ID = {
  event: 'e',
  conference: 'c',
  agenda_item: 'a',
  user: 'u',
  quest: 'q',
  notification: 'n',
  meeting: 'm',
} as const;
const OF_CODE = { claim: 'i', meet: 'k' } as const;

const kindsByPrefix = <K extends string>(prefixes: Readonly<Record<K, string>>) =>
  new Map<string, K>((Object.keys(prefixes) as K[]).map((kind) => [prefixes[kind], kind]));
const KINDS_OF_ID = kindsByPrefix(OF_ID);
const KINDS_OF_CODE = kindsByPrefix(OF_CODE);

const ID = /^([a-z])_([1-9]\d{0,15})$/;
const PAGE = /^p_([1-9]\d{0,15})_([1-9]\d{0,15})$/;
const TASK = /^t_([1-9]\d{0,15})_([A-Z0-9-]{4,32})$/i;
/** At least the id and a signature of 128 bits; 64 characters are the most that the messenger takes. */
const CODE = /^([ik])_([\w-]{30,62})$/;

/** The start of a claim or meet code that is about the row `id`: 6 bytes, the highest first. */
export function codeIdOf(id: number): string {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(id, 0, 6);
  return bytes.toString('base64url');
}

const idOfCode = (code: string): number => Buffer.from(code, 'base64url').readUIntBE(0, 6);

/**
 * Undefined for a foreign parameter. It proves nothing, because anyone can write a link; a code is
 * not checked.
 */
export function startOf(parameter: string): Start | undefined {
  const [, prefix = '', digits] = ID.exec(parameter) ?? [];
  const kind = KINDS_OF_ID.get(prefix);
  if (kind !== undefined) return withId({ kind, id: Number(digits) });
  const [, conference, page] = PAGE.exec(parameter) ?? [];
  if (page !== undefined) {
    const conference_id = Number(conference);
    const isSafe = Number.isSafeInteger(conference_id);
    return isSafe ? withId({ kind: 'page', id: Number(page), conference_id }) : undefined;
  }
  const [, task, taskCode] = TASK.exec(parameter) ?? [];
  if (task !== undefined && taskCode !== undefined) {
    // Codes of tasks are upper case, whatever the app or the messenger makes of the link.
    return withId({ kind: 'task', id: Number(task), code: taskCode.toUpperCase() });
  }
  const [, letter = '', code = ''] = CODE.exec(parameter) ?? [];
  const coded = KINDS_OF_CODE.get(letter);
  return coded && withId({ kind: coded, id: idOfCode(code), code });
}

const withId = (start: Start): Start | undefined =>
  Number.isSafeInteger(start.id) && start.id > 0 ? start : undefined;

/** The start parameter that opens `start`: at most 64 of `[A-Za-z0-9_-]`. */
export function parameterOf(start: Start): string {
  if (start.kind === 'page') return `p_${start.conference_id}_${start.id}`;
  if (!('code' in start)) return `${OF_ID[start.kind]}_${start.id}`;
  if (start.kind === 'task') return `t_${start.id}_${start.code}`;
  return `${OF_CODE[start.kind]}_${start.code}`;
}

/** The link that opens the mini app; null without an address of the app. */
export type ShareLink = (start: Start) => string | null;

/**
 * The link that opens the mini app at `start`.
 * @param appUrl of the mini app; without it there is no link
 */
export function shareUrl(appUrl: string | undefined, start: Start): string | null {
  if (appUrl === undefined) return null;
  return `${appUrl}?startapp=${parameterOf(start)}`;
}
