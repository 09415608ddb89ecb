import type { Knex } from 'knex';

/** Each statement commits alone: no table stays locked while another is checked. */
export const config = { transaction: false };

/** The checks that PostgreSQL had named, and what they require. */
const NAMES: Readonly<Record<string, string>> = {
  agenda_items_check: 'agenda_items_end_not_before_start',
  conference_attendances_check: 'conference_attendances_checked_in_has_time',
  conference_invitations_check: 'conference_invitations_id_or_username',
  conference_invitations_check1: 'conference_invitations_claimant_has_time',
  conferences_check: 'conferences_end_not_before_start',
  conferences_check2: 'conferences_published_unless_draft',
  connections_check: 'connections_two_users',
  connections_check1: 'connections_pending_until_response',
  deliveries_check: 'deliveries_sending_has_lease',
  deliveries_check1: 'deliveries_sending_has_run',
  deliveries_check2: 'deliveries_unsent_has_reason',
  deliveries_check3: 'deliveries_sent_without_reason',
  enrichment_job_users_check: 'enrichment_job_users_running_has_lease',
  enrichments_check: 'enrichments_ready_has_input',
  enrichments_check1: 'enrichments_failed_has_error',
  event_attendances_check: 'event_attendances_checked_in_has_time',
  events_check: 'events_end_not_before_start',
  events_check2: 'events_extcal_has_uid',
  events_check3: 'events_only_rejected_has_reason',
  idempotency_keys_check: 'idempotency_keys_body_has_status',
  media_check: 'media_ready_has_file',
  media_check1: 'media_only_image_has_variants',
  notification_jobs_check: 'notification_jobs_failed_has_reason',
  notification_jobs_check1: 'notification_jobs_finished_has_time',
  notification_jobs_check2: 'notification_jobs_scheduled_not_started',
  notification_jobs_check3: 'notification_jobs_run_has_start',
  notification_jobs_check4: 'notification_jobs_reminder_has_quest',
  notification_settings_check: 'notification_settings_quiet_hours_complete',
  notification_settings_check1: 'notification_settings_quiet_hours_not_empty',
  partner_accounts_check: 'partner_accounts_verified_has_tokens',
  partner_accounts_check1: 'partner_accounts_otp_sent_has_reference',
  point_ledger_check: 'point_ledger_change_has_award',
  point_ledger_check1: 'point_ledger_task_has_task',
  point_ledger_check2: 'point_ledger_completion_has_quest',
  point_ledger_check3: 'point_ledger_adjustment_has_reason',
  point_ledger_check4: 'point_ledger_only_award_is_voided',
  quest_recalculations_check: 'quest_recalculations_done_has_time',
  quest_registration_requests_check: 'quest_registration_requests_pending_until_decision',
  quest_tasks_check: 'quest_tasks_close_after_open',
  quest_tasks_check1: 'quest_tasks_only_code_or_quiz_has_answer',
  quests_check: 'quests_end_after_start',
  quests_check1: 'quests_participants_within_limit',
  recommendation_dismissals_check: 'recommendation_dismissals_two_users',
  restores_check: 'restores_done_not_before_backup',
  speakers_check: 'speakers_published_unless_draft',
  user_quest_tasks_check: 'user_quest_tasks_pending_until_decision',
  user_quests_check: 'user_quests_completed_has_time',
  user_quests_check1: 'user_quests_admitted_until_start',
  users_check: 'users_messenger_id_until_erasure',
};

interface Check {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * A check is added without a look at the rows, then validated beside readers and writers; only then
 * the old one goes. So the rule holds all the time. Safe to interrupt and to repeat.
 */
async function replace(knex: Knex, names: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await knex.raw<{ rows: Check[] }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'c' and conname = any(?) and connamespace = 'public'::regnamespace
      order by 1, 2`,
    [[...names.keys(), ...names.values()]],
  );
  const present = new Set(rows.map(({ name }) => name));
  for (const [table, checks] of Map.groupBy(rows, (check) => check.table)) {
    const replaced = checks.flatMap(({ name, definition }) => {
      const to = names.get(name);
      return to === undefined ? [] : [{ name, to, definition }];
    });
    const alter = async (changes: readonly string[]) => {
      if (changes.length > 0) await knex.raw(`alter table ${table} ${changes.join(', ')}`);
    };
    const missing = replaced.filter(({ to }) => !present.has(to));
    await alter(
      missing.map(({ to, definition }) => `add constraint ${to} ${definition} not valid`),
    );
    await alter(replaced.map(({ to }) => `validate constraint ${to}`));
    // No version reads the name of a check, and the new one refuses the same rows.
    // contract: unused since 0.1.0
    await alter(replaced.map(({ name }) => `drop constraint ${name}`));
  }
}

export async function up(knex: Knex): Promise<void> {
  await replace(knex, new Map(Object.entries(NAMES)));
}

export async function down(knex: Knex): Promise<void> {
  await replace(knex, new Map(Object.entries(NAMES).map(([from, to]) => [to, from])));
}
