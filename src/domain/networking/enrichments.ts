export const ENRICHMENT_STATUSES = ['pending', 'ready', 'failed'] as const;
export type EnrichmentStatus = (typeof ENRICHMENT_STATUSES)[number];

/** `local` works inside the process. `chat` is an outside provider, which needs the user's consent. */
export const ENRICHMENT_PROVIDERS = ['local', 'chat'] as const;
export type ProviderName = (typeof ENRICHMENT_PROVIDERS)[number];

export const ENRICHMENT_ERRORS = ['invalid_answer', 'unavailable'] as const;
export type EnrichmentError = (typeof ENRICHMENT_ERRORS)[number];

/** The fields of a profile that a provider reads: nothing that identifies the user. */
export interface EnrichmentInput {
  readonly headline: string | null;
  readonly company: string | null;
  readonly job_title: string | null;
  readonly bio: string | null;
  readonly interests: readonly string[];
  readonly looking_for: string | null;
  readonly offering: string | null;
}

/** The enrichment that a provider makes from a profile. */
export interface EnrichmentContent {
  readonly headline: string | null;
  readonly summary: string | null;
  readonly tags: readonly string[];
  readonly interests: readonly string[];
}

export const NO_CONTENT: EnrichmentContent = {
  headline: null,
  summary: null,
  tags: [],
  interests: [],
};

/** A row of `enrichments`. Its content is that of the last success, whatever the status. */
export interface Enrichment extends EnrichmentContent {
  readonly user_id: number;
  readonly status: EnrichmentStatus;
  readonly provider: ProviderName;
  readonly generated_at: string | null;
  /** Null: recommendations ignore the tags. */
  readonly synced_at: string | null;
  readonly error: EnrichmentError | null;
}

export const hasText = (input: EnrichmentInput): boolean =>
  Object.values(input).some((value) => (Array.isArray(value) ? value.length > 0 : value));

/** The outcome of one call of a provider. */
export type EnrichmentOutcome =
  | { readonly kind: 'enriched'; readonly content: EnrichmentContent }
  /** The answer does not fit the shape. */
  | { readonly kind: 'invalid' }
  /** A retry may succeed. */
  | { readonly kind: 'unavailable' }
  /** Rate limited by the provider: nothing may be sent for this long. */
  | { readonly kind: 'slow_down'; readonly retryAfterSeconds: number }
  /** The provider refuses the key, the model or the address, so every call fails. */
  | { readonly kind: 'misconfigured'; readonly status: number }
  /** The process stops; the call is repeated. */
  | { readonly kind: 'aborted' };

/** A second answer may fit; a third is not worth its price. */
export const MAX_INVALID_ANSWERS = 2;
/** With the doubled delays of 30 seconds: about 8 minutes. */
export const MAX_ATTEMPTS = 5;
/** The pause after the provider refused the key, the model or the address. */
const MISCONFIGURED_PAUSE_MS = 60_000;
/** A provider cannot stop the calls for longer than this. */
const MAX_PAUSE_SECONDS = 3_600;

/** The user of a job after a call. */
export interface CallResult {
  readonly status: 'ready' | 'failed' | 'queued';
  readonly error: EnrichmentError | null;
  /** The delay before the next attempt. */
  readonly delay_ms: number;
  /** False when the provider did not read the profile. Such an attempt is not counted. */
  readonly is_counted: boolean;
  readonly is_invalid: boolean;
  /** The time during which no process may call the provider. */
  readonly pause_ms: number;
}

/**
 * Returns the state after a call.
 * @param tries the attempts, and those of them with an invalid answer, both without this call's
 *   outcome for the second
 * @param retryDelayMs the delay after the first failure; each further failure doubles it
 */
export function resultOfCall(
  outcome: EnrichmentOutcome,
  tries: { readonly attempts: number; readonly invalid_answers: number },
  retryDelayMs: number,
): CallResult {
  const base = { error: null, delay_ms: 0, is_counted: true, is_invalid: false, pause_ms: 0 };
  const again = { ...base, status: 'queued', is_counted: false } as const;
  switch (outcome.kind) {
    case 'enriched':
      return { ...base, status: 'ready' };
    case 'invalid': {
      const isLast = tries.invalid_answers + 1 >= MAX_INVALID_ANSWERS;
      return {
        ...base,
        is_invalid: true,
        status: isLast ? 'failed' : 'queued',
        error: isLast ? 'invalid_answer' : null,
      };
    }
    case 'unavailable':
      if (tries.attempts >= MAX_ATTEMPTS)
        return { ...base, status: 'failed', error: 'unavailable' };
      return { ...base, status: 'queued', delay_ms: retryDelayMs * 2 ** (tries.attempts - 1) };
    case 'slow_down':
      return { ...again, pause_ms: 1_000 * Math.min(outcome.retryAfterSeconds, MAX_PAUSE_SECONDS) };
    case 'misconfigured':
      return { ...again, pause_ms: MISCONFIGURED_PAUSE_MS };
    case 'aborted':
      return again;
  }
}

/** The profile fields that a sync writes. */
export interface SyncedFields {
  headline?: string;
  interests?: string[];
}

/** The changes of a sync: only empty fields, except those that the user emptied. */
export function syncedFields(
  profile: Pick<EnrichmentInput, 'headline' | 'interests'> & {
    readonly edited_fields: readonly string[];
  },
  { headline, interests }: Pick<EnrichmentContent, 'headline' | 'interests'>,
): SyncedFields {
  const isEdited = (field: string) => profile.edited_fields.includes(field);
  return {
    ...(headline && !profile.headline && !isEdited('headline') && { headline }),
    ...(interests.length > 0 &&
      profile.interests.length === 0 &&
      !isEdited('interests') && { interests: [...interests] }),
  };
}
