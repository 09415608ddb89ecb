import type { AdminQuestWithTasks } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';

/** What every part of a quest gets. */
export interface PartProps {
  readonly quest: AdminQuestWithTasks;
  readonly conference: Conference;
}
