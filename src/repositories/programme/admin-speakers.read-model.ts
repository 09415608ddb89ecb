import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { MAX_ADMIN_TOTAL, type NumberedRequest, type Page } from '../../db/pages.ts';
import { searchedPage } from '../../db/search-pages.ts';
import { sorted } from '../../db/sorts.ts';
import type { Mapping, Speaker, SpeakerGap } from '../../domain/programme/speakers.ts';
import type { Sort } from '../../domain/sorts.ts';
import { orWithId } from '../search.sql.ts';
import { hasTalkAt } from './agenda.sql.ts';
import {
  filteredSpeakers,
  mappedColumns,
  SPEAKS_AT,
  type SpeakersFilter,
  searchSpeakers,
} from './speakers.sql.ts';

const KEYS = { id: 's.id', name: 'lower(s.name)' } as const;

export interface AdminSpeakersFilter extends SpeakersFilter {
  /** The conferences of the key; null for all. */
  readonly conference_ids?: readonly number[] | null;
  /** Speakers who lack at least one of these. A talk is one at `conference_id`. */
  readonly missing?: readonly SpeakerGap[] | undefined;
  readonly sort: Sort<keyof typeof KEYS>;
}

/** A speaker with their conferences. */
export interface MappedSpeaker extends Speaker {
  readonly conferences: readonly Mapping[];
}

/** SQL for what a speaker `s` lacks. */
const LACKS: Readonly<Record<SpeakerGap, string>> = {
  photo: 's.photo_url is null',
  bio: 's.bio is null',
  talk: `not ${hasTalkAt(':conference_id')}`,
};

const SPEAKS_AT_ONE = SPEAKS_AT.replace('?', 'any(?::bigint[])');

/** Speakers for administrators, those of drafts included. */
export class AdminSpeakersReadModel extends OnDatabase {
  async list(filter: AdminSpeakersFilter, page: NumberedRequest): Promise<Page<MappedSpeaker>> {
    const { conference_id, conference_ids, missing } = filter;
    // Of another conference, a key sees nobody, also not who is at one of its own, too.
    const named = conference_ids?.filter((id) => id === (conference_id ?? id));
    const listed = ({ q, matching }: Searched<Pick<SpeakersFilter, 'q'>>) => {
      const query = filteredSpeakers(this.db, { ...filter, q: undefined });
      if (q) search(query, { q, matching });
      if (missing) {
        const gaps = missing.map((gap) => LACKS[gap]).join(' or ');
        // Unnamed, since few speakers or nearly all can lack something.
        query.whereRaw(`(${gaps})`, { conference_id: conference_id ?? null });
      }
      if (named) query.whereRaw(SPEAKS_AT_ONE, [named]);
      query.select(mappedColumns(this.db, conference_ids));
      return sorted(query, { sort: filter.sort, keys: KEYS, id: 's.id' });
    };
    return searchedPage<MappedSpeaker>(filter.q, page, {
      key: 's.id',
      most: MAX_ADMIN_TOTAL,
      of: listed,
    });
  }

  /** @param conference_ids those that a key has, null for all: the speaker has no others in the result */
  async find(
    id: number,
    conference_ids: readonly number[] | null,
  ): Promise<MappedSpeaker | undefined> {
    return this.db('speakers as s')
      .where('s.id', id)
      .first<MappedSpeaker | undefined>(mappedColumns(this.db, conference_ids));
  }
}

/** Also by the id. */
const search = (query: Knex.QueryBuilder, words: Searched<{ readonly q: string }>): void =>
  orWithId(query, { q: words.q, id: 's.id' }, (speakers) => searchSpeakers(speakers, words));
