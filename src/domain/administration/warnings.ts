export const WARNING_KINDS = [
  'last_owner_key_ends',
  'source_off',
  'source_restless',
  'webhook_ends',
  'webhook_off',
] as const;

/** What the holder of a credential has to do before it is too late, or because it was. */
export interface Warning {
  readonly kind: (typeof WARNING_KINDS)[number];
  /** The rows that it is about. */
  readonly ids: readonly number[];
  /** A sentence for people. */
  readonly message: string;
}

/** The last owner key ends soon. */
export interface OwnerWarning extends Warning {
  readonly kind: 'last_owner_key_ends';
  /** Its public id. */
  readonly key: string;
  readonly expires_at: string;
}
