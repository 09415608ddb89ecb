import { parseTicketCode } from '../attendance/tickets.ts';
import type { CounterLimit } from '../operations/rate-limit-counters.ts';
import { TASK_TYPES, type TaskType } from './task-types/task-type.ts';
import { ruleOf } from './task-types/task-types.ts';

/**
 * The person whom a call of the public quest API names: by messenger id, or by the code of a
 * ticket.
 */
export type NamedPerson = { readonly messenger_id: number } | { readonly ticket: string };

export interface JoinCall {
  readonly quest_id: number;
  readonly person: NamedPerson;
}

export interface CompletionCall {
  readonly task_id: number;
  readonly person: NamedPerson;
  /** The code, or a text. */
  readonly proof?: string | undefined;
}

/** The answer to `JoinCall`. */
export interface Joined {
  readonly quest_id: number;
  readonly status: 'accepted';
}

/** The answer to `CompletionCall`. */
export interface Completed {
  readonly task_id: number;
  readonly status: 'approved' | 'pending';
}

/** The types of task that calls complete. */
export const UNSIGNED_TYPES: readonly TaskType[] = TASK_TYPES.filter(
  (type) => ruleOf(type).calls === 'unsigned',
);
export const SIGNED_TYPES: readonly TaskType[] = TASK_TYPES.filter(
  (type) => ruleOf(type).calls !== 'none',
);

/** The request of an unsigned call, after its answer is decided. */
export interface UnsignedCall {
  readonly quest_id: number;
  /** Null for a call that joins the quest. */
  readonly task_id: number | null;
  /** Null for an unknown person. */
  readonly user_id: number | null;
  /** Without the code of a code task, which was compared before. */
  readonly text: string | null;
  readonly sent_at: string;
}

/** A call with a valid signature. */
export interface SignedCall {
  readonly quest_id: number;
  readonly webhook_id: string;
  /** SHA-256 of the body, 64 hex digits. */
  readonly body_hash: string;
}

/**
 * The key that counts the calls for one person, from the request alone. All tickets of one person
 * have one key, and so have all invalid tickets.
 */
export function personKey(person: NamedPerson): string {
  if ('messenger_id' in person) return `m${person.messenger_id}`;
  return `u${parseTicketCode(person.ticket)?.holder.user_id ?? ''}`;
}

const MINUTE_MS = 60_000;

/**
 * The limits on the wrong codes of unsigned calls, never against the named person: of an address in 10
 * minutes, and of all addresses for one task in an hour, too many for anyone to lock a booth.
 */
export const unsignedCodeLimits = (
  taskId: number,
  address: string,
): { readonly ofAddress: CounterLimit; readonly ofTask: CounterLimit } => ({
  ofAddress: { key: `unsigned-codes:${address}`, max: 30, windowMs: 10 * MINUTE_MS },
  ofTask: { key: `unsigned-codes-of-task:${taskId}`, max: 100_000, windowMs: 60 * MINUTE_MS },
});
