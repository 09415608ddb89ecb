const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How a policy is counted. */
interface Policy {
  /** Requests per window with `RATE_LIMIT_FACTOR=1`. */
  readonly limit: number;
  /** Whether all processes count together; else each counts by itself. */
  readonly isShared?: boolean;
  /** A minute by default. */
  readonly windowMs?: number;
  /**
   * Sends no headers before it refuses: the rest of the limit differs for each caller, and any cache may
   * store the answers. Nor does the policy that nearly every request counts toward.
   */
  readonly isSilent?: boolean;
}

const POLICIES = {
  'login-failures': { limit: 10, isShared: true },
  'logins-per-person': { limit: 30 },
  'admin-key-failures': { limit: 20, isShared: true },
  'admin-sign-ins': { limit: 10, isShared: true },
  'admin-key': { limit: 3_000 },
  'messenger-auth': { limit: 300 },
  'people-reads-per-person': { limit: 120 },
  'people-reads-per-address': { limit: 600 },
  'public-reads': { limit: 3_000, isSilent: true },
  pages: { limit: 6_000, isSilent: true },
  'requests-per-person': { limit: 600, isSilent: true },
  'exports-per-person': { limit: 10, isShared: true, windowMs: HOUR_MS },
  uploads: { limit: 30 },
  'decoded-kilopixels': { limit: 300_000, isShared: true, windowMs: 10 * MINUTE_MS },
  'feedback-per-person': { limit: 5, isShared: true, windowMs: 10 * MINUTE_MS },
  'feedback-per-address': { limit: 300, isShared: true, windowMs: 10 * MINUTE_MS },
  'ratings-per-person': { limit: 60, isShared: true },
  'question-votes': { limit: 60 },
  'quest-calls-per-person': { limit: 10, isShared: true },
  'quest-calls-per-address': { limit: 600, isShared: true },
  'signed-quest-calls': { limit: 1_200, isShared: true },
  'wrong-signatures': { limit: 60, isShared: true },
  'webhook-tests': { limit: 10, isShared: true },
} as const satisfies Readonly<Record<string, Policy>>;

export type LimitPolicy = keyof typeof POLICIES;

/** Requests per window by policy. */
export type Limits = Readonly<Record<LimitPolicy, number>>;

export function policyOf(name: LimitPolicy): Required<Omit<Policy, 'limit'>> {
  const { isShared = false, windowMs = MINUTE_MS, isSilent = false }: Policy = POLICIES[name];
  return { isShared, windowMs, isSilent };
}

/** Every limit times `factor`, 1 at least. */
export const limitsBy = (factor: number): Limits =>
  Object.fromEntries(
    Object.entries(POLICIES).map(([name, { limit }]) => [
      name,
      Math.max(1, Math.round(limit * factor)),
    ]),
  ) as Limits;
