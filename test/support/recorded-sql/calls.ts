import type { Tx } from '../../../src/repositories/store.ts';
import { administrationCalls } from './administration.calls.ts';
import { attendanceCalls } from './attendance.calls.ts';
import { feedbackCalls } from './feedback.calls.ts';
import { mediaCalls } from './media.calls.ts';
import { messagingCalls } from './messaging.calls.ts';
import { networkingCalls } from './networking.calls.ts';
import { operationsCalls } from './operations.calls.ts';
import { partnerCalls } from './partner.calls.ts';
import { peopleCalls } from './people.calls.ts';
import { programmeCalls } from './programme.calls.ts';
import { questsCalls } from './quests.calls.ts';
import { questEditsCalls } from './quests-edits.calls.ts';
import { questListsCalls } from './quests-lists.calls.ts';
import { questsPointsCalls } from './quests-points.calls.ts';
import { registrationCalls } from './registration.calls.ts';
import { registrationFormCalls } from './registration-forms.calls.ts';
import type { Rows } from './rows.ts';
import { sourcesCalls } from './sources.calls.ts';
import { ticketTypesCalls } from './ticket-types.calls.ts';
import { webhooksCalls } from './webhooks.calls.ts';

/** One call of a method: its arguments, and what distinguishes it from the method's other calls. */
export type Call<Args extends readonly unknown[]> =
  | Args
  | {
      /** The comment above the statement. */
      readonly note?: string;
      readonly args: Args;
      /** Runs first, in the same transaction, and is not recorded. */
      readonly before?: (tx: Tx) => Promise<unknown>;
    };

type CallsOf<Repository> = {
  readonly [Method in keyof Repository as Repository[Method] extends (
    ...args: never[]
  ) => Promise<unknown>
    ? Method
    : never]: Repository[Method] extends (...args: infer Args) => unknown
    ? readonly [Call<Args>, ...Call<Args>[]]
    : never;
};

/** pg-boss sends the statements of `jobs`, which change with its version. */
type Repositories = Omit<Tx, 'bound' | 'read' | 'jobs' | 'pinToPrimary'>;

/** Calls of every method that sends SQL. Without a call for each of them this does not compile. */
export type Calls = {
  readonly [Name in keyof Repositories]: CallsOf<Repositories[Name]>;
} & { readonly read: { readonly [Name in keyof Tx['read']]: CallsOf<Tx['read'][Name]> } };

/** The part of `Calls` that one capability gives. */
export type SomeCalls = Partial<Omit<Calls, 'read'>> & { readonly read: Partial<Calls['read']> };

export function callsOn(rows: Rows): Calls {
  const administration = administrationCalls(rows);
  const attendance = attendanceCalls(rows);
  const media = mediaCalls(rows);
  const feedback = feedbackCalls(rows);
  const messaging = messagingCalls(rows);
  const networking = networkingCalls(rows);
  const operations = operationsCalls(rows);
  const partner = partnerCalls(rows);
  const people = peopleCalls(rows);
  const programme = programmeCalls(rows);
  const quests = questsCalls(rows);
  const questEdits = questEditsCalls(rows);
  const questsPoints = questsPointsCalls(rows);
  const questLists = questListsCalls(rows);
  const webhooks = webhooksCalls(rows);
  const registration = registrationCalls(rows);
  const sources = sourcesCalls(rows);
  const forms = registrationFormCalls(rows);
  const ticketTypes = ticketTypesCalls(rows);
  return {
    ...administration,
    ...attendance,
    ...media,
    ...feedback,
    ...messaging,
    ...networking,
    ...operations,
    ...partner,
    ...people,
    ...programme,
    ...quests,
    ...questEdits,
    ...questsPoints,
    ...webhooks,
    ...registration,
    ...sources,
    ...forms,
    ...ticketTypes,
    read: {
      ...administration.read,
      ...attendance.read,
      ...media.read,
      ...feedback.read,
      ...messaging.read,
      ...networking.read,
      ...operations.read,
      ...partner.read,
      ...people.read,
      ...programme.read,
      ...quests.read,
      ...questEdits.read,
      ...questsPoints.read,
      ...questLists.read,
      ...webhooks.read,
      ...registration.read,
      ...sources.read,
      ...forms.read,
      ...ticketTypes.read,
    },
  };
}
