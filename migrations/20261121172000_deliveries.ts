import type { Knex } from 'knex';

/**
 * A delivery is the messenger message of a notification, and its state is the truth about it: the
 * queue only says that there is something to do. Everybody who sends takes the one row of
 * messenger_gate first, so that the rate is kept by all processes together.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table deliveries (
      notification_id bigint primary key references notifications on delete cascade,
      user_id         bigint not null references users on delete cascade,
      job_id          bigint references notification_jobs on delete cascade,
      status          text not null default 'queued' check (
        status in ('queued', 'sending', 'sent', 'failed', 'skipped')),
      reason          text check (length(reason) <= 100),
      attempts        smallint not null default 0 check (attempts >= 0),
      is_test         boolean not null default false,
      due_at          timestamptz(3) not null default now(),
      run_id          uuid,
      leased_until    timestamptz(3),
      answered_at     timestamptz(3),

      check ((status = 'sending') = (leased_until is not null)),
      check ((status = 'sending') = (run_id is not null)),
      check (status not in ('failed', 'skipped') or reason is not null),
      check (status <> 'sent' or reason is null)
    );
    comment on column deliveries.reason is 'Why it failed or was skipped; of a queued one, what its last attempt met.';
    comment on column deliveries.is_test is 'Sent whatever the person wishes: an administrator tries a message on themselves.';
    comment on column deliveries.run_id is 'Who is sending it. Until leased_until nobody else may; after it, that one has died.';
    comment on column deliveries.answered_at is 'When the messenger last answered: what counts towards the rate.';

    -- What is to be sent next: messages to one person before those of jobs.
    create index deliveries_single_due_idx on deliveries (due_at, notification_id)
      where status = 'queued' and job_id is null;
    create index deliveries_job_due_idx on deliveries (due_at, notification_id)
      where status = 'queued' and job_id is not null;
    -- What is on its way, and what was answered within the last second.
    create index deliveries_sending_idx on deliveries (leased_until) where status = 'sending';
    create index deliveries_answered_idx on deliveries (answered_at);
    -- How a job stands.
    create index deliveries_job_idx on deliveries (job_id, status);
    create index deliveries_user_idx on deliveries (user_id);

    create table messenger_gate (
      is_only      boolean primary key default true check (is_only),
      paused_until timestamptz(3) not null default 'epoch'
    );
    insert into messenger_gate default values;

    alter table users add column messenger_refused_at timestamptz(3);
    comment on column users.messenger_refused_at is 'When the messenger last said that they take no messages: what they signed before does not speak against it.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users drop column messenger_refused_at;
    drop table messenger_gate, deliveries;
  `);
}
