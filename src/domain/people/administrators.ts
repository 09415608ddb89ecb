/** An administrator at work: who acts, in which request; what the audit log notes. */
export interface Administrator {
  /** Which key or token it was, never the secret itself. */
  readonly name: string;
  readonly request_id: string;
}

/** The API key behind an administrator: what their idempotency keys and broadcasts belong to. */
export const apiKeyOf = ({ name }: Administrator): string => name;
