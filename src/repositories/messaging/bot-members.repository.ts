import { OnDatabase } from '../../db/on-database.ts';

/** A user as the bot knows them. */
export interface BotMember {
  readonly is_blocked: boolean;
  /** Their own choice, before that of the messenger. */
  readonly language: string | null;
  readonly language_code: string | null;
}

/** A choice of a user in the chat with the bot, or what the messenger knows of the user. */
interface Dated {
  /** The messenger id. */
  readonly person_id: number;
  /** By the messenger's clock, in whole seconds. */
  readonly at: string;
}

/** The time of an update; never in the future, since its sender could forge one. */
const AT = 'least(:at::timestamptz, clock_timestamp())';
/** The end of the second in which it was sent. */
const END = `(${AT} + interval '1 second')`;

/** What users choose in the chat with the bot. Updates arrive in any order: an older one changes nothing. */
export class BotMembersRepository extends OnDatabase {
  async find(messenger_id: number): Promise<BotMember | undefined> {
    return this.db('users')
      .where({ messenger_id })
      .first('is_blocked', 'language', 'language_code');
  }

  /**
   * Sets whether the bot may write to the user, unless the messenger has known better since, or has
   * refused a message since. Returns whether it did.
   */
  async updateReachable({
    is_reachable,
    ...dated
  }: Dated & { readonly is_reachable: boolean }): Promise<boolean> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update users
          set messenger_member_at = ${AT}, messenger_reachable = :is_reachable,
              messenger_refused_at = case when :is_reachable then null
                else greatest(messenger_refused_at, ${AT}) end
        where messenger_id = :person_id
          and coalesce(messenger_member_at <= ${AT}, true)
          and (not :is_reachable or coalesce(messenger_refused_at < ${END}, true))`,
      { ...dated, is_reachable },
    );
    return rowCount > 0;
  }

  /** Turns messages on or off, unless the user has chosen since. Returns whether it did. */
  async updateNotifications({
    is_enabled,
    ...dated
  }: Dated & { readonly is_enabled: boolean }): Promise<boolean> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update users
          set notifications_enabled = :is_enabled, notifications_set_at = ${AT}, updated_at = now()
        where messenger_id = :person_id and coalesce(notifications_set_at < ${END}, true)`,
      { ...dated, is_enabled },
    );
    return rowCount > 0;
  }

  /** Null for the language of the messenger. */
  async updateLanguage(messenger_id: number, language: string | null): Promise<void> {
    await this.db('users')
      .where({ messenger_id })
      .update({ language, updated_at: this.db.fn.now(3) });
  }
}
