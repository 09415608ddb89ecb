import type { Knex } from 'knex';

/**
 * A withdrawn request keeps its row, so that the next one sends no second message. Limits and
 * rejections are counted by keyed hashes of messenger ids: an erasure and a new account do not reset
 * them. Request times without a recipient cannot be converted; the daily limit starts anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connections drop constraint connections_status_check;
    alter table connections add constraint connections_status_check
      check (status in ('pending', 'accepted', 'rejected', 'withdrawn'));
    comment on column connections.status is 'A withdrawn request is shown to nobody.';
    comment on column connections.responded_at is 'When it was answered or withdrawn.';

    drop table connection_requests;
    create table connection_requests (
      requester_hash text not null check (length(requester_hash) = 64),
      recipient_hash text not null check (length(recipient_hash) = 64),
      requested_at   timestamptz(3) not null,
      rejected_at    timestamptz(3)
    );
    comment on table connection_requests is 'Keyed hashes of messenger ids: erasures keep the rows.';
    create index connection_requests_requester_idx
      on connection_requests (requester_hash, requested_at);
    create index connection_requests_age_idx
      on connection_requests (greatest(requested_at, rejected_at));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from connections where status = 'withdrawn';
    comment on column connections.status is null;
    comment on column connections.responded_at is null;
    alter table connections drop constraint connections_status_check;
    alter table connections add constraint connections_status_check
      check (status in ('pending', 'accepted', 'rejected'));

    drop table connection_requests;
    create table connection_requests (
      user_id      bigint not null references users on delete cascade,
      requested_at timestamptz(3) not null
    );
    create index connection_requests_user_idx on connection_requests (user_id, requested_at);
    create index connection_requests_age_idx on connection_requests (requested_at);
  `);
}
