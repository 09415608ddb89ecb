/** The body of an error answer, with any error sentence unless one is given. */
export const failure = (code: string, error: unknown = expect.any(String)) => ({ error, code });

/** The body of a VALIDATION_ERROR that names `field`. */
export const refusal = (field: string) =>
  failure('VALIDATION_ERROR', expect.stringMatching(`^${field}: `));
