import type { PartnerAccountStatus } from './partner-accounts.ts';
import type { MintView, MintViewStatus } from './partner-mints.ts';

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
