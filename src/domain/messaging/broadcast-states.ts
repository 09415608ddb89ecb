import { insufficientScope, refusal } from '../../errors.ts';
import { type Administrator, missingScope } from '../administration/administrators.ts';
import type { ParamsOf, ReasonCode } from '../reasons.ts';
import type { Broadcast } from './broadcasts.ts';

/** What a job must be to be edited. */
export type EditableBroadcast = Broadcast & { readonly status: 'draft' | 'scheduled' };

/** @throws AppError JOB_NOT_EDITABLE */
export function checkEditable(job: Broadcast): asserts job is EditableBroadcast {
  if (job.status !== 'draft' && job.status !== 'scheduled')
    throw notEditable(stateOf(job.status), 'status', { status: job.status });
  if (job.type === 'quest_reminder')
    throw notEditable('This job is the reminder of a quest', 'is_reminder');
  if ('spreadsheet' in job.audience)
    throw notEditable('The recipients of this job are in a spreadsheet', 'is_spreadsheet');
}

export const notEditable = <C extends ReasonCode>(
  sentence: string,
  ...why: [reason: C, ...ParamsOf<C>]
) => refusal('JOB_NOT_EDITABLE', null, sentence, ...why);

export const stateOf = (status: Broadcast['status']): string =>
  status === 'draft' ? 'This job is a draft' : `This job is already ${status}`;

/** @throws AppError FORBIDDEN without `broadcasts:send` */
export function checkMaySend({ scopes }: Pick<Administrator, 'scopes'>): void {
  const missing = missingScope(scopes, ['broadcasts:send']);
  if (missing) throw insufficientScope(missing);
}

/**
 * What everyone reads, and what is shown without being sent, needs the scope of sending even in a draft.
 * @throws AppError FORBIDDEN
 */
export function checkMayShow(
  by: Pick<Administrator, 'scopes'>,
  { pin, channels }: Pick<Broadcast, 'channels'> & Partial<Pick<Broadcast, 'pin'>>,
): void {
  if (channels.length === 0 || pin?.visibility === 'everyone') checkMaySend(by);
}
