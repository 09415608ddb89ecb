import type { Knex } from 'knex';
import {
  ERASED_NAME,
  type MessengerPerson,
  type User,
  type UserChanges,
} from '../../domain/people/users.ts';

/** All that is a `User`. */
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
  'language_code',
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
  'is_blocked',
  'created_at',
  'updated_at',
  'last_seen_at',
  'erased_at',
] as const satisfies readonly (keyof User)[];

/** What a sign-in brings: the messenger's word, and when it was signed and seen. */
type SignInColumns = Partial<MessengerPerson> & {
  messenger_signed_at?: string;
  last_seen_at?: string;
};

export class UsersRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Also an erased person, whose `messenger_id` is null. */
  async find(id: number): Promise<User | undefined> {
    return this.#table()
      .where({ id })
      .first(...USER_COLUMNS);
  }

  async findByMessengerId(messenger_id: number): Promise<User | undefined> {
    return this.#table()
      .where({ messenger_id })
      .first(...USER_COLUMNS);
  }

  /** Locks the row until the transaction ends. */
  async lock(id: number): Promise<User | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...USER_COLUMNS);
  }

  /** The same, but lets others make rows that refer to this one. */
  async lockAllowingReferences(id: number): Promise<User | undefined> {
    return this.#table()
      .where({ id })
      .forNoKeyUpdate()
      .first(...USER_COLUMNS);
  }

  /** The new row, or undefined when somebody has this messenger id (who is then left as they are). */
  async insertIfAbsent(
    person: SignInColumns & Pick<MessengerPerson, 'messenger_id'> & { is_blocked: boolean },
  ): Promise<User | undefined> {
    const [row] = await this.#table()
      .insert(person)
      .onConflict('messenger_id')
      .ignore()
      .returning<User[]>(USER_COLUMNS);
    return row;
  }

  /** Undefined when the person had themselves erased since they were found. */
  async updateSeen(id: number, sighting: SignInColumns): Promise<User | undefined> {
    const [row] = await this.#table()
      .where({ id, erased_at: null })
      .update(sighting)
      .returning<User[]>(USER_COLUMNS);
    return row;
  }

  /**
   * Undefined when the person had themselves erased since they were found. `edited` are the profile
   * fields among the changes: from now on no import overwrites them.
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
          edited_fields: this.#db.raw(
            'array(select distinct unnest(edited_fields || ?::text[]) order by 1)',
            [[...edited]],
          ),
        }),
        updated_at: this.#db.fn.now(3),
      })
      .returning<User[]>(USER_COLUMNS);
    return row;
  }

  /** Notes that the messenger says they take no messages; of somebody erased nothing is noted. */
  async updateUnreachable(ids: readonly number[]): Promise<void> {
    await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .where({ erased_at: null })
      .update({ messenger_reachable: false, messenger_refused_at: this.#db.fn.now(3) });
  }

  /** Empties everything personal; the row stays, so that contributions keep an author. */
  async updateErased(id: number, erased_at: string): Promise<void> {
    await this.#table().where({ id }).update({
      messenger_id: null,
      messenger_first_name: ERASED_NAME,
      messenger_last_name: null,
      own_first_name: null,
      own_last_name: null,
      username: null,
      photo_url: null,
      language_code: null,
      is_premium: false,
      messenger_reachable: false,
      messenger_refused_at: null,
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
      is_discoverable: false,
      last_seen_at: null,
      updated_at: erased_at,
      erased_at,
    });
  }

  #table() {
    return this.#db('users');
  }
}
