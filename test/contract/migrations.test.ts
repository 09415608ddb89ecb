import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import * as speakerStatus from '../../migrations/20261122104000_speaker-status.ts';
import * as claimsByUsername from '../../migrations/20261122110500_claims-by-username.ts';
import * as seatsOfInvitations from '../../migrations/20261122140000_seats-of-invitations.ts';
import * as conferencePeople from '../../migrations/20261122160000_conference-people.ts';
import * as recountPeople from '../../migrations/20261122160100_recount-conference-people.ts';
import * as namesOfChecks from '../../migrations/20261123200000_names-of-checks.ts';
import * as userActivity from '../../migrations/20261123200100_user-activity.ts';
import * as fillUserActivity from '../../migrations/20261123200200_fill-user-activity.ts';
import * as listedInterests from '../../migrations/20261123220000_listed-interests.ts';
import * as fillInterests from '../../migrations/20261123220100_fill-listed-interests.ts';
import * as agendaGroups from '../../migrations/20261126102000_agenda-groups.ts';
import { migrateToLatest, rollbackAll } from '../../src/db/migrate.ts';
import { expectPeopleCounted } from '../support/conference-people.ts';
import {
  beginTransaction,
  createEmptyDatabase,
  openPool,
  type TestDatabase,
} from '../support/database.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aSpeaker,
  aUser,
  people,
} from '../support/factories.ts';
import { expectInterestsListed } from '../support/listed-interests.ts';
import { untilWaiting } from '../support/queries.ts';
import { dumpSchema } from '../support/schema-dump.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(() => database.drop());

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const recorded = async () =>
  (await query<{ name: string }>('select name from knex_migrations order by id')).map(
    ({ name }) => name,
  );

describe('the migrations', () => {
  it('apply once each when ten processes start at once', async () => {
    const starts = await Promise.all(
      Array.from({ length: 10 }, () => migrateToLatest(database.url)),
    );

    const [worked, ...waited] = starts.toSorted((a, b) => b.length - a.length);
    expect(worked?.length).toBeGreaterThan(0);
    expect(waited).toEqual(Array(9).fill([]));
    expect(await recorded()).toEqual(worked);
  });

  it('are recorded without a file extension, so that sources and build agree', async () => {
    await migrateToLatest(database.url);

    for (const name of await recorded()) expect(name).toMatch(/^\d{14}_[\w-]+$/);
  });

  it('continue after a process was killed while it held the Knex lock', async () => {
    const names = await migrateToLatest(database.url);
    await rollbackAll(database.url);
    await query('update knex_migrations_lock set is_locked = 1');

    expect(await migrateToLatest(database.url)).toEqual(names);
  });

  it('continue after a process was killed between a migration and the record of it', async () => {
    await using db = openPool(database.url);
    // As Knex creates it. The record of the third migration waits for this test.
    await db.raw(`
      create table knex_migrations (
        id serial primary key, name varchar(255), batch integer, migration_time timestamptz);
      create function wait() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(1);
        return new;
      end $$;
      create trigger waits before insert on knex_migrations
        for each row when (new.id = 3) execute function wait();
    `);
    await using holder = await beginTransaction(db);
    await holder.raw('select pg_advisory_xact_lock(1)');
    const killed = migrateToLatest(database.url).catch(() => 'killed');
    await untilWaiting(db);
    await db('pg_stat_activity')
      .where({ wait_event_type: 'Lock' })
      .whereRaw('datname = current_database()')
      .select(db.raw('pg_terminate_backend(pid)'));
    expect(await killed).toBe('killed');
    await db.raw('drop trigger waits on knex_migrations');
    await holder.rollback();

    expect((await migrateToLatest(database.url)).length).toBeGreaterThan(60);
  });

  it('leave nothing after rollback, and build the same schema again', async () => {
    const names = await migrateToLatest(database.url);
    const first = await dumpSchema(database.url);

    expect(await rollbackAll(database.url)).toEqual(names.toReversed());
    expect(await dumpSchema(database.url)).not.toMatch(/create (table|function|sequence)/i);

    await migrateToLatest(database.url);
    expect(await dumpSchema(database.url)).toBe(first);
  });

  it('build the committed schema (after a change: npm run generate)', async () => {
    await migrateToLatest(database.url);

    const committed = await readFile('migrations/schema.sql', 'utf8');
    expect(await dumpSchema(database.url)).toBe(committed);
  });
});

describe('the migration to the status of speakers', () => {
  it('keeps public speakers public and hidden ones hidden', async () => {
    await migrateToLatest(database.url);
    const db = openPool(database.url);
    try {
      const secret = await aConference(db, { status: 'draft' });
      const archived = await aConference(db, { status: 'archived' });
      for (const [name, conferences] of [
        ['alone', []],
        ['hidden', [secret]],
        ['both', [secret, archived]],
      ] as const) {
        await aSpeaker(db, { name }, conferences);
      }

      await speakerStatus.down(db);
      await speakerStatus.up(db);

      expect(await db('speakers').orderBy('id').select('name', 'status')).toEqual([
        { name: 'alone', status: 'published' },
        { name: 'hidden', status: 'draft' },
        { name: 'both', status: 'published' },
      ]);
    } finally {
      await db.destroy();
    }
  });
});

describe('the migration to claims by username', () => {
  it('marks registrations whose only claimed invitations are by username', async () => {
    await migrateToLatest(database.url);
    const db = openPool(database.url);
    try {
      const [conference, other] = [await aConference(db), await aConference(db)];
      const [byUsername, byId, byBoth, withoutRow] = await people(db, 4);
      const claimed_at = '2026-05-14T09:00:00Z';
      const invite = (of: { readonly id: number }, conference_id: number, key: object) =>
        db('conference_invitations').insert({
          conference_id,
          claimed_by: of.id,
          claimed_at,
          ...key,
        });
      for (const user of [byUsername, byId, byBoth, withoutRow]) {
        await aRegistration(db, [user, conference]);
      }
      await aRegistration(db, [byUsername, other]);
      await invite(byUsername, conference.id, { username: 'ada_k' });
      await invite(byUsername, other.id, { messenger_id: 1 });
      await invite(byId, conference.id, { messenger_id: 2, username: 'grace' });
      await invite(byBoth, conference.id, { username: 'linus' });
      await invite(byBoth, conference.id, { messenger_id: 3 });

      await claimsByUsername.down(db);
      await claimsByUsername.up(db);

      const marked = db('conference_attendances').whereNotNull('claimed_by');
      expect(await marked.select('conference_id', 'user_id', 'claimed_by')).toEqual([
        { conference_id: conference.id, user_id: byUsername.id, claimed_by: 'username' },
      ]);
    } finally {
      await db.destroy();
    }
  });
});

describe('the migration to seats of invitations', () => {
  it('gives free seats to the oldest open invitations, and lets the others wait', async () => {
    await migrateToLatest(database.url);
    const db = openPool(database.url);
    try {
      const limited = await aConference(db, { capacity: 3 });
      const unlimited = await aConference(db);
      const over = await aConference(db, { capacity: 1, over_capacity_count: 1 });
      const [ada, grace] = await people(db, 2);
      await aRegistration(db, [ada, limited]);
      for (const user of [ada, grace]) await aRegistration(db, [user, over]);
      const invite = (username: string, { id }: { readonly id: number }, given: object = {}) =>
        db('conference_invitations').insert({ conference_id: id, username, ...given });
      await invite('claimed', limited, { claimed_by: ada.id, claimed_at: '2026-05-14T09:00:00Z' });
      for (const username of ['first', 'second', 'third']) await invite(username, limited);
      await invite('free', unlimited);
      await invite('late', over);

      await seatsOfInvitations.down(db);
      await seatsOfInvitations.up(db);

      const invitations = db('conference_invitations').orderBy('queue_number');
      expect(await invitations.select('username', 'has_seat')).toEqual([
        { username: 'claimed', has_seat: false },
        { username: 'first', has_seat: true },
        { username: 'second', has_seat: true },
        { username: 'third', has_seat: false },
        { username: 'free', has_seat: true },
        { username: 'late', has_seat: false },
      ]);
      const counts = db('conferences').orderBy('id');
      expect(await counts.select('capacity', 'attendee_count', 'invited_count')).toEqual([
        { capacity: 3, attendee_count: 1, invited_count: 2 },
        { capacity: null, attendee_count: 0, invited_count: 1 },
        { capacity: 2, attendee_count: 2, invited_count: 0 },
      ]);
    } finally {
      await db.destroy();
    }
  });
});

describe('the migrations to the people of conferences', () => {
  it('count the seats from before, those of transactions beside them, and none twice', async () => {
    await migrateToLatest(database.url);
    const db = openPool(database.url);
    try {
      const [conference, other] = [await aConference(db), await aConference(db)];
      const first = await anEvent(db, { conference_id: conference.id });
      const second = await anEvent(db, { conference_id: conference.id });
      const elsewhere = await anEvent(db, { conference_id: other.id });
      const [ada, grace, linus] = await people(db, 3);
      await recountPeople.down(db);
      await conferencePeople.down(db);
      for (const user of [ada, grace, linus]) {
        await aRegistration(db, [user, conference]);
        for (const event of [first, elsewhere]) await anAttendance(db, [user, event]);
      }
      const cancel = (on: Knex, { id }: { readonly id: number }) =>
        on('event_attendances').where({ user_id: id }).update({ status: 'cancelled' });

      await conferencePeople.up(db);
      // The previous version gives up seats that are not counted yet, before the count and during it.
      await cancel(db, ada);
      await using open = await beginTransaction(db);
      await cancel(open, grace);
      await anAttendance(open, [linus, second]);
      await recountPeople.up(db);
      const counted = db('conference_people').where({ conference_id: conference.id });
      expect(await counted.clone().orderBy('user_id').pluck('seats')).toEqual([1, 2, 2]);
      await open.commit();

      await expectPeopleCounted(db);
      expect(await counted.clone().orderBy('user_id').pluck('seats')).toEqual([1, 1, 3]);
      // As after an interruption.
      await db('conference_people').where({ user_id: linus.id }).delete();
      await recountPeople.up(db);
      await expectPeopleCounted(db);
    } finally {
      await db.destroy();
    }
  });
});

describe('the migrations to the interests of listed users', () => {
  it('fill in those from before, and what changes beside them', async () => {
    await migrateToLatest(database.url);
    await using db = openPool(database.url);
    await listedInterests.down(db);
    const interests = ['Music', 'music', 'Looms'];
    const [ada, grace] = await people(db, 3, { interests });
    await aUser(db, { interests, is_discoverable: false });
    const change = (on: Knex, { id }: { readonly id: number }, changes: object) =>
      on('users').where({ id }).update(changes);

    await listedInterests.up(db);
    // The previous version changes those that are not filled in yet, before it and during it.
    await change(db, ada, { interests: ['Engines'] });
    await using open = await beginTransaction(db);
    await change(open, grace, { interests: ['Engines'] });
    const filled = fillInterests.up(db);
    await untilWaiting(db);
    await open.commit();
    await filled;

    await expectInterestsListed(db);
    expect(await db('listed_interests').orderBy('interest').pluck('interest')).toEqual([
      'engines',
      'engines',
      'looms',
      'music',
    ]);
    // As after an interruption.
    await db('listed_interests').where({ interest: 'looms' }).delete();
    await fillInterests.up(db);
    await expectInterestsListed(db);
  });
});

describe('the migration to names of checks', () => {
  it('changes no rule, and continues after an interruption at any statement', async () => {
    await migrateToLatest(database.url);
    await using db = openPool(database.url);
    const checks = () =>
      db('pg_constraint')
        .where({ contype: 'c' })
        .orderBy('conname')
        .select('conname', 'convalidated', db.raw('pg_get_constraintdef(oid)'));
    const named = await checks();

    await namesOfChecks.down(db);
    const unnamed = await checks();
    expect(unnamed).toHaveLength(named.length);
    await db.raw(`
      alter table users drop constraint users_check,
        add constraint users_messenger_id_until_erasure
          check ((messenger_id is null) = (erased_at is not null));
      alter table quests add constraint quests_end_after_start check (ends_at > starts_at) not valid;
    `);
    await namesOfChecks.up(db);
    expect(await checks()).toEqual(named);
    await namesOfChecks.up(db);
    expect(await checks()).toEqual(named);
    await namesOfChecks.down(db);
    expect(await checks()).toEqual(unnamed);
  });
});

describe('the migrations to the activity of users', () => {
  it('copy the last sign-ins from before, those beside them, and none of an erased user', async () => {
    await migrateToLatest(database.url);
    await using db = openPool(database.url);
    await fillUserActivity.down(db);
    await userActivity.down(db);
    const [seen, returned, erased, blocked] = await people(db, 4);
    const imported = await aUser(db, { last_seen_at: null });
    const erase = (on: Knex, { id }: { readonly id: number }) =>
      on('users')
        .where({ id })
        .update({ messenger_id: null, erased_at: 'now()', last_seen_at: null });
    await erase(db, blocked);

    await userActivity.up(db);
    const inserted = await aUser(db, { last_seen_at: '2026-05-13T09:00:00Z' });
    await using open = await beginTransaction(db);
    await open('users').where({ id: returned.id }).update({ last_seen_at: '2026-05-15T09:00:00Z' });
    await erase(open, erased);
    const filled = fillUserActivity.up(db);
    await untilWaiting(db);
    await open.commit();
    await filled;
    // As after an interruption.
    await db('user_activity').where({ user_id: seen.id }).delete();
    await fillUserActivity.up(db);

    const copied = db('user_activity').orderBy('user_id');
    expect(await copied.select('user_id as id', db.raw('last_seen_at::text as at'))).toEqual([
      { id: seen.id, at: '2026-05-14 09:00:00+00' },
      { id: returned.id, at: '2026-05-15 09:00:00+00' },
      { id: imported.id, at: '-infinity' },
      { id: inserted.id, at: '2026-05-13 09:00:00+00' },
    ]);
  });
});

describe('the rooms and tracks of a conference', () => {
  it('come from its items and events, in natural order, and leave their names as they are', async () => {
    await migrateToLatest(database.url);
    await using db = openPool(database.url);
    await agendaGroups.down(db);
    const conference = await aConference(db);
    const given = ['Room 10', 'Room 2', 'room  2', 'Room 2 ', 'Room 1', null];
    for (const room of given) await anAgendaItem(db, conference, { room, track: 'Track 7' });
    await anEvent(db, { conference_id: conference.id, venue_name: 'Attic' });
    await anEvent(db, { conference_id: conference.id, venue_name: 'Bar', kind: 'side' });
    await anEvent(db, { venue_name: 'Nowhere' });

    await agendaGroups.up(db);

    const groups = db('agenda_groups').where({ conference_id: conference.id });
    const named = (kind: string) =>
      groups.clone().where({ kind }).orderBy('position').pluck('name');
    expect(await named('room')).toEqual(['Attic', 'Room 1', 'Room 2', 'Room 10']);
    expect(await named('track')).toEqual(['Track 7']);
    expect(await db('agenda_groups')).toHaveLength(5);
    expect(await db('agenda_items').orderBy('id').pluck('room')).toEqual(given);
  });
});
