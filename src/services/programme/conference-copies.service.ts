import { type Administrator, missingScope } from '../../domain/administration/administrators.ts';
import {
  type ConferenceCopyInput,
  type CopiedAgenda,
  type CopiedQuests,
  type CopiedRows,
  daysBetween,
} from '../../domain/programme/conference-copies.ts';
import { type ConferenceView, conferenceView } from '../../domain/programme/conferences.ts';
import { insufficientScope, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** Copies quests. An interface, because quests import the programme, not the reverse. */
export interface QuestCopies {
  /** Requires the lock of the first conference. */
  copyAllOf(
    tx: Tx,
    conferences: {
      readonly from: number;
      readonly to: number;
      readonly timezone: string;
      readonly days: number;
    },
    options: { readonly withTemplates: boolean },
  ): Promise<CopiedQuests>;
}

export interface ConferenceCopy extends ConferenceView {
  readonly copied: CopiedRows;
  readonly left_out: { readonly quest_tasks: number };
}

const NO_QUESTS: CopiedQuests = { quests: 0, quest_tasks: 0, reminder_templates: 0, left_out: 0 };

/** Copies of conferences, for example of last year's. */
export class ConferenceCopiesService {
  readonly #deps;

  constructor(deps: { store: Store; questCopies: QuestCopies; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Creates a draft with the fields of a conference and some of its parts. It begins on another day, and
   * all times keep their place in the days, by the clocks of its time zone. People, events, external ids
   * and secrets are not copied, and nothing is published.
   *
   * @throws AppError NOT_FOUND; FORBIDDEN for quests without `quests:write`; CONFLICT for a taken slug
   */
  async duplicate(
    by: Administrator,
    id: number,
    { name, slug, starts_on, parts }: ConferenceCopyInput,
  ): Promise<ConferenceCopy> {
    const hasQuests = parts.includes('quests');
    if (hasQuests && missingScope(by.scopes, ['quests:write']))
      throw insufficientScope('quests:write');

    return this.#deps.store.transaction(async (tx) => {
      const source = await tx.conferences.lock(id);
      if (!source) throw notFound('conference');
      const { timezone } = source;
      const shift = { timezone, days: daysBetween(source.starts_on, starts_on) };
      const freeSlug = await tx.conferences.findFreeSlug(name);
      const named = { name, slug: slug ?? freeSlug };
      const conference = await tx.conferenceCopies.insertConference(id, named, shift);
      const both = { from: id, to: conference.id };

      const agenda = await copyAgenda(tx, parts, both, shift);
      const withTemplates = parts.includes('templates');
      const { left_out, ...quests } = hasQuests
        ? await this.#deps.questCopies.copyAllOf(tx, { ...both, ...shift }, { withTemplates })
        : NO_QUESTS;
      const copied = { ...agenda, ...quests };
      await tx.audit.record(by, 'conference.duplicate', conference.id, {
        after: { ...conference, duplicate_of: id, copied },
      });
      const view = conferenceView({ ...conference, event_count: 0 }, this.#deps.now());
      return { ...view, copied, left_out: { quest_tasks: left_out } };
    });
  }
}

/** Copies rooms and tracks first: agenda items make those that do not exist, and pages mark rooms. */
async function copyAgenda(
  { conferenceCopies, formQuestions, ticketTypes }: Tx,
  parts: ConferenceCopyInput['parts'],
  both: { readonly from: number; readonly to: number },
  shift: { readonly timezone: string; readonly days: number },
): Promise<CopiedAgenda> {
  const ticket_types = parts.includes('ticket_types')
    ? await conferenceCopies.insertTicketTypes(both, shift)
    : 0;
  if (ticket_types > 0) await ticketTypes.updateOffering(both.to);
  return {
    rooms: parts.includes('rooms') ? await conferenceCopies.insertAgendaGroups(both, 'room') : 0,
    tracks: parts.includes('tracks') ? await conferenceCopies.insertAgendaGroups(both, 'track') : 0,
    agenda_items: parts.includes('agenda')
      ? await conferenceCopies.insertAgendaItems(both, shift)
      : 0,
    pages: parts.includes('pages') ? await conferenceCopies.insertPages(both) : 0,
    form_questions: parts.includes('form_questions') ? await formQuestions.insertCopies(both) : 0,
    ticket_types,
    checkpoints: parts.includes('checkpoints') ? await conferenceCopies.insertCheckpoints(both) : 0,
  };
}
