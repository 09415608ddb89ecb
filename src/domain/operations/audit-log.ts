import type { Actor } from '../administration/administrators.ts';

/** Every action that the audit log records, with the type of its subject. */
export const AUDIT_ACTIONS = {
  'admin_session.start': 'admin_session',
  'admin_session.end': 'admin_session',
  /** All sessions of a key. */
  'admin_session.end_all': 'admin_session',
  'admin_token.issue': 'admin_token',
  'administrator.create': 'administrator',
  'administrator.update': 'administrator',
  /** Agenda items and speakers imported into a conference. */
  'agenda.import': 'conference',
  /** Many agenda items of a conference at once. */
  'agenda.move': 'conference',
  'agenda_group.create': 'agenda_group',
  'agenda_group.delete': 'agenda_group',
  /** All rooms, or all tracks. */
  'agenda_group.order': 'conference',
  'agenda_group.update': 'agenda_group',
  'agenda_item.create': 'agenda_item',
  /** One row for all questions of the item in a decision. */
  'agenda_item.decide_questions': 'agenda_item',
  'agenda_item.delete': 'agenda_item',
  /** Questions of the item downloaded as a file. */
  'agenda_item.export_questions': 'agenda_item',
  'agenda_item.merge_questions': 'agenda_item',
  'agenda_item.update': 'agenda_item',
  'api_key.create': 'api_key',
  'api_key.revoke': 'api_key',
  'api_key.rotate': 'api_key',
  'api_key.sign_in_code': 'api_key',
  'api_key.update': 'api_key',
  /** The log itself downloaded as a file. */
  'audit_log.export': 'audit_log',
  'checkpoint.create': 'checkpoint',
  'checkpoint.delete': 'checkpoint',
  'checkpoint.update': 'checkpoint',
  'conference.add_attendee': 'conference',
  'conference.check_in': 'conference',
  'conference.create': 'conference',
  'conference.delete': 'conference',
  'conference.duplicate': 'conference',
  'conference.export_attendees': 'conference',
  'conference.import_attendees': 'conference',
  /** The order of the lineup. */
  'conference.order_speakers': 'conference',
  'conference.order_checkpoints': 'conference',
  'conference.order_pages': 'conference',
  'conference.order_ticket_types': 'conference',
  /** Scans of a conference that is over; `before` has their numbers by checkpoint and day. */
  'conference.delete_scans': 'conference',
  'conference.remove_attendee': 'conference',
  /** The kept numbers of a row that differed from what they count. */
  'conference.repair_counts': 'conference',
  'conference.repair_people': 'conference',
  'conference.undo_check_in': 'conference',
  'conference.undo_import': 'conference',
  'conference.update': 'conference',
  /** The welcome of those who get a seat. */
  'conference.delete_welcome': 'conference',
  'conference.update_welcome': 'conference',
  'conference.update_attendee': 'conference',
  /** All questions that registering asks. */
  'conference.update_form': 'conference',
  'conference.update_invitation': 'conference',
  'conference.add_walk_in': 'conference',
  'conference.export_claim_links': 'conference',
  /** Requests for seats, whose ids are in `after`. */
  'conference.approve_requests': 'conference',
  'conference.reject_requests': 'conference',
  'conference.reopen_requests': 'conference',
  'conference.merge_invitation': 'conference',
  'conference.withdraw_invitation': 'conference',
  'conference.erase_invitation': 'conference',
  'conference.reopen_invitation': 'conference',
  'conference_page.create': 'conference_page',
  'conference_page.delete': 'conference_page',
  'conference_page.update': 'conference_page',
  'enrichment.generate': 'user',
  'enrichment.generate_many': 'enrichment_job',
  'enrichment.sync': 'user',
  'event.add_attendee': 'event',
  'event.approve': 'event',
  'event.approve_requests': 'event',
  'event.reject_requests': 'event',
  'event.reopen_requests': 'event',
  'event.check_in': 'event',
  'event.create': 'event',
  'event.delete': 'event',
  'event.export_attendees': 'event',
  /** Events imported into a conference. */
  'event.import': 'conference',
  'event.reject': 'event',
  'event.remove_attendee': 'event',
  'event.repair_counts': 'event',
  'event.undo_check_in': 'event',
  'event.update': 'event',
  'event.update_attendee': 'event',
  'event.update_form': 'event',
  /** A job of the queue, whose id is in `after`. */
  'job.cancel': 'job',
  'job.retry': 'job',
  'media.create': 'media',
  'media.delete': 'media',
  'media.open': 'media',
  'media.repair_bytes': 'media',
  /** Feedback downloaded as a file. */
  'feedback.export': 'feedback',
  'feedback.update': 'feedback',
  'notification.create': 'notification',
  'notification.create_many': 'notification',
  'notification.test': 'notification',
  'notification_job.cancel': 'notification_job',
  'notification_job.create': 'notification_job',
  'notification_job.delete': 'notification_job',
  /** A pin, its change or null. */
  'notification_job.pin': 'notification_job',
  'notification_job.recall': 'notification_job',
  'notification_job.reschedule': 'notification_job',
  'notification_job.retry': 'notification_job',
  'notification_job.update': 'notification_job',
  'partner_mint.retry': 'partner_mint',
  /** Answers with people, which a key read within an hour; see `ProfileReadQuotaService`. */
  'people.read': 'user',
  /** Messenger messages of all processes. */
  'sending.pause': 'sending',
  'sending.resume': 'sending',
  'quest.export_participants': 'quest',
  /** A bulk decision records one row for each quest. */
  'quest_registration_request.approve': 'quest_registration_request',
  'quest_registration_request.reject': 'quest_registration_request',
  /** Requests downloaded as a file. */
  'registration_request.export': 'registration_request',
  'quest_submission.approve': 'quest_submission',
  'quest_submission.reject': 'quest_submission',
  'quest_submission.reopen': 'quest_submission',
  'quest.create': 'quest',
  'quest.delete': 'quest',
  'quest.duplicate': 'quest',
  'quest.order_tasks': 'quest',
  'quest.repair_counts': 'quest',
  'quest.update': 'quest',
  'quest_task.create': 'quest_task',
  'quest_task.delete': 'quest_task',
  'quest_task.update': 'quest_task',
  /** The codes of its tasks, for printing. */
  'quest.open_codes': 'quest',
  'quest.rotate_secret': 'quest',
  'quest_task.rotate_code': 'quest_task',
  'reminder_template.create': 'reminder_template',
  'reminder_template.delete': 'reminder_template',
  'reminder_template.set_default': 'reminder_template',
  'reminder_template.update': 'reminder_template',
  /** A credential of an administrator that was refused, by an unknown actor. */
  'sign_in.fail': 'sign_in',
  /** A run that waited, or chosen rows of it. */
  'source.apply': 'source',
  'source.create': 'source',
  'source.delete': 'source',
  'source.discard': 'source',
  /** Edited fields of agenda items given back to the source. */
  'source.follow': 'source',
  'source.run': 'source',
  'source.update': 'source',
  'speaker.create': 'speaker',
  'speaker.delete': 'speaker',
  'speaker.map': 'speaker',
  'speaker.merge': 'speaker',
  'speaker.unmap': 'speaker',
  'speaker.update': 'speaker',
  'ticket_type.create': 'ticket_type',
  'ticket_type.delete': 'ticket_type',
  'ticket_type.update': 'ticket_type',
  'user.adjust_points': 'user',
  'user.block': 'user',
  'user.erase': 'user',
  /** Users downloaded as a file. */
  'user.export': 'user',
  'user.import': 'user',
  'user.repair_match_terms': 'user',
  /** The kept totals of points of many users. */
  'user.repair_points': 'user',
  /** A report about the user. */
  'user.resolve_report': 'user',
  'user.unblock': 'user',
  'user.update': 'user',
  'webhook.create': 'webhook',
  'webhook.delete': 'webhook',
  'webhook.replay': 'webhook',
  'webhook.rotate': 'webhook',
  'webhook.test': 'webhook',
  'webhook.update': 'webhook',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export type AuditSubjectType = (typeof AUDIT_ACTIONS)[AuditAction];

/** How often a key read people by one endpoint within an hour. */
export interface ProfileReads {
  /** Of the first of these reads. */
  readonly by: Actor;
  readonly at: string;
  readonly endpoint: string;
  readonly reads: number;
}

/** The changed fields of the subject, with their values before and after the action. */
export interface AuditValues {
  readonly before?: object;
  readonly after?: object;
}
