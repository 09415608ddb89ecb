import type { Knex } from 'knex';
import { deletedSince, pageWithGone, withChanges } from '../../db/changes.ts';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import {
  type ChangingPage,
  type NumberedRequest,
  numberedPage,
  queryList,
} from '../../db/pages.ts';
import { searchedPage } from '../../db/search-pages.ts';
import type { AgendaItem } from '../../domain/programme/agenda.ts';
import type { Speaker, SpeakerConference } from '../../domain/programme/speakers.ts';
import { IS_SHOWN, SHOWN_STATUS } from './agenda-items.repository.ts';
import { notADraft } from './conferences.sql.ts';
import { filteredSpeakers, OWN_COLUMNS, SPEAKS_AT, type SpeakersFilter } from './speakers.sql.ts';

export interface PublicSpeakersFilter extends SpeakersFilter {
  readonly updated_since?: string | undefined;
}

const TALK_COLUMNS = [
  'id',
  'conference_id',
  'title',
  'kind',
  'starts_at',
  'ends_at',
  'track',
  'room',
] as const satisfies readonly (keyof AgendaItem)[];

/** An agenda item of a speaker. */
export type Talk = Pick<AgendaItem, (typeof TALK_COLUMNS)[number] | 'status'>;

export class SpeakersReadModel extends OnDatabase {
  /** Public speakers, sorted by name. */
  async list(filter: PublicSpeakersFilter, page: NumberedRequest): Promise<ChangingPage<Speaker>> {
    const { conference_id, updated_since: since } = filter;
    const listed = (words: Searched<Pick<SpeakersFilter, 'q'>>) => {
      const query = this.#listed({ ...filter, ...words });
      return since === undefined ? query : query.where('s.updated_at', '>', since);
    };
    return withChanges(this.db, () =>
      pageWithGone(
        this.db,
        () =>
          searchedPage<Speaker>(since === undefined ? filter.q : undefined, page, {
            key: 's.id',
            of: (words) => byName(listed(words)),
          }),
        async () => (since ? this.#goneSince(since, listed({}), conference_id) : undefined),
      ),
    );
  }

  /** The public lineup of a conference, sorted by position, then name. */
  async listOf(
    conference_id: number,
    since: string | undefined,
    page: NumberedRequest,
  ): Promise<ChangingPage<Speaker>> {
    const query = this.db('speakers as s')
      .join('conference_speakers as m', 'm.speaker_id', 's.id')
      .where({ 'm.conference_id': conference_id, 's.status': 'published' })
      .orderBy('m.position');
    if (since) query.where('s.updated_at', '>', since);
    return withChanges(this.db, () =>
      pageWithGone(
        this.db,
        () => numberedPage<Speaker>(queryList(byName(query)), page),
        async () => (since ? this.#goneFromLineup(since, conference_id) : undefined),
      ),
    );
  }

  /** Ids that left the list: deleted speakers, and once public ones that are not in `listed`. */
  async #goneSince(
    since: string,
    listed: Knex.QueryBuilder,
    conference_id: number | undefined,
  ): Promise<number[]> {
    const changed = this.db('speakers as s')
      .where('s.updated_at', '>', since)
      .whereNotNull('s.published_at')
      .select('s.id');
    const deleted = deletedSince(this.db, 'speaker', { since });
    const gone = deleted.union(changed);
    if (conference_id) {
      // The lineup of a draft is secret: any changed speaker may have left it.
      const isPublic = notADraft('?');
      changed.whereRaw(`(${SPEAKS_AT} or not ${isPublic})`, [conference_id, conference_id]);
      deleted.whereRaw(`not ${isPublic}`, conference_id);
      const left = deletedSince(this.db, 'conference_speaker', { since, conference_id });
      gone.union(left.whereRaw(isPublic, conference_id));
    }
    gone.except(listed.clone().select('s.id'));
    return this.db.from(gone.as('g')).pluck('id');
  }

  async #goneFromLineup(since: string, conference_id: number): Promise<number[]> {
    const ofLineup = this.db('conference_speakers as m')
      .join('speakers as s', 's.id', 'm.speaker_id')
      .where('m.conference_id', conference_id)
      .select('s.id');
    const hidden = ofLineup
      .clone()
      .where({ 's.status': 'draft' })
      .where('s.updated_at', '>', since)
      .whereNotNull('s.published_at');
    const gone = deletedSince(this.db, 'conference_speaker', { since, conference_id })
      .union(hidden)
      .except(ofLineup.where({ 's.status': 'published' }));
    return this.db.from(gone.as('g')).pluck('id');
  }

  /** A public speaker. */
  async find(by: { id: number } | { slug: string }): Promise<Speaker | undefined> {
    return this.db('speakers as s')
      .where('id' in by ? { 's.id': by.id } : { 's.slug': by.slug })
      .where('s.status', 'published')
      .first<Speaker | undefined>(OWN_COLUMNS);
  }

  /** The conferences of a speaker without drafts, sorted by start. */
  async listConferencesOf(speakerId: number): Promise<SpeakerConference[]> {
    return this.db('conference_speakers as m')
      .join('conferences as c', 'c.id', 'm.conference_id')
      .where('m.speaker_id', speakerId)
      .whereNot('c.status', 'draft')
      .orderBy(['c.starts_on', 'c.id'])
      .select('c.id', 'c.slug', 'c.name', 'c.starts_on', 'c.ends_on');
  }

  /** The public agenda items of a speaker, cancelled ones included, sorted by start. */
  async listTalksOf(speakerId: number): Promise<Talk[]> {
    return this.db('agenda_item_speakers as t')
      .join('agenda_items as i', 'i.id', 't.agenda_item_id')
      .join('conferences as c', 'c.id', 'i.conference_id')
      .leftJoin('events as e', 'e.id', 'i.event_id')
      .where('t.speaker_id', speakerId)
      .whereNot('c.status', 'draft')
      .whereRaw(IS_SHOWN)
      .orderBy(['i.starts_at', 'i.id'])
      .select(TALK_COLUMNS.map((column) => `i.${column}`))
      .select<Talk[]>(this.db.raw(SHOWN_STATUS));
  }

  #listed(filter: Searched<PublicSpeakersFilter>): Knex.QueryBuilder {
    const query = filteredSpeakers(this.db, { ...filter, status: 'published' });
    // A public speaker may also be in a draft; filtering by the draft must not reveal that.
    if (filter.conference_id) query.whereRaw(notADraft('?'), filter.conference_id);
    return query;
  }
}

const byName = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.clone().orderByRaw('lower(s.name), s.id').select(OWN_COLUMNS);
