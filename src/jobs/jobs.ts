import { applyBotPress } from './apply-bot-press.job.ts';
import { applyBotUpdate } from './apply-bot-update.job.ts';
import { applyQuestCall } from './apply-quest-call.job.ts';
import { applyUnsignedCall } from './apply-unsigned-call.job.ts';
import { deleteMedia } from './delete-media.job.ts';
import { deleteOldGuests } from './delete-old-guests.job.ts';
import { deleteOldReports } from './delete-old-reports.job.ts';
import { enrichUsers } from './enrich-users.job.ts';
import type { Job } from './job.ts';
import { planSessionReminders } from './plan-session-reminders.job.ts';
import { rebuildMatchTerms } from './rebuild-match-terms.job.ts';
import { recalculateQuest } from './recalculate-quest.job.ts';
import { recallNotificationJob } from './recall-notification-job.job.ts';
import { recountConferencePeople } from './recount-conference-people.job.ts';
import { reportOwnerKeys } from './report-owner-keys.job.ts';
import { runNotificationJob } from './run-notification-job.job.ts';
import { runPartnerMints } from './run-partner-mints.job.ts';
import { sendMessages } from './send-messages.job.ts';
import { settleTasks } from './settle-tasks.job.ts';
import { sweepExpiredCounters } from './sweep-expired-counters.job.ts';
import { sweepMedia } from './sweep-media.job.ts';

/** Every job. The queue and the worker loop over this list. */
export const JOBS: readonly Job[] = [
  applyBotPress,
  applyBotUpdate,
  applyQuestCall,
  applyUnsignedCall,
  deleteMedia,
  deleteOldGuests,
  deleteOldReports,
  enrichUsers,
  planSessionReminders,
  rebuildMatchTerms,
  recalculateQuest,
  recallNotificationJob,
  recountConferencePeople,
  reportOwnerKeys,
  runNotificationJob,
  runPartnerMints,
  sendMessages,
  settleTasks,
  sweepExpiredCounters,
  sweepMedia,
];
