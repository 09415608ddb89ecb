/** The body of an answer that failed; with any sentence, unless the test is about it. */
export const failure = (code: string, error: unknown = expect.any(String)) => ({ error, code });

/** The body of an answer to bad input, which names the field. */
export const refusal = (field: string) =>
  failure('VALIDATION_ERROR', expect.stringMatching(`^${field}: `));
