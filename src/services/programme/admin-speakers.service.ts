import type { NumberedRequest, Page } from '../../db/pages.ts';
import { differences } from '../../domain/changes.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import {
  type Mapping,
  SHOWN_ON_AGENDA,
  type Speaker,
  type SpeakerChanges,
  type SpeakerView,
  speakerView,
} from '../../domain/programme/speakers.ts';
import { AppError, notFound } from '../../errors.ts';
import type { SpeakersFilter } from '../../repositories/programme/speakers.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** A speaker, and the conferences they are mapped to, drafts too. */
export interface AdminSpeaker extends SpeakerView {
  readonly conferences: readonly Mapping[];
}

/** A new speaker; with a conference they are in its line-up from the start. */
export type NewSpeaker = SpeakerChanges &
  Pick<Speaker, 'name'> & { readonly conference_id?: number | undefined };

/** What is to be of a speaker at a conference. */
export interface MappingChange {
  readonly conference_id: number;
  /** Absent for the one they have, or the first. */
  readonly position?: number | undefined;
  readonly remove?: boolean | undefined;
}

/** What administrators do with speakers. */
export class AdminSpeakersService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** By name. */
  async list(filter: SpeakersFilter, request: NumberedRequest): Promise<Page<AdminSpeaker>> {
    const page = await this.#store.read.speakers.listAll(filter, request);
    return { ...page, rows: page.rows.map((speaker) => speakerView(speaker)) };
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<AdminSpeaker> {
    return find(this.#store, id);
  }

  /**
   * @throws AppError NOT_FOUND for an unknown conference, and for an unknown or erased user;
   *   CONFLICT for a slug or a user another speaker has
   */
  async create(by: Administrator, given: NewSpeaker): Promise<AdminSpeaker> {
    const { conference_id, ...fields } = given;

    return this.#store.transaction(async (tx) => {
      if (conference_id !== undefined) await lockConference(tx, conference_id);
      await checkUser(tx, fields.user_id);
      const made = await tx.speakers.findFreeSlug(fields.name);
      const speaker = await tx.speakers.insert({ ...fields, slug: fields.slug ?? made });
      await tx.audit.record(by, 'speaker.create', speaker.id, { after: speaker });
      if (conference_id !== undefined) await map(tx, by, speaker.id, { conference_id });
      return find(tx, speaker.id);
    });
  }

  /**
   * Changes the fields given; null empties. What their talks show of them changes there too.
   * @throws AppError NOT_FOUND also for an unknown or erased user; CONFLICT for a slug or a user
   *   another speaker has
   */
  async update(by: Administrator, id: number, given: SpeakerChanges): Promise<AdminSpeaker> {
    return this.#store.transaction(async (tx) => {
      const speaker = await tx.speakers.lock(id);
      if (!speaker) throw notFound('speaker');
      const { before, after } = differences<Speaker>(speaker, given);
      if (Object.keys(after).length === 0) return find(tx, id);

      await checkUser(tx, after.user_id);
      // Talks first, as whoever changes one locks it before its speakers.
      if (SHOWN_ON_AGENDA.some((field) => field in after))
        await tx.speakers.updateTalkTimestamps(id);
      await tx.speakers.update(id, after);
      await tx.audit.record(by, 'speaker.update', id, { before, after });
      return find(tx, id);
    });
  }

  /**
   * Puts a speaker into the line-up of a conference, or takes them off it; safe to repeat.
   * @throws AppError NOT_FOUND for an unknown speaker or conference; CONFLICT where one who is to
   *   be taken off is on its agenda
   */
  async setMapping(by: Administrator, id: number, change: MappingChange): Promise<AdminSpeaker> {
    return this.#store.transaction(async (tx) => {
      await lockConference(tx, change.conference_id);
      if (!(await tx.speakers.lockOffAgendas(id))) throw notFound('speaker');
      await (change.remove ? unmap : map)(tx, by, id, change);
      return find(tx, id);
    });
  }
}

async function find(store: Store | Tx, id: number): Promise<AdminSpeaker> {
  const speaker = await store.read.speakers.findAny(id);
  if (!speaker) throw notFound('speaker');
  return speakerView(speaker);
}

async function lockConference(tx: Tx, id: number): Promise<void> {
  if (!(await tx.conferences.lock(id))) throw notFound('conference');
}

/** Locks the user, lest they have themselves erased meanwhile. */
async function checkUser(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const user = await tx.users.lock(id);
  if (!user || user.erased_at) throw notFound('user');
}

async function map(
  tx: Tx,
  by: Administrator,
  speaker_id: number,
  { conference_id, position: wanted }: MappingChange,
): Promise<void> {
  const position = await tx.speakers.upsertConference({ speaker_id, conference_id }, wanted);
  if (position === undefined) return;
  await tx.audit.record(by, 'speaker.map', speaker_id, { after: { conference_id, position } });
}

async function unmap(
  tx: Tx,
  by: Administrator,
  speaker_id: number,
  { conference_id }: MappingChange,
): Promise<void> {
  const talks = await tx.speakers.countTalks({ speaker_id, conference_id });
  if (talks > 0) {
    throw new AppError('CONFLICT', `Items of its agenda that still have this speaker: ${talks}`);
  }
  if (!(await tx.speakers.deleteConference({ speaker_id, conference_id }))) return;
  await tx.audit.record(by, 'speaker.unmap', speaker_id, { before: { conference_id } });
}
