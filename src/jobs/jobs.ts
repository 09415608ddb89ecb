import { deleteOldGuests, recountConferencePeople } from './attendance.jobs.ts';
import { askForRatings } from './feedback.jobs.ts';
import type { Job } from './job.ts';
import { deleteMedia, sweepMedia } from './media.jobs.ts';
import {
  applyBotPress,
  applyBotUpdate,
  planSessionReminders,
  recallBroadcast,
  runBroadcast,
  sendMessages,
  sendWelcomes,
  startRelativeBroadcasts,
} from './messaging.jobs.ts';
import {
  deleteOldReports,
  enrichUsers,
  rebuildMatchTerms,
  refreshRankings,
} from './networking.jobs.ts';
import { reportOwnerKeys, sweepExpiredCounters } from './operations.jobs.ts';
import { runPartnerMints } from './partner.jobs.ts';
import { bandInterest } from './programme.jobs.ts';
import {
  applyQuestCall,
  applyUnsignedCall,
  awardAutomaticTasks,
  recalculateQuest,
} from './quests.jobs.ts';
import { endSeatRequests, freeGuestSeats, returnTransfers } from './registration.jobs.ts';
import { runSources } from './sources.jobs.ts';
import { sendWebhooks } from './webhooks.jobs.ts';

/** Every job. The queue and the worker loop over this list. */
export const JOBS: readonly Job[] = [
  applyBotPress,
  applyBotUpdate,
  applyQuestCall,
  applyUnsignedCall,
  askForRatings,
  bandInterest,
  deleteMedia,
  deleteOldGuests,
  deleteOldReports,
  endSeatRequests,
  enrichUsers,
  freeGuestSeats,
  planSessionReminders,
  rebuildMatchTerms,
  refreshRankings,
  recalculateQuest,
  recallBroadcast,
  recountConferencePeople,
  reportOwnerKeys,
  returnTransfers,
  runBroadcast,
  runPartnerMints,
  runSources,
  sendMessages,
  sendWebhooks,
  sendWelcomes,
  startRelativeBroadcasts,
  awardAutomaticTasks,
  sweepExpiredCounters,
  sweepMedia,
];
