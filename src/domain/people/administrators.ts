/** An administrator and the request they make, as the audit log records them. */
export interface Administrator {
  /** Identifies the API key or the token; never the secret itself. */
  readonly name: string;
  readonly request_id: string;
}

/** The API key of an administrator, which owns their idempotency keys and broadcasts. */
export const apiKeyOf = ({ name }: Administrator): string => name;
