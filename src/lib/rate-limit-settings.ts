type Setting =
  | 'RATE_LIMIT_LOGIN_FAILURES'
  | 'RATE_LIMIT_LOGINS_PER_PERSON'
  | 'RATE_LIMIT_MESSENGER_AUTH'
  | 'RATE_LIMIT_ADMIN_KEY_FAILURES'
  | 'RATE_LIMIT_ADMIN_KEY'
  | 'RATE_LIMIT_ADMIN_SIGN_INS'
  | 'RATE_LIMIT_PEOPLE_READS_PER_PERSON'
  | 'RATE_LIMIT_PEOPLE_READS_PER_ADDRESS'
  | 'RATE_LIMIT_PUBLIC_READS'
  | 'RATE_LIMIT_PAGES'
  | 'RATE_LIMIT_REQUESTS_PER_PERSON'
  | 'RATE_LIMIT_EXPORTS_PER_PERSON'
  | 'RATE_LIMIT_UPLOADS'
  | 'RATE_LIMIT_DECODED_MEGAPIXELS'
  | 'RATE_LIMIT_FEEDBACK_PER_PERSON'
  | 'RATE_LIMIT_FEEDBACK_PER_ADDRESS'
  | 'RATE_LIMIT_QUEST_CALLS_PER_PERSON'
  | 'RATE_LIMIT_QUEST_CALLS_PER_ADDRESS'
  | 'RATE_LIMIT_SIGNED_QUEST_CALLS'
  | 'RATE_LIMIT_WRONG_SIGNATURES';

/** The limits by policy; `http/rate-limits.ts` has the window of each. */
export const rateLimitsFrom = (data: Readonly<Record<Setting, number>>) =>
  ({
    'login-failures': data.RATE_LIMIT_LOGIN_FAILURES,
    'logins-per-person': data.RATE_LIMIT_LOGINS_PER_PERSON,
    'messenger-auth': data.RATE_LIMIT_MESSENGER_AUTH,
    'admin-key-failures': data.RATE_LIMIT_ADMIN_KEY_FAILURES,
    'admin-sign-ins': data.RATE_LIMIT_ADMIN_SIGN_INS,
    'admin-key': data.RATE_LIMIT_ADMIN_KEY,
    'people-reads-per-person': data.RATE_LIMIT_PEOPLE_READS_PER_PERSON,
    'people-reads-per-address': data.RATE_LIMIT_PEOPLE_READS_PER_ADDRESS,
    'public-reads': data.RATE_LIMIT_PUBLIC_READS,
    pages: data.RATE_LIMIT_PAGES,
    'requests-per-person': data.RATE_LIMIT_REQUESTS_PER_PERSON,
    'exports-per-person': data.RATE_LIMIT_EXPORTS_PER_PERSON,
    uploads: data.RATE_LIMIT_UPLOADS,
    'decoded-kilopixels': 1_000 * data.RATE_LIMIT_DECODED_MEGAPIXELS,
    'feedback-per-person': data.RATE_LIMIT_FEEDBACK_PER_PERSON,
    'feedback-per-address': data.RATE_LIMIT_FEEDBACK_PER_ADDRESS,
    'quest-calls-per-person': data.RATE_LIMIT_QUEST_CALLS_PER_PERSON,
    'quest-calls-per-address': data.RATE_LIMIT_QUEST_CALLS_PER_ADDRESS,
    'signed-quest-calls': data.RATE_LIMIT_SIGNED_QUEST_CALLS,
    'wrong-signatures': data.RATE_LIMIT_WRONG_SIGNATURES,
  }) as const;
