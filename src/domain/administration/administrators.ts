/** An administrator and the request they make, as the audit log records them. */
export interface Administrator {
  /** The actor in the audit log: `key` and the id of the API key, also of a caller with its token. */
  readonly name: string;
  /**
   * The id of the API key, 8 hex digits; never the secret itself. A key and the tokens that it issued
   * have the same id, and share what belongs to an administrator, such as rate limits.
   */
  readonly key: string;
  readonly via: 'api_key' | 'token';
  readonly request_id: string;
}

/** Who makes a change, as the audit log records it: an administrator, or an operator at a console. */
export type Actor = Pick<Administrator, 'name' | 'request_id'>;

/** The id of the API key of an administrator, which owns their idempotency keys and broadcasts. */
export const apiKeyOf = ({ key }: Administrator): string => key;
