import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  CHANGES_AGENDA,
  type Mapping,
  type Speaker,
  type SpeakerChanges,
  type SpeakerView,
  speakerView,
} from '../../domain/programme/speakers.ts';
import { type ExpectedVersions, isExpected, type Target } from '../../domain/versions.ts';
import { conflict, notFound, preconditionFailed } from '../../errors.ts';
import type { AdminSpeakersFilter } from '../../repositories/programme/admin-speakers.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** A speaker with their conferences, drafts included. */
export interface AdminSpeaker extends SpeakerView {
  readonly conferences: readonly Mapping[];
}

/**
 * A new speaker. `conference_id` adds them to the lineup of that conference. `status` defaults to
 * draft with a draft conference, else published.
 */
export type NewSpeaker = SpeakerChanges &
  Pick<Speaker, 'name'> & { readonly conference_id?: number | undefined };

/** A change of a speaker's place in the lineup of a conference. */
export interface MappingChange {
  readonly conference_id: number;
  /** Absent: the current position, or 0 for a new one. */
  readonly position?: number | undefined;
  readonly remove?: boolean | undefined;
}

/** Speakers for administrators, hidden ones included. */
export class AdminSpeakersService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Sorted by name. */
  async list(filter: AdminSpeakersFilter, request: NumberedRequest): Promise<Page<AdminSpeaker>> {
    const page = await this.#store.search(filter.q, (read) =>
      read.adminSpeakers.list(filter, request),
    );
    return { ...page, rows: page.rows.map((speaker) => speakerView(speaker)) };
  }

  /**
   * The speaker, with those of their conferences that the administrator has.
   * @throws AppError NOT_FOUND
   */
  async get(by: Administrator, id: number): Promise<AdminSpeaker> {
    return find(this.#store, by, id);
  }

  /**
   * @throws AppError NOT_FOUND for the conference, and for an unknown or erased user; CONFLICT for a
   *   taken slug, and for a user that another speaker has
   */
  async create(by: Administrator, given: NewSpeaker): Promise<AdminSpeaker> {
    const { conference_id, ...fields } = given;

    return this.#store.transaction(async (tx) => {
      const conference =
        conference_id === undefined ? undefined : await lockConference(tx, conference_id);
      await checkUser(tx, fields.user_id);
      const freeSlug = await tx.speakers.findFreeSlug(fields.name);
      const speaker = await tx.speakers.insert({
        ...fields,
        slug: fields.slug ?? freeSlug,
        status: fields.status ?? (conference?.status === 'draft' ? 'draft' : 'published'),
      });
      await tx.audit.record(by, 'speaker.create', speaker.id, { after: speaker });
      if (conference) await addToLineup(tx, by, speaker.id, { conference });
      return find(tx, by, speaker.id);
    });
  }

  /**
   * Updates the given fields; null clears one. Bumps `updated_at` of their agenda items if an
   * updated field changes what these show.
   *
   * @throws AppError NOT_FOUND for the speaker, and for an unknown or erased user;
   *   PRECONDITION_FAILED; CONFLICT for a taken slug, and for a user that another speaker has
   */
  async update(
    by: Administrator,
    { id, ifMatch }: Target,
    given: SpeakerChanges,
  ): Promise<AdminSpeaker> {
    return this.#store.transaction(async (tx) => {
      const speaker = await expected(tx, by, await tx.speakers.lock(id), ifMatch);
      const { before, after } = differences<Speaker>(speaker, given);
      if (Object.keys(after).length === 0) return find(tx, by, id);

      await checkUser(tx, after.user_id);
      // Agenda items are locked before their speakers, as in every other transaction.
      if (CHANGES_AGENDA.some((field) => field in after)) {
        await tx.speakers.updateTalkTimestamps(id);
      }
      await tx.speakers.update(id, after);
      await tx.audit.record(by, 'speaker.update', id, { before, after });
      return find(tx, by, id);
    });
  }

  /**
   * Deletes a speaker, also from lineups and agenda items.
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED
   */
  async delete(by: Administrator, { id, ifMatch }: Target): Promise<void> {
    await this.#store.transaction(async (tx) => {
      // Agenda items are locked before their speakers, as in every other transaction.
      await tx.speakers.updateTalkTimestamps(id);
      const before = await expected(tx, by, await tx.speakers.lockExclusively(id), ifMatch);
      await tx.webhookChanges.insertDeleted('speaker.changed', [id]);
      await tx.speakers.deleteConferences(id);
      await tx.speakers.delete(id);
      await tx.audit.record(by, 'speaker.delete', id, { before });
    });
  }

  /**
   * Adds a speaker to the lineup of a conference, moves or removes them. Safe to repeat. Publishes a
   * draft who joins the lineup of a conference that is not a draft.
   *
   * @throws AppError NOT_FOUND for the speaker or the conference; PRECONDITION_FAILED; CONFLICT for
   *   the removal of a speaker who is on its agenda
   */
  async setMapping(
    by: Administrator,
    { id, ifMatch }: Target,
    change: MappingChange,
  ): Promise<AdminSpeaker> {
    return this.#store.transaction(async (tx) => {
      const conference = await lockConference(tx, change.conference_id);
      const speaker = await expected(tx, by, await tx.speakers.lockExclusively(id), ifMatch);
      const { position } = change;
      const edit = change.remove
        ? await removeFromLineup(tx, by, id, change)
        : await addToLineup(tx, by, id, { conference, position });
      if (edit !== 'unchanged') {
        const joins = edit === 'added' && conference.status !== 'draft';
        const isPublished = joins && speaker.status === 'draft';
        await tx.speakers.update(id, isPublished ? { status: 'published' } : {});
      }
      return find(tx, by, id);
    });
  }
}

async function find(store: Store | Tx, by: Administrator, id: number): Promise<AdminSpeaker> {
  const speaker = await store.read.adminSpeakers.find(id, by.conference_ids);
  if (!speaker) throw notFound('speaker');
  return speakerView(speaker);
}

/** Refuses a locked speaker with another version than `ifMatch`, and a missing one. */
async function expected(
  tx: Tx,
  by: Administrator,
  speaker: Speaker | undefined,
  ifMatch: ExpectedVersions,
): Promise<Speaker> {
  if (!speaker) throw notFound('speaker');
  if (!isExpected(speaker, ifMatch)) throw preconditionFailed(await find(tx, by, speaker.id));
  return speaker;
}

async function lockConference(tx: Tx, id: number): Promise<Conference> {
  const conference = await tx.conferences.lock(id);
  if (!conference) throw notFound('conference');
  return conference;
}

/** Locks the user against a concurrent erasure. */
async function checkUser(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const user = await tx.users.lock(id);
  if (!user || user.erased_at) throw notFound('user');
}

/** What an edit of a lineup does. */
type LineupEdit = 'added' | 'moved' | 'removed' | 'unchanged';

async function addToLineup(
  tx: Tx,
  by: Administrator,
  speaker_id: number,
  { conference, position: newPosition }: { conference: Conference; position?: number | undefined },
): Promise<LineupEdit> {
  const conference_id = conference.id;
  const mapped = await tx.speakers.upsertConference({ speaker_id, conference_id }, newPosition);
  if (mapped === undefined) return 'unchanged';
  const { position, is_new } = mapped;
  await tx.audit.record(by, 'speaker.map', speaker_id, { after: { conference_id, position } });
  return is_new ? 'added' : 'moved';
}

async function removeFromLineup(
  tx: Tx,
  by: Administrator,
  speaker_id: number,
  { conference_id }: MappingChange,
): Promise<LineupEdit> {
  const talks = await tx.speakers.countTalks({ speaker_id, conference_id });
  if (talks > 0) {
    throw conflict(
      null,
      `The speaker is in ${talks} agenda items of this conference`,
      'on_agenda',
      {
        count: talks,
      },
    );
  }
  if (!(await tx.speakers.deleteConference({ speaker_id, conference_id }))) return 'unchanged';
  await tx.audit.record(by, 'speaker.unmap', speaker_id, { before: { conference_id } });
  return 'removed';
}
