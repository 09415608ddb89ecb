import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Destination } from '../../domain/partner/partner-accounts.ts';
import { FAILURE_CODES, idempotencyKeyOf, type Mint } from '../../domain/partner/partner-mints.ts';
import { AppError } from '../../errors.ts';
import { PartnerHttp, type PartnerHttpOptions, PartnerPauseError } from './partner-http.ts';

const IdSchema = z.string().regex(/^[\w.:-]{1,100}$/);
const TokenSchema = z.string().regex(/^[\x21-\x7e]{1,4096}$/);
/** The longest lifetime of a token, a year, in seconds. */
const MAX_TTL = 31_536_000;

const OtpSchema = z.object({ expires_in: z.int().min(1).max(3_600) });

const TokensSchema = z.object({
  access_token: TokenSchema,
  refresh_token: TokenSchema,
  expires_in: z.int().min(1).max(MAX_TTL),
});
export type PartnerTokens = z.output<typeof TokensSchema>;

const VerifiedSchema = TokensSchema.extend({ user_id: IdSchema });

const MintSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending'), id: IdSchema }),
  z.object({
    status: z.literal('minted'),
    id: IdSchema,
    token_id: IdSchema,
    transaction_hash: IdSchema.nullable().catch(null).default(null),
    explorer_url: z.string().max(2_000).nullable().catch(null).default(null),
  }),
  z.object({
    status: z.literal('failed'),
    id: IdSchema,
    failure_code: z.enum(FAILURE_CODES).catch('rejected'),
  }),
]);
export type PartnerMint = z.output<typeof MintSchema>;

const RefusalSchema = z.object({
  error: z.enum(['otp_invalid', 'otp_expired', 'invalid_grant', 'not_found']),
});

/** A code, its destination, and the reference that we gave it. */
export interface SentCode {
  readonly destination: Destination;
  readonly reference: string;
}

export type VerifyOutcome =
  | { readonly kind: 'verified'; readonly partner_user_id: string; readonly tokens: PartnerTokens }
  | { readonly kind: 'wrong' | 'expired' };

/** The delay before the only retry of a safe call; jitter is added. */
const RETRY_DELAY_MS = 100;

/**
 * The partner's HTTP API, as docs/partner-a.md describes it. Each method throws AppError
 * UPSTREAM_ERROR when the partner fails, answers nonsense or asks for a pause. The error contains
 * nothing of the answer.
 */
export class PartnerClient {
  /** It sends no codes. */
  readonly isSandbox: boolean;
  readonly #http: PartnerHttp;

  constructor({ isSandbox, ...options }: PartnerHttpOptions & { isSandbox: boolean }) {
    this.isSandbox = isSandbox;
    this.#http = new PartnerHttp(options);
  }

  /** @throws PartnerPauseError while no call can be made */
  assertAvailable(): void {
    this.#http.assertAvailable();
  }

  /** Requests a code. Resolves to its lifetime in seconds. */
  async sendCode({ destination, reference }: SentCode): Promise<number> {
    const answer = await this.#http.call('POST', '/v1/otp', {
      body: { ...destination, reference },
    });
    return read(OtpSchema, answer).expires_in;
  }

  async verifyCode({ destination, reference }: SentCode, code: string): Promise<VerifyOutcome> {
    const body = { ...destination, reference, code };
    const answer = await this.#http.call('POST', '/v1/otp/verify', { body });
    switch (refusalIn(answer)) {
      case 'otp_invalid':
        return { kind: 'wrong' };
      case 'otp_expired':
        return { kind: 'expired' };
    }
    const { user_id, ...tokens } = read(VerifiedSchema, answer);
    return { kind: 'verified', partner_user_id: user_id, tokens };
  }

  /** Exchanges a refresh token, which is then used up; undefined if the partner refuses it. */
  async refresh(refresh_token: string): Promise<PartnerTokens | undefined> {
    const body = { grant_type: 'refresh_token', refresh_token };
    const answer = await this.#http.call('POST', '/v1/token', { body });
    return refusalIn(answer) === 'invalid_grant' ? undefined : read(TokensSchema, answer);
  }

  /** Sends a mint; repeated with the same try, it is the same mint. Undefined for a dead token. */
  async mint(mint: Pick<Mint, 'id' | 'try'>, token: string): Promise<PartnerMint | undefined> {
    const answer = await this.#http.call('POST', '/v1/mints', {
      body: {},
      headers: { 'idempotency-key': idempotencyKeyOf(mint), authorization: `Bearer ${token}` },
    });
    return answer.status === 401 ? undefined : read(MintSchema, answer);
  }

  /** The state of a mint; undefined if the partner never received it. */
  async findMint(mint: Pick<Mint, 'id' | 'try'>): Promise<PartnerMint | undefined> {
    const path = `/v1/mints/by-key/${idempotencyKeyOf(mint)}`;
    const ask = () => this.#http.call('GET', path);
    // A read is safe to repeat, but not while the partner asks for a pause.
    const answer = await ask().catch(async (error: unknown) => {
      if (error instanceof PartnerPauseError) throw error;
      await sleep(RETRY_DELAY_MS * (1 + Math.random()));
      return ask();
    });
    return answer.status === 404 && refusalIn(answer) === 'not_found'
      ? undefined
      : read(MintSchema, answer);
  }

  async close(): Promise<void> {
    await this.#http.close();
  }
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

const refusalIn = ({ status, json }: Answer) =>
  status >= 400 && status < 500 ? RefusalSchema.safeParse(json).data?.error : undefined;

/** Has no cause: messages of zod can name keys of the answer. */
function read<T extends z.ZodType>(schema: T, { status, json }: Answer): z.output<T> {
  const result = schema.safeParse(json);
  if (status >= 300 || !result.success) {
    throw new AppError('UPSTREAM_ERROR', 'The partner sent an invalid answer; try again later');
  }
  return result.data;
}
