import { OnDatabase } from '../../db/on-database.ts';
import { preparedQuery, statements } from '../../db/statement.ts';
import {
  ERASED_NAME,
  type MessengerPerson,
  type User,
  type UserChanges,
} from '../../domain/people/users.ts';
import { versionAfter } from './user-versions.sql.ts';

export const USER_COLUMNS = [
  'id',
  'messenger_id',
  'messenger_first_name',
  'messenger_last_name',
  'messenger_signed_at',
  'first_name',
  'last_name',
  'username',
  'photo_url',
  'messenger_photo_url',
  'photo_media_id',
  'language_code',
  'language',
  'is_premium',
  'messenger_reachable',
  'messenger_refused_at',
  'headline',
  'company',
  'job_title',
  'bio',
  'looking_for',
  'offering',
  'interests',
  'socials',
  'points',
  'onboarding_status',
  'onboarding_step',
  'notifications_enabled',
  'is_discoverable',
  'contact_visibility',
  'enrichment_enabled',
  'is_blocked',
  'is_ranked',
  'version',
  'created_at',
  'updated_at',
  'last_seen_at',
  'signed_out_at',
  'erased_at',
] as const satisfies readonly (keyof User)[];

/** The columns that a sign-in writes. */
type SignInColumns = Partial<MessengerPerson> & {
  messenger_signed_at?: string;
  last_seen_at?: string;
};

const FIND = preparedQuery<{ id: number }, User>((db, { id }) =>
  db('users')
    .where({ id })
    .first(...USER_COLUMNS),
);
const FIND_BY_MESSENGER_ID = preparedQuery<{ messenger_id: number }, User>((db, { messenger_id }) =>
  db('users')
    .where({ messenger_id })
    .first(...USER_COLUMNS),
);

const UPDATE_SEEN = statements<SignInColumns & { readonly id: number }, User>(
  (db, { id, ...columns }) =>
    db('users')
      .where({ id, erased_at: null })
      .whereNotNull('last_seen_at')
      .update(columns)
      .returning(USER_COLUMNS),
);

export class UsersRepository extends OnDatabase {
  /** Finds erased users too, whose `messenger_id` is null. */
  async find(id: number): Promise<User | undefined> {
    return FIND.first(this.db, { id });
  }

  async findByMessengerId(messenger_id: number): Promise<User | undefined> {
    return FIND_BY_MESSENGER_ID.first(this.db, { messenger_id });
  }

  /** The user from whom the messenger sent the username last. */
  async findByUsername(username: string): Promise<User | undefined> {
    return this.#table()
      .whereRaw('lower(username) = lower(?)', [username])
      .orderByRaw('messenger_signed_at desc nulls last, id desc')
      .first(...USER_COLUMNS);
  }

  /** Locks the row FOR UPDATE. */
  async lock(id: number): Promise<User | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...USER_COLUMNS);
  }

  /** Locks the row FOR NO KEY UPDATE: others can still insert rows that reference it. */
  async lockAllowingReferences(id: number): Promise<User | undefined> {
    return this.#table()
      .where({ id })
      .forNoKeyUpdate()
      .first(...USER_COLUMNS);
  }

  /** Locks these rows FOR NO KEY UPDATE, by id. Returns the ids of those who are not erased. */
  async lockMany(ids: readonly number[]): Promise<number[]> {
    const rows = await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .orderBy('id')
      .forNoKeyUpdate()
      .select<Pick<User, 'id' | 'erased_at'>[]>('id', 'erased_at');
    return rows.filter(({ erased_at }) => erased_at === null).map(({ id }) => id);
  }

  /** Returns undefined, and changes nothing, if a user with this messenger id exists. */
  async insertIfAbsent(
    user: SignInColumns & Pick<MessengerPerson, 'messenger_id'> & { is_blocked: boolean },
  ): Promise<User | undefined> {
    const [row] = await this.#table()
      .insert(user)
      .onConflict('messenger_id')
      .ignore()
      .returning<User[]>(USER_COLUMNS);
    return row;
  }

  /**
   * A sign-in of a user who has signed in before, which changes no list. Returns undefined if the user
   * has been erased.
   */
  async updateSeen(id: number, columns: SignInColumns): Promise<User | undefined> {
    const seen = { id, ...columns };
    return UPDATE_SEEN(seen).first(this.db, seen);
  }

  /** The first sign-in of an imported user, who is listed from then on. */
  async updateFirstSeen(id: number, columns: SignInColumns): Promise<User | undefined> {
    const [row] = await this.#table()
      .where({ id, erased_at: null })
      .update(columns)
      .returning<User[]>(USER_COLUMNS);
    return row;
  }

  /**
   * Raises the version if a column that administrators edit changes. Returns undefined if the user has
   * been erased. `edited` names the profile fields among the changes: no later import overwrites them.
   */
  async update(
    id: number,
    changes: UserChanges,
    edited: readonly string[] = [],
  ): Promise<User | undefined> {
    const { socials, ...columns } = changes;
    const [row] = await this.#table()
      .where({ id, erased_at: null })
      .update({
        ...columns,
        ...(socials && { socials: JSON.stringify(socials) }),
        ...(edited.length > 0 && {
          edited_fields: this.db.raw(
            'array(select distinct unnest(edited_fields || ?::text[]) order by 1)',
            [[...edited]],
          ),
        }),
        // A command to the bot that was sent before, and arrives later, changes nothing.
        ...(columns.notifications_enabled !== undefined && {
          notifications_set_at: this.db.fn.now(3),
        }),
        ...versionAfter(this.db, columns),
        updated_at: this.db.fn.now(3),
      })
      .returning<User[]>(USER_COLUMNS);
    return row;
  }

  /**
   * Ends all tokens issued so far. A token issued after a sign-out in the same second is dated a
   * second later, and so is the next sign-out then. Returns undefined if the user has been erased.
   */
  async updateSignedOut(id: number, now: string): Promise<User | undefined> {
    const [row] = await this.#table()
      .where({ id, erased_at: null })
      .update({
        signed_out_at: this.db.raw(
          `greatest(?::timestamptz, date_trunc('second', signed_out_at) + interval '1 second')`,
          [now],
        ),
      })
      .returning<User[]>(USER_COLUMNS);
    return row;
  }

  /** Gives the users who show this image as their photo the messenger's photo again. */
  async deletePhoto(photo_media_id: number): Promise<void> {
    await this.#table()
      .where({ photo_media_id })
      .update({ photo_media_id: null, own_photo_url: null, updated_at: this.db.fn.now(3) });
  }

  /** Marks users as unreachable because the messenger refused a message; skips erased users. */
  async updateUnreachable(ids: readonly number[]): Promise<void> {
    await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .where({ erased_at: null })
      .update({ messenger_reachable: false, messenger_refused_at: this.db.fn.now(3) });
  }

  /** Empties all personal data. The row stays, so that contributions keep an author. */
  async updateErased(id: number, erased_at: string): Promise<void> {
    await this.#table().where({ id }).update({
      messenger_id: null,
      messenger_first_name: ERASED_NAME,
      messenger_last_name: null,
      own_first_name: null,
      own_last_name: null,
      username: null,
      messenger_photo_url: null,
      own_photo_url: null,
      photo_media_id: null,
      language_code: null,
      language: null,
      is_premium: false,
      messenger_reachable: false,
      messenger_refused_at: null,
      messenger_member_at: null,
      notifications_set_at: null,
      messenger_signed_at: null,
      headline: null,
      company: null,
      job_title: null,
      bio: null,
      looking_for: null,
      offering: null,
      interests: [],
      socials: '{}',
      edited_fields: [],
      onboarding_status: 'not_started',
      onboarding_step: null,
      notifications_enabled: true,
      is_discoverable: false,
      contact_visibility: 'connections',
      enrichment_enabled: null,
      last_seen_at: null,
      signed_out_at: null,
      updated_at: erased_at,
      erased_at,
    });
  }

  #table() {
    return this.db('users');
  }
}
