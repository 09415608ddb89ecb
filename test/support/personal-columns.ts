/**
 * The treatment of the columns of a table when a user is erased, and when they export their data.
 */
interface Decision {
  /** Separated by spaces. */
  readonly columns: string;
  /** `deleted`: with the row. `emptied`: the row stays. Else why the value may stay. */
  readonly erased: 'deleted' | 'emptied' | `stays: ${string}`;
  /** `exported`, or why the export does not contain it. */
  readonly exported: 'exported' | `no: ${string}`;
}

const OF_ORGANIZERS = {
  erased: 'stays: the organizers wrote it, about no user',
  exported: 'no: not about the user',
} as const;
const INTERNAL = {
  erased: 'stays: internal, without personal data',
  exported: 'no: internal, without personal data',
} as const;
const SEAT = {
  erased: 'stays: counts of the programme, under an emptied account',
  exported: 'exported',
} as const;
const DELETED = { erased: 'deleted', exported: 'exported' } as const;
const EMPTIED = { erased: 'emptied', exported: 'exported' } as const;

/**
 * A decision on each column of each table. A new column needs one: is it emptied by an erasure, and
 * does the export contain it?
 */
const DECISIONS: Readonly<Record<string, readonly Decision[]>> = {
  administrators: [
    {
      columns: 'id name email messenger_id disabled_at created_by created_at',
      erased: 'stays: an administrator works for the organizers, and is no user',
      exported: 'no: the work of the administrators',
    },
  ],
  backups: [{ columns: 'taken_at finished_at', ...INTERNAL }],
  admin_sessions: [
    {
      columns:
        'id secret_hash key_id key_hex created_at last_seen_at ends_at ended_at user_agent ip',
      erased: 'stays: of administrators, not of users; swept once it has ended',
      exported: 'no: the work of the administrators',
    },
  ],
  admin_sign_in_codes: [
    {
      columns: 'code_hash key_id expires_at',
      erased: 'stays: of administrators, not of users; valid for ten minutes',
      exported: 'no: the work of the administrators',
    },
  ],
  admin_stream_tickets: [
    {
      columns: 'token_hash credential expires_at',
      erased: 'stays: of administrators, not of users; unused since the tickets have one table',
      exported: 'no: the work of the administrators',
    },
  ],
  agenda_favorites: [
    { columns: 'agenda_item_id created_at', ...DELETED },
    { columns: 'user_id', erased: 'deleted', exported: 'no: the profile has the id' },
  ],
  agenda_groups: [
    { columns: 'id conference_id kind name position capacity color', ...OF_ORGANIZERS },
  ],
  agenda_moves: [{ columns: 'conference_id move_hash moved_at', ...INTERNAL }],
  agenda_item_speakers: [{ columns: 'agenda_item_id speaker_id position', ...OF_ORGANIZERS }],
  agenda_items: [
    {
      columns:
        'id conference_id event_id title description kind track room starts_at ends_at language url links status interest position questions questions_until edited_fields import_key import_source cancelled_by_import calendar_uid revision version created_at updated_at search search_text',
      ...OF_ORGANIZERS,
    },
  ],
  api_key_secrets: [{ columns: 'hash key_id created_at expires_at', ...INTERNAL }],
  api_keys: [
    {
      columns:
        'id public_id administrator_id name scopes conference_ids allowed_networks expires_at revoked_at created_by created_at last_used_at last_used_ip',
      erased: 'stays: of administrators and machines, not of users',
      exported: 'no: the work of the administrators',
    },
  ],
  audit_log: [
    {
      columns: 'before after',
      erased: 'emptied',
      exported: 'no: the work of the administrators; the values are those of the profile',
    },
    {
      columns:
        'id at actor action subject_type subject_id request_id administrator_id api_key_id session_id ip conference_id',
      erased: 'stays: names the administrator; the subject is an emptied account',
      exported: 'no: the work of the administrators',
    },
  ],
  bot_message_subjects: [
    {
      columns: 'subject bot_message_id',
      erased: 'deleted',
      exported: 'no: internal; the notifications name what they are about',
    },
  ],
  bot_messages: [
    {
      columns: 'user_id chat_id message_id notification_id state sent_at edited_at',
      erased: 'deleted',
      exported: 'no: the notifications and deliveries have what was sent',
    },
    {
      columns: 'id content_hash edit_due_at is_urgent attempts run_id leased_until',
      erased: 'deleted',
      exported: 'no: internal ids and times',
    },
  ],
  broadcast_recipients: [
    { columns: 'variables', ...DELETED },
    { columns: 'job_id user_id', erased: 'deleted', exported: 'no: internal ids' },
  ],
  calendar_links: [
    { columns: 'created_at', ...DELETED },
    { columns: 'user_id token_hash', erased: 'deleted', exported: 'no: a hash of a secret' },
  ],
  changed_subjects: [{ columns: 'id subject starts_at is_urgent changed_at', ...INTERNAL }],
  checkpoints: [
    {
      columns: 'id conference_id name folded_name kind counts position retired_at version',
      ...OF_ORGANIZERS,
    },
  ],
  check_in_events: [
    { columns: 'day direction scanned_at undone_at', ...DELETED },
    {
      columns: 'id registration_id checkpoint_id counted_on nonce',
      erased: 'deleted',
      exported: 'no: internal; the export has the names',
    },
    {
      columns: 'device administrator_id',
      erased: 'deleted',
      exported: 'no: the work of the administrators',
    },
  ],
  conference_people: [
    {
      columns: 'conference_id user_id seats',
      erased: 'stays: counts of the programme, under an emptied account',
      exported: 'no: a count of exported rows',
    },
  ],
  conference_speakers: [{ columns: 'conference_id speaker_id position', ...OF_ORGANIZERS }],
  conferences: [
    {
      columns:
        'id slug name description starts_on ends_on timezone venue city country website image_url capacity registration_mode waitlist has_form has_ticket_types guests_per_person guest_claim_by transfers_until registration_closes_at event_access broadcast_gap_minutes ratings_need_check_in rating_ask ratings_asked_on show_interest status attendee_count invited_count over_capacity_count version created_at updated_at ends_at published_at search_text',
      ...OF_ORGANIZERS,
    },
  ],
  conference_welcomes: [
    {
      columns: 'conference_id title body translations action_url start is_on since version',
      ...OF_ORGANIZERS,
    },
  ],
  sources: [
    {
      columns:
        'id conference_id kind name url settings credential_encrypted interval_minutes publish absent off_reason is_confirmed restless_at cursor content_hash seen_hash next_run_at failures refusals failing_since run_id leased_until administrator_id api_key_id version created_at',
      ...OF_ORGANIZERS,
    },
  ],
  source_runs: [
    {
      columns:
        'id source_id kind status is_dry_run started_at finished_at content_hash counts error applied_by',
      ...OF_ORGANIZERS,
    },
    {
      columns: 'report',
      erased:
        'stays: titles of a programme and the names of its speakers, which are public; of guests keys and ids only; gone after 90 days',
      exported: 'no: not about the user',
    },
  ],
  blocks: [
    { columns: 'blocked_id created_at', ...DELETED },
    { columns: 'is_named', erased: 'deleted', exported: 'no: the export shows the name by it' },
    { columns: 'blocker_id', erased: 'deleted', exported: 'no: the profile has it' },
  ],
  cached_rankings: [
    {
      columns: 'user_id conference_id profile people connections ranking made_at is_due',
      erased: 'deleted',
      exported: 'no: computed from exported columns and the profiles of others',
    },
  ],
  registrations: [
    {
      columns: 'conference_id user_id status ticket_type claimed_by registered_at checked_in_at',
      ...SEAT,
    },
    { columns: 'desk_note', ...EMPTIED },
    {
      columns:
        'username first_name last_name company job_title ticket_code_end email_encrypted claimed_at',
      ...EMPTIED,
    },
    { columns: 'created_at', erased: 'stays: a time', exported: 'exported' },
    {
      columns: 'invited_by transferred_by',
      erased: 'emptied',
      exported: 'no: about the registration of another person',
    },
    {
      columns: 'ticket_code_hash scan_code_hash order_hash email_hash claimed_with',
      erased: 'emptied',
      exported: 'no: of guests',
    },
    {
      columns: 'erased_key_hashes',
      erased: 'stays: keyed hashes, so that no import invites the person again',
      exported: 'no: of erased invitations only',
    },
    {
      columns: 'messenger_id claimant_id search_text',
      erased: 'emptied',
      exported: 'no: the profile has the ids',
    },
    {
      columns:
        'id queue_number cancelled_at check_in_nonce check_in_device check_in_key check_in_administrator_id guest_key_id claim_epoch is_walk_in barred_user_ids changed_at badge_changed_at seated_at welcomed_at version import_id source_id is_changed_since_import',
      ...INTERNAL,
    },
    {
      columns: 'reopened_at barred_hashes',
      erased: 'stays: a keyed hash, so that the person never claims the invitation again',
      exported: 'no: of open invitations only',
    },
  ],
  user_reports: [
    { columns: 'text', ...EMPTIED },
    { columns: 'reporter_id', erased: 'emptied', exported: 'no: the profile has the id' },
    {
      columns: 'id reported_id reason created_at',
      erased: 'stays: about another user; a report about the erased user is deleted',
      exported: 'exported',
    },
    {
      columns: 'message is_own_message profile connection_id',
      erased: 'deleted',
      exported: 'no: the profile and the connections have it',
    },
    {
      columns: 'outcome note resolved_at',
      erased: 'deleted',
      exported: 'no: a decision of the organizers about another user',
    },
  ],
  connection_notes: [
    { columns: 'connection_id writer_id note', ...DELETED },
    { columns: 'updated_at', erased: 'deleted', exported: 'no: the note is there' },
  ],
  connection_requests: [
    {
      columns: 'requester_hash recipient_hash key_id requested_at rejected_at',
      erased: 'stays: keyed hashes, so that an erasure does not reset limits and rejections',
      exported: 'no: a counter of a limit; the connections have the times',
    },
  ],
  conference_pages: [
    {
      columns:
        'id conference_id kind title body image_url position translations version created_at updated_at',
      ...OF_ORGANIZERS,
    },
  ],
  ticket_types: [
    {
      columns:
        'id conference_id name folded_name description position capacity seat_count over_count registration opens_at closes_at is_offered is_hidden access_code_hash access_code_key_id translations version',
      ...OF_ORGANIZERS,
    },
  ],
  connections: [
    {
      columns:
        'id requester_id recipient_id status message created_at responded_at met_at met_conference_id',
      ...DELETED,
    },
    {
      columns: 'lower_rejections higher_rejections',
      erased: 'deleted',
      exported: 'no: a counter of a limit',
    },
  ],
  deleted_feed_events: [
    {
      columns: 'feed_conference_id feed_uid feed_recurrence_id feed_title feed_starts_at',
      ...OF_ORGANIZERS,
    },
  ],
  deliveries: [
    {
      columns: 'notification_id user_id status reason answered_at',
      erased: 'stays: only of broadcasts, for their statistics',
      exported: 'exported',
    },
    {
      columns: 'job_id attempts is_test is_reminder is_bulk due_at concerns_at run_id leased_until',
      ...INTERNAL,
    },
  ],
  enrichment_calls: [{ columns: 'id started_at ended_at', ...INTERNAL }],
  enrichment_gate: [{ columns: 'is_only paused_until', ...INTERNAL }],
  enrichment_job_users: [
    {
      columns:
        'job_id user_id status attempts invalid_answers due_at run_id leased_until finished_at',
      erased: 'deleted',
      exported: 'no: the work of the administrators; the enrichment is exported',
    },
  ],
  enrichment_jobs: [{ columns: 'id is_forced queued skipped created_at', ...OF_ORGANIZERS }],
  enrichments: [
    {
      columns:
        'user_id status provider headline summary tags interests generated_at synced_at error',
      ...DELETED,
    },
    { columns: 'input_hash', erased: 'deleted', exported: 'no: computed from exported columns' },
  ],
  erased_people: [
    {
      columns: 'messenger_hash key_id erased_at is_blocked',
      erased: 'stays: a keyed hash, so that neither an open app nor an import undoes the erasure',
      exported: 'no: of erased users only',
    },
  ],
  event_attendances: [
    { columns: 'event_id user_id status registered_at checked_in_at', ...SEAT },
    { columns: 'desk_note', ...EMPTIED },
    {
      columns:
        'queue_number cancelled_at check_in_nonce check_in_device check_in_key check_in_administrator_id version',
      ...INTERNAL,
    },
  ],
  events: [
    {
      columns: 'submitted_by',
      erased: 'stays: published; requests that were never published are deleted',
      exported: 'no: the profile has the id',
    },
    { columns: 'contact', ...EMPTIED },
    {
      columns:
        'title description venue_name venue_address venue_latitude venue_longitude image_url url',
      erased: 'stays: published; requests that were never published are deleted',
      exported: 'exported',
    },
    {
      columns:
        'id conference_id status starts_at ends_at timezone capacity rejection_reason created_at',
      erased: 'stays: published; requests that were never published are deleted',
      exported: 'exported',
    },
    {
      columns:
        'slug kind all_day organizer tags attendee_count over_capacity_count is_full registration_mode waitlist has_form registration_closes_at source edited_fields feed_conference_id feed_uid feed_recurrence_id feed_variant feed_title feed_starts_at feed_fingerprint feed_revision feed_url_hash cancelled_by_feed updated_at search_text calendar_uid revision agenda_item_deleted version',
      ...OF_ORGANIZERS,
    },
  ],
  rating_groups: [{ columns: 'agenda_item_id number stars_sum filled_at', ...OF_ORGANIZERS }],
  form_answers: [
    { columns: 'value', ...DELETED },
    { columns: 'question_id', ...DELETED },
    { columns: 'user_id', erased: 'deleted', exported: 'no: the profile has the id' },
    { columns: 'id answered_at', erased: 'deleted', exported: 'no: internal ids and times' },
  ],
  form_questions: [
    {
      columns:
        'id conference_id event_id kind label help options is_required is_sensitive ticket_type_ids position translations replaces retired_at created_at',
      ...OF_ORGANIZERS,
    },
  ],
  feedback: [
    { columns: 'user_id contact context', ...EMPTIED },
    {
      columns:
        'id message rating is_rating category created_at conference_id event_id agenda_item_id',
      erased: 'stays: for the organizers, without its sender',
      exported: 'exported',
    },
    {
      columns: 'note shared_at',
      erased: 'emptied',
      exported: 'no: the work of the administrators',
    },
    {
      columns: 'status in_group',
      erased: 'stays: the work of the administrators, about no user',
      exported: 'no: the work of the administrators',
    },
    {
      columns: 'search_text',
      erased: 'stays: the message without accents',
      exported: 'no: computed from exported columns',
    },
    {
      columns: 'repeat_hash',
      erased: 'emptied',
      exported: 'no: a keyed hash, for 10 minutes',
    },
  ],
  gone_rows: [{ columns: 'id kind gone_id conference_id gone_at', ...INTERNAL }],
  idempotency_keys: [
    {
      columns: 'scope run_id request_hash user_id status body mentions expires_at',
      erased: 'deleted',
      exported: 'no: answers stored for a day, with data that the export has',
    },
  ],
  match_term_backlog: [
    { columns: 'user_id', erased: 'deleted', exported: 'no: an internal id, for an hour' },
  ],
  listed_interests: [
    { columns: 'interest user_id', erased: 'deleted', exported: 'no: the profile has them' },
  ],
  match_term_counts: [
    {
      columns: 'kind term people',
      erased: 'stays: counts without users, recomputed each hour',
      exported: 'no: not about the user',
    },
  ],
  match_terms: [
    {
      columns: 'user_id kind term is_listed',
      erased: 'deleted',
      exported: 'no: computed from exported columns',
    },
  ],
  media: [
    {
      columns:
        'id kind storage purpose status mime_type bytes width height frames sha256 created_at',
      ...DELETED,
    },
    { columns: 'key', erased: 'deleted', exported: 'no: the URL of a public file has it' },
    { columns: 'user_id', erased: 'emptied', exported: 'no: the profile has it' },
    {
      columns: 'variants variant_keys',
      erased: 'deleted',
      exported: 'no: smaller copies of an exported image',
    },
  ],
  merged_speakers: [{ columns: 'id speaker_id', ...OF_ORGANIZERS }],
  messenger_chats: [
    {
      columns: 'chat_id free_at paused_until slowed_at',
      erased: 'deleted',
      exported: 'no: the profile has the messenger id; the times are internal',
    },
  ],
  messenger_gate: [
    {
      columns: 'is_only paused_until paused_at pause_scope pause_ends_at pause_reason',
      ...INTERNAL,
    },
  ],
  messenger_updates: [
    {
      columns: 'person_id content',
      erased: 'emptied',
      exported: 'no: emptied within seconds; the export has what comes of it',
    },
    { columns: 'bot_id update_id is_applied received_at', ...INTERNAL },
  ],
  notification_jobs: [
    { columns: 'type quest_id', ...OF_ORGANIZERS },
    {
      columns: 'audience',
      erased: 'emptied',
      exported: 'no: the work of the administrators; the profile has the messenger id',
    },
    {
      columns:
        'id title body translations action_url start channels status failure_reason scheduled_at started_at finished_at total fixed_up_to fixed_at created_at created_by content_hash version submitted_at recalled_at administrator_id search_text pinned_conference_id pinned_until pinned_visibility anchor anchor_seconds anchor_conference_id anchor_event_id missed_at ignore_gap warnings audience_conference_id',
      ...OF_ORGANIZERS,
    },
  ],
  notification_settings: [
    {
      columns:
        'muted_topics quiet_start quiet_end quiet_timezone quiet_strict seen_up_to reminder_minutes reminder_for',
      ...DELETED,
    },
    { columns: 'user_id', erased: 'deleted', exported: 'no: the profile has it' },
  ],
  notifications: [
    { columns: 'title body action_url start data', ...EMPTIED },
    {
      columns: 'args before',
      erased: 'emptied',
      exported: 'no: the values in the title and the body, which are exported',
    },
    {
      columns: 'id user_id type created_at clicked_at dismissed_at',
      erased: 'stays: only of broadcasts, for their statistics',
      exported: 'exported',
    },
    { columns: 'job_id in_app subject change_id', ...INTERNAL },
  ],
  partner_accounts: [
    {
      columns: 'status partner_user_id otp_expires_at tries expires_at verified_at',
      ...DELETED,
    },
    {
      columns: 'destination_encrypted',
      erased: 'deleted',
      exported: 'no: encrypted; the export has what it decrypts to',
    },
    {
      columns: 'access_encrypted refresh_encrypted',
      erased: 'deleted',
      exported: 'no: tokens of the partner never leave the service',
    },
    {
      columns: 'user_id otp_reference try_returned refresh_claim refresh_claimed_until',
      erased: 'deleted',
      exported: 'no: internal ids and times',
    },
  ],
  partner_erased: [
    {
      columns: 'account_hash key_id erased_at',
      erased: 'stays: a keyed hash, so that a returning user does not mint twice',
      exported: 'no: of erased users only',
    },
  ],
  partner_mints: [
    {
      columns:
        'id try status partner_mint_id token_id transaction_hash explorer_url failure_code created_at requested_at finished_at',
      ...DELETED,
    },
    {
      columns: 'user_id polls next_poll_at',
      erased: 'deleted',
      exported: 'no: internal; the profile has the id',
    },
  ],
  due_settlements: [{ columns: 'id user_id', ...INTERNAL }],
  page_marks: [{ columns: 'id page_id room_id label x y', ...OF_ORGANIZERS }],
  point_ledger: [
    { columns: 'reason', ...EMPTIED },
    {
      columns: 'id user_id quest_id task_id kind delta earned_at created_at',
      erased: 'stays: the sums of boards and totals, under an emptied account',
      exported: 'exported',
    },
    {
      columns: 'conference_id day week award_id voided_at actor',
      erased: 'stays: the sums of boards and totals, under an emptied account',
      exported: 'no: computed from exported columns, or the work of the administrators',
    },
  ],
  point_totals: [
    {
      columns: 'scope scope_id period period_start user_id points reached_at is_ranked',
      erased: 'stays: sums of the ledger, on no board',
      exported: 'no: sums of exported rows',
    },
  ],
  poll_votes: [
    {
      columns: 'task_id user_id option_id',
      erased: 'stays: the result of the poll, under an emptied account',
      exported: 'exported',
    },
  ],
  quest_recalculations: [
    { columns: 'quest_id status people after_user_id requested_at finished_at', ...INTERNAL },
    {
      columns: 'actor',
      erased: 'stays: names the administrator',
      exported: 'no: the work of the administrators',
    },
  ],
  registration_requests: [
    { columns: 'message reason guests', ...EMPTIED },
    {
      columns: 'id quest_id conference_id event_id user_id status source requested_at decided_at',
      erased: 'stays: the decision, under an emptied account',
      exported: 'exported',
    },
    { columns: 'ticket_type_id decided_by_administrator_id', ...INTERNAL },
  ],
  quest_tasks: [
    {
      columns:
        'id quest_id title description type points position is_required config answer_encrypted old_answer_encrypted old_answer_until opens_at closes_at deleted_at points_taken_back version created_at updated_at',
      ...OF_ORGANIZERS,
    },
  ],
  quests: [
    {
      columns:
        'id slug title description image_url conference_id event_id is_active is_featured starts_at ends_at registration_mode access max_participants public_api_enabled secret_encrypted old_secret_encrypted old_secret_until completion_points participant_count deleted_at points_taken_back version created_at updated_at search_text',
      ...OF_ORGANIZERS,
    },
  ],
  reminder_templates: [
    {
      columns: 'id quest_id name title body translations is_default version created_at updated_at',
      ...OF_ORGANIZERS,
    },
  ],
  question_reports: [
    { columns: 'question_id created_at', ...DELETED },
    { columns: 'user_id', erased: 'deleted', exported: 'no: the profile has the id' },
  ],
  question_votes: [
    { columns: 'question_id', ...DELETED },
    { columns: 'user_id', erased: 'deleted', exported: 'no: the profile has the id' },
  ],
  session_questions: [
    { columns: 'text', ...EMPTIED },
    {
      columns: 'id agenda_item_id status created_at',
      erased: 'stays: a question of the session, without its text and the person',
      exported: 'exported',
    },
    { columns: 'user_id', erased: 'emptied', exported: 'no: the profile has the id' },
    {
      columns: 'merged_into reports decided_by_administrator_id decided_at',
      erased: 'stays: the work of the administrators, about no user',
      exported: 'no: the work of the administrators',
    },
  ],
  session_reminders: [
    {
      columns: 'thing starts_at notification_id',
      erased: 'deleted',
      exported: 'no: the notifications have each reminder',
    },
    { columns: 'user_id', erased: 'deleted', exported: 'no: the profile has it' },
  ],
  signed_calls: [
    {
      columns: 'quest_id webhook_id body_hash status answer created_at',
      erased: 'stays: for a day, without personal data',
      exported: 'no: internal, for a day',
    },
  ],
  task_tries: [
    {
      columns: 'task_id person_hash tries',
      erased: 'stays: a keyed hash, so that an erasure does not give tries back',
      exported: 'no: a counter of a limit',
    },
  ],
  user_quest_tasks: [
    { columns: 'text media_id reason', ...EMPTIED },
    {
      columns: 'id task_id user_id status source option_ids submitted_at decided_at',
      erased: 'stays: the decision, under an emptied account',
      exported: 'exported',
    },
    { columns: 'quest_id submissions rejections reviewer reviewer_id', ...INTERNAL },
  ],
  user_quests: [
    {
      columns: 'quest_id user_id status source started_at completed_at',
      erased: 'stays: takes a place of the quest, under an emptied account',
      exported: 'exported',
    },
    { columns: 'active_at', ...INTERNAL },
  ],
  rate_limit_counters: [
    {
      columns: 'key hits expires_at',
      erased: 'stays: deleted when the window of the limit ends',
      exported: 'no: counters of limits',
    },
  ],
  recommendation_dismissals: [
    { columns: 'dismissed_id dismissed_at', ...DELETED },
    { columns: 'user_id', erased: 'deleted', exported: 'no: the profile has it' },
  ],
  restores: [{ columns: 'taken_at done_at is_resent', ...INTERNAL }],
  speaker_keys: [
    {
      columns: 'source person_key speaker_id',
      erased: 'stays: the programme names the speaker, without the account',
      exported: 'no: how imports know the speaker, whom the export contains',
    },
  ],
  speakers: [
    {
      columns: 'slug name title company bio photo_url socials created_at updated_at id is_featured',
      erased: 'stays: the programme names the speaker, without the account',
      exported: 'exported',
    },
    { columns: 'user_id', ...EMPTIED },
    { columns: 'published_at status version edited_fields search search_text', ...INTERNAL },
  ],
  stream_tickets: [
    {
      columns: 'token_hash user_id expires_at access_until',
      erased: 'deleted',
      exported: 'no: valid for a minute; a hash of a secret',
    },
    {
      columns: 'credential',
      erased: 'stays: of administrators, not of users; valid for a minute',
      exported: 'no: the work of the administrators',
    },
  ],
  unsigned_calls: [
    {
      columns: 'id quest_id task_id user_id text sent_at created_at',
      erased: 'deleted',
      exported: 'no: applied within seconds; the export has what comes of it',
    },
  ],
  user_activity: [
    {
      columns: 'user_id last_seen_at',
      erased: 'deleted',
      exported: 'no: a copy of a column of the profile',
    },
  ],
  users: [
    {
      columns: 'is_ranked version',
      erased: 'stays: internal, without personal data',
      exported: 'no: the work of the administrators',
    },
    {
      columns:
        'messenger_id messenger_first_name messenger_last_name own_first_name own_last_name first_name last_name username photo_url messenger_photo_url own_photo_url photo_media_id language_code language is_premium messenger_reachable headline company job_title bio looking_for offering interests socials edited_fields onboarding_status onboarding_step notifications_enabled is_discoverable contact_visibility enrichment_enabled last_seen_at messenger_signed_at messenger_refused_at messenger_member_at notifications_set_at signed_out_at updated_at',
      ...EMPTIED,
    },
    {
      columns: 'id points is_blocked created_at',
      erased: 'stays: the account of contributions, without a name',
      exported: 'exported',
    },
    {
      columns: 'is_listed search_text',
      erased: 'emptied',
      exported: 'no: computed from exported columns',
    },
    {
      columns: 'erased_at roster_changed_at',
      erased: 'stays: set by the erasure',
      exported: 'no: null until the erasure',
    },
  ],
  webhook_changes: [
    {
      columns: 'id kind conference_id scope item changed_at',
      erased: 'stays: ids and states, for a second',
      exported: 'no: copies of what changed, which the export has',
    },
  ],
  webhook_deliveries: [
    {
      columns:
        'message_id endpoint_id status reason attempts due_at run_id leased_until answers sent_at',
      ...INTERNAL,
    },
  ],
  webhook_endpoints: [
    {
      columns:
        'id url description kinds conference_id secret_encrypted old_secret_encrypted old_secret_until status off_reason failing_since failures administrator_id api_key_id version created_at',
      erased: 'stays: of administrators and machines, not of users',
      exported: 'no: the work of the administrators',
    },
  ],
  webhook_messages: [
    {
      columns: 'id kind conference_id scope body created_at',
      erased: 'stays: ids and states, for seven days',
      exported: 'no: copies of what changed, which the export has',
    },
  ],
};

/** Text columns with words of the service that no check lists: they take no free text. */
export const WORDS: ReadonlySet<string> = new Set([
  // Of 4 characters, which hold no mark.
  'registrations.ticket_code_end',
  'cached_rankings.profile',
  'cached_rankings.ranking',
  'media.key',
  'media.variant_keys',
  'media.variants',
  'notification_settings.muted_topics',
  'notification_settings.quiet_timezone',
  'notification_settings.reminder_for',
  'notifications.start',
  'session_reminders.thing',
  'notifications.type',
]);

/** The decided columns, as `table.column`. */
export const columnsWhere = (isWanted: (decision: Decision) => boolean): string[] =>
  Object.entries(DECISIONS).flatMap(([table, decisions]) =>
    decisions
      .filter(isWanted)
      .flatMap(({ columns }) => columns.split(' ').map((column) => `${table}.${column}`)),
  );
