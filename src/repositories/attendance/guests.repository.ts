import type { Knex } from 'knex';
import { bulkQuery } from '../../db/staging.ts';
import { isOpen } from './invitations.sql.ts';

/** An invitation whose address is to be kept. */
export interface EmailToKeep {
  readonly row: number;
  readonly invitation_id: number;
  readonly email: string;
}

/** What is stored of guests, who have no account: kept addresses, and what is deleted again. */
export class GuestsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * The next open invitations, in row order, whose address an import is to keep. Requires its
   * staged rows.
   */
  async listEmailsToKeep(
    conferenceId: number,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<EmailToKeep[]> {
    return bulkQuery<EmailToKeep>(
      this.#db,
      `select s.row, i.id as invitation_id, s.email
         from staged_attendees s
         join conference_invitations i on i.conference_id = :conferenceId and ${isOpen('i')}
          and (i.id = s.invitation_id or s.invitation_id is null and i.queue_number = s.queue_number)
        where s.row > :after and s.email is not null and i.email_encrypted is null
        order by s.row limit :limit`,
      { conferenceId, after, limit },
    );
  }

  async updateKeptEmails(
    kept: readonly { readonly invitation_id: number; readonly encrypted: Buffer }[],
  ): Promise<void> {
    await this.#db.raw(
      `update conference_invitations i set email_encrypted = kept.encrypted
         from unnest(:ids::bigint[], :values::bytea[]) as kept (id, encrypted)
        where i.id = kept.id`,
      {
        ids: kept.map(({ invitation_id }) => invitation_id),
        values: kept.map(({ encrypted }) => encrypted),
      },
    );
  }
}
