import {
  adminFeedbackEndpoints,
  feedbackEndpoints,
} from '../http/routers/feedback/feedback.router.ts';
import { AdminFeedbackService, FeedbackService } from '../services/feedback/feedback.service.ts';
import type { Base } from './outside.ts';

/** Composes the feedback of attendees. */
export function createFeedback({ store, config, now }: Base) {
  const services = {
    feedback: new FeedbackService({ store, secrets: config.hashSecrets, now }),
    adminFeedback: new AdminFeedbackService({ store }),
  };
  const endpoints = [...feedbackEndpoints(services), ...adminFeedbackEndpoints(services)];
  return { services, endpoints };
}
