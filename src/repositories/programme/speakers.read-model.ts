import type { Knex } from 'knex';
import { deletedSince, pageWithGone, withChanges } from '../../db/changes.ts';
import type { Searched } from '../../db/matches.ts';
import {
  type ChangingPage,
  type NumberedRequest,
  numberedPage,
  type Page,
} from '../../db/pages.ts';
import { searchedPage } from '../../db/search-pages.ts';
import { sorted } from '../../db/sorts.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { AgendaItem } from '../../domain/programme/agenda.ts';
import type {
  Mapping,
  Speaker,
  SpeakerConference,
  SpeakerStatus,
} from '../../domain/programme/speakers.ts';
import type { Sort } from '../../domain/sorts.ts';
import { matchingEveryWord, orWithId } from '../word-search.sql.ts';
import { IS_SHOWN, SHOWN_STATUS } from './agenda-items.repository.ts';
import { notADraft } from './conferences.sql.ts';
import { mappedColumns, OWN_COLUMNS } from './speakers.sql.ts';

export interface SpeakersFilter {
  readonly q?: string | undefined;
  readonly conference_id?: number | undefined;
  readonly is_featured?: boolean | undefined;
  readonly status?: SpeakerStatus | undefined;
}
export interface PublicSpeakersFilter extends SpeakersFilter {
  readonly updated_since?: string | undefined;
}

const KEYS = { id: 's.id', name: 'lower(s.name)' } as const;

export interface AdminSpeakersFilter extends SpeakersFilter {
  /** The conferences of the key; null for all. */
  readonly conference_ids?: readonly number[] | null;
  readonly sort: Sort<keyof typeof KEYS>;
}

/** A speaker with their conferences. */
export interface MappedSpeaker extends Speaker {
  readonly conferences: readonly Mapping[];
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

const SPEAKS_AT = `exists (
  select from conference_speakers m where m.speaker_id = s.id and m.conference_id = ?)`;

const SPEAKS_AT_ONE = SPEAKS_AT.replace('?', 'any(?::bigint[])');

const NAMED = {
  exact: (word: string) => `s.search @@ ${word}`,
  similar: (contains: (text: string) => string) => contains('s.search_text'),
};

export class SpeakersReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Public speakers, sorted by name. */
  async list(filter: PublicSpeakersFilter, page: NumberedRequest): Promise<ChangingPage<Speaker>> {
    const { conference_id, updated_since: since } = filter;
    const listed = (words: Searched<Pick<SpeakersFilter, 'q'>>) => {
      const query = this.#listed({ ...filter, ...words });
      return since === undefined ? query : query.where('s.updated_at', '>', since);
    };
    return withChanges(this.#db, () =>
      pageWithGone(
        this.#db,
        () =>
          searchedPage<Speaker>(since === undefined ? filter.q : undefined, page, {
            key: 's.id',
            kept: { list: 'speakers', by: { ...filter }, data: ['conferences', 'speakers'] },
            of: (words) => byName(listed(words)),
            isMatch: (speaker, q) => search(speaker, { q, matching: 'inspected' }),
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
    const query = this.#db('speakers as s')
      .join('conference_speakers as m', 'm.speaker_id', 's.id')
      .where({ 'm.conference_id': conference_id, 's.status': 'published' })
      .orderBy('m.position');
    if (since) query.where('s.updated_at', '>', since);
    return withChanges(this.#db, () =>
      pageWithGone(
        this.#db,
        () =>
          numberedPage<Speaker>(byName(query), page, {
            kept: { list: 'lineup', by: { conference_id, since }, data: ['speakers'] },
          }),
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
    const changed = this.#db('speakers as s')
      .where('s.updated_at', '>', since)
      .whereNotNull('s.published_at')
      .select('s.id');
    const deleted = deletedSince(this.#db, 'speaker', { since });
    const gone = deleted.union(changed);
    if (conference_id) {
      // The lineup of a draft is secret: any changed speaker may have left it.
      const isPublic = notADraft('?');
      changed.whereRaw(`(${SPEAKS_AT} or not ${isPublic})`, [conference_id, conference_id]);
      deleted.whereRaw(`not ${isPublic}`, conference_id);
      const left = deletedSince(this.#db, 'conference_speaker', { since, conference_id });
      gone.union(left.whereRaw(isPublic, conference_id));
    }
    gone.except(listed.clone().select('s.id'));
    return this.#db.from(gone.as('g')).pluck('id');
  }

  async #goneFromLineup(since: string, conference_id: number): Promise<number[]> {
    const ofLineup = this.#db('conference_speakers as m')
      .join('speakers as s', 's.id', 'm.speaker_id')
      .where('m.conference_id', conference_id)
      .select('s.id');
    const hidden = ofLineup
      .clone()
      .where({ 's.status': 'draft' })
      .where('s.updated_at', '>', since)
      .whereNotNull('s.published_at');
    const gone = deletedSince(this.#db, 'conference_speaker', { since, conference_id })
      .union(hidden)
      .except(ofLineup.where({ 's.status': 'published' }));
    return this.#db.from(gone.as('g')).pluck('id');
  }

  /** A public speaker. */
  async find(by: { id: number } | { slug: string }): Promise<Speaker | undefined> {
    return this.#db('speakers as s')
      .where('id' in by ? { 's.id': by.id } : { 's.slug': by.slug })
      .where('s.status', 'published')
      .first<Speaker | undefined>(OWN_COLUMNS);
  }

  /** The conferences of a speaker without drafts, sorted by start. */
  async listConferencesOf(speakerId: number): Promise<SpeakerConference[]> {
    return this.#db('conference_speakers as m')
      .join('conferences as c', 'c.id', 'm.conference_id')
      .where('m.speaker_id', speakerId)
      .whereNot('c.status', 'draft')
      .orderBy(['c.starts_on', 'c.id'])
      .select('c.id', 'c.slug', 'c.name', 'c.starts_on', 'c.ends_on');
  }

  /** The public agenda items of a speaker, cancelled ones included, sorted by start. */
  async listTalksOf(speakerId: number): Promise<Talk[]> {
    return this.#db('agenda_item_speakers as t')
      .join('agenda_items as i', 'i.id', 't.agenda_item_id')
      .join('conferences as c', 'c.id', 'i.conference_id')
      .leftJoin('events as e', 'e.id', 'i.event_id')
      .where('t.speaker_id', speakerId)
      .whereNot('c.status', 'draft')
      .whereRaw(IS_SHOWN)
      .orderBy(['i.starts_at', 'i.id'])
      .select(TALK_COLUMNS.map((column) => `i.${column}`))
      .select<Talk[]>(this.#db.raw(SHOWN_STATUS));
  }

  /** All speakers. */
  async listAll(filter: AdminSpeakersFilter, page: NumberedRequest): Promise<Page<MappedSpeaker>> {
    const { conference_id, conference_ids } = filter;
    // Of another conference, a key sees nobody, also not who is at one of its own, too.
    const named = conference_ids?.filter((id) => id === (conference_id ?? id));
    const listed = ({ q, matching }: Searched<Pick<SpeakersFilter, 'q'>>) => {
      const query = this.#filtered({ ...filter, q: undefined });
      if (q) searchAll(query, { q, matching });
      if (named) query.whereRaw(SPEAKS_AT_ONE, [named]).options(UNNAMED);
      query.select(mappedColumns(this.#db, conference_ids));
      return sorted(query, { sort: filter.sort, keys: KEYS, id: 's.id' });
    };
    return searchedPage<MappedSpeaker>(filter.q, page, {
      key: 's.id',
      of: listed,
      isMatch: (speaker, q) => searchAll(speaker, { q, matching: 'inspected' }),
    });
  }

  /**
   * Finds speakers who are not public, too.
   * @param conference_ids those that a key has, null for all: the speaker has no others in the result
   */
  async findAny(
    id: number,
    conference_ids: readonly number[] | null,
  ): Promise<MappedSpeaker | undefined> {
    return this.#db('speakers as s')
      .where('s.id', id)
      .first<MappedSpeaker | undefined>(mappedColumns(this.#db, conference_ids));
  }

  #listed(filter: Searched<PublicSpeakersFilter>): Knex.QueryBuilder {
    const query = this.#filtered({ ...filter, status: 'published' });
    // A public speaker may also be in a draft; filtering by the draft must not reveal that.
    if (filter.conference_id) query.whereRaw(notADraft('?'), filter.conference_id);
    return query;
  }

  #filtered(filter: Searched<SpeakersFilter>): Knex.QueryBuilder {
    const { q, matching, conference_id, is_featured, status } = filter;
    const query = this.#db('speakers as s');
    if (status) query.where('s.status', status);
    if (q) search(query, { q, matching });
    if (conference_id) query.whereRaw(SPEAKS_AT, conference_id);
    if (is_featured !== undefined) query.where('s.is_featured', is_featured);
    return query;
  }
}

const byName = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.clone().orderByRaw('lower(s.name), s.id').select(OWN_COLUMNS);

type Search = Searched<{ readonly q: string }>;

const search = (query: Knex.QueryBuilder, words: Search): void =>
  matchingEveryWord(query, words, NAMED);

/** For administrators, also by the id. */
const searchAll = (query: Knex.QueryBuilder, words: Search): void =>
  orWithId(query, { q: words.q, id: 's.id' }, (speakers) => search(speakers, words));
