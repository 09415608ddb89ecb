import type { PartnerAccountStatus } from './partner-accounts.ts';

/**
 * - `pending`: not sent yet, or the partner works on it.
 * - `unknown`: perhaps sent. The worker asks the partner by the idempotency key before it sends the
 *   mint again, with the same key.
 * - `minted`, `failed`: the partner's final answer.
 */
export type MintStatus = 'pending' | 'unknown' | 'minted' | 'failed';

export const FAILURE_CODES = ['sold_out', 'not_eligible', 'rejected'] as const;
/** The reason why a mint failed, in our words: the partner's words never leave the integration. */
export type FailureCode = (typeof FAILURE_CODES)[number];

export interface Mint {
  readonly id: number;
  readonly user_id: number;
  readonly try: number;
  readonly status: MintStatus;
  readonly partner_mint_id: string | null;
  readonly token_id: string | null;
  readonly transaction_hash: string | null;
  readonly explorer_url: string | null;
  readonly failure_code: FailureCode | null;
}

export const MINT_VIEW_STATUSES = ['pending', 'minted', 'failed'] as const;
/** The status that is shown: `unknown` is `pending`. */
export type MintViewStatus = (typeof MINT_VIEW_STATUSES)[number];

/** A mint as its user sees it. */
export interface MintView {
  readonly id: number;
  readonly status: MintViewStatus;
  readonly token_id: string | null;
  readonly transaction_hash: string | null;
  readonly explorer_url: string | null;
  readonly failure_reason: FailureCode | null;
}

export const mintView = (mint: Mint): MintView => ({
  id: mint.id,
  status: mint.status === 'unknown' ? 'pending' : mint.status,
  token_id: mint.token_id,
  transaction_hash: mint.transaction_hash,
  explorer_url: mint.explorer_url,
  failure_reason: mint.failure_code,
});

/** Tries of one person. A new one follows a final `failed` of the partner only. */
export const MAX_MINT_TRIES = 3;

export type RetryOutcome = 'retried' | 'pending' | 'minted' | 'tries_left';

/**
 * Decides whether an administrator begins another try: only after the last one of the user, whose
 * request begins the others.
 */
export function outcomeOfRetry({ status, try: nth }: Pick<Mint, 'status' | 'try'>): RetryOutcome {
  if (status === 'minted') return 'minted';
  if (status !== 'failed') return 'pending';
  return nth < MAX_MINT_TRIES ? 'tries_left' : 'retried';
}

/** The same key for every call about one try, so the partner mints at most once for it. */
export const idempotencyKeyOf = ({ id, try: nth }: Pick<Mint, 'id' | 'try'>): string =>
  `hallway-${id}-${nth}`;

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 5 * 60_000;
/** The delay for a mint that is pending for longer than a day, which also limits its log lines. */
const LATE_DELAY_MS = 60 * 60_000;

/** The delay before the next call about a mint, after `polls` calls; `jitter` is from 0 to 1. */
export function pollDelayMs(
  { polls, is_late }: { readonly polls: number; readonly is_late: boolean },
  jitter: number,
): number {
  const exponential = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(polls, 20));
  return (is_late ? LATE_DELAY_MS : exponential) * (0.75 + 0.5 * jitter);
}

/** The URL if it is https and on one of the hosts, else null. */
export function allowedExplorerUrl(text: string | null, hosts: readonly string[]): string | null {
  const url = text === null ? null : URL.parse(text);
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return null;
  return hosts.includes(url.hostname) && url.href.length <= 2_000 ? url.href : null;
}

/** The user of an account or of a mint, as administrators see them. */
export interface PartnerUser {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly username: string | null;
}

/** An account as administrators see it: without tokens, and without the address of the code. */
export interface AdminPartnerAccount {
  readonly user: PartnerUser;
  readonly status: PartnerAccountStatus;
  readonly partner_user_id: string | null;
  readonly otp_expires_at: string | null;
  /** Of the last code. */
  readonly tries: number;
  readonly verified_at: string | null;
  /** Null before a mint. */
  readonly mint_status: MintViewStatus | null;
}

/** A mint as administrators see it. */
export interface AdminMint extends MintView {
  readonly user: PartnerUser;
  readonly try: number;
  readonly partner_mint_id: string | null;
  readonly created_at: string;
  /** The start of the latest try. */
  readonly requested_at: string;
  readonly finished_at: string | null;
}

/** The number of mints by status. */
export type MintCounts = Readonly<Record<MintViewStatus, number>>;

/** A mint after another try has begun. Names its user by id only, since the answer may be stored. */
export interface RetriedMint extends MintView {
  readonly user_id: number;
  readonly try: number;
}
