/** The shortest and the longest `Retry-After` of an overload, in seconds. */
const MIN_SECONDS = 2;
const MAX_SECONDS = 8;

/** A random `Retry-After`, so that clients who were refused together do not return together. */
export const retryAfter = (): string =>
  String(MIN_SECONDS + Math.floor(Math.random() * (1 + MAX_SECONDS - MIN_SECONDS)));
