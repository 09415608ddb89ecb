/** A person who administers, as other administrators see them. Their rights are those of their keys. */
export interface AdministratorAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  /** With the launch data of this account of the messenger they sign in. */
  readonly messenger_id: number | null;
  /** None of their keys opens anything since then. */
  readonly disabled_at: string | null;
  /** The id of the administrator who created them; null for a machine, or an operator. */
  readonly created_by: number | null;
  readonly created_at: string;
}
