import {
  adminFeedbackEndpoints,
  feedbackEndpoints,
} from '../http/routers/feedback/feedback.router.ts';
import { ratingEndpoints } from '../http/routers/feedback/ratings.router.ts';
import { AdminFeedbackService, FeedbackService } from '../services/feedback/feedback.service.ts';
import { RatingRequestsService } from '../services/feedback/rating-requests.service.ts';
import { RatingsService } from '../services/feedback/ratings.service.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import type { Base } from './outside.ts';

/** Composes the feedback of attendees. */
export function createFeedback(
  { store, config, now }: Base,
  { notifications }: { notifications: NotificationsService },
) {
  const services = {
    feedback: new FeedbackService({ store, secrets: config.hashSecrets, now }),
    adminFeedback: new AdminFeedbackService({ store, now }),
    ratingRequests: new RatingRequestsService({ store, notifications }),
    ratings: new RatingsService({ store }),
  };
  const endpoints = [
    ...feedbackEndpoints(services),
    ...adminFeedbackEndpoints(services),
    ...ratingEndpoints(services),
  ];
  return { services, endpoints };
}
