import type { Administrator } from '../../domain/administration/administrators.ts';
import { nameKey, sheetsOf } from '../../domain/programme/imported-speakers.ts';
import {
  CHANGES_AGENDA,
  IMPORTED_FIELDS,
  mergeChanges,
  type Speaker,
  speakerView,
} from '../../domain/programme/speakers.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AdminSpeaker } from './admin-speakers.service.ts';

/** Two speakers, by id. */
interface Merge {
  readonly from: number;
  readonly into: number;
}

/** Merges two speakers who are the same person. */
export class SpeakerMergesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Moves talks, lineups and import keys of a speaker to `into`, and what `into` lacks of user, photo,
   * title, company and bio; deletes the speaker. Later imports find `into`. Safe to repeat.
   *
   * @throws AppError VALIDATION_ERROR for a merge into itself; NOT_FOUND for an unknown speaker;
   *   CONFLICT if both have a user, and if one of them is merged into another speaker
   */
  async merge(by: Administrator, { from, into }: Merge): Promise<AdminSpeaker> {
    if (from === into) throw invalid('into', 'expected another speaker', 'self');
    const both = [from, into];
    const conferences = await this.#store.speakers.listConferenceIds(both);
    return this.#store.transaction(async (tx) => {
      await tx.conferences.lockMany(conferences);
      await tx.speakerKeys.lockSources(await tx.speakerKeys.listSources(both));
      await tx.speakers.lockTalks(both);
      const speakers = await tx.speakers.lockMany(both);
      const [old, kept] = both.map((id) => speakers.find((speaker) => speaker.id === id));
      if (!old || !kept) await expectCoalesced(tx, { from, into }, old !== undefined);
      else await move(tx, by, { old, kept });
      const speaker = await tx.read.adminSpeakers.find(into, by.conference_ids);
      if (!speaker) throw notFound('speaker');
      return speakerView(speaker);
    });
  }
}

/** Returns if an earlier request has merged them. */
async function expectCoalesced(tx: Tx, { from, into }: Merge, exists: boolean): Promise<void> {
  const missing = exists ? into : from;
  const other = await tx.speakerKeys.findCoalesced(missing);
  if (other === undefined) throw notFound('speaker');
  if (missing === into || other !== into) {
    throw conflict(null, `Speaker ${missing} is merged into speaker ${other}`, 'merged');
  }
}

async function move(
  tx: Tx,
  by: Administrator,
  { old, kept }: { old: Speaker; kept: Speaker },
): Promise<void> {
  if (old.user_id !== null && kept.user_id !== null) {
    throw conflict(null, 'Both speakers have a user: unlink one of them first', 'both_have_users');
  }
  const pair = { from: old.id, to: kept.id };
  const changes = mergeChanges(kept, old);
  await tx.speakers.updateTalkTimestamps(old.id);
  const talks = await tx.speakers.updateTalks(pair);
  const conferences = await tx.speakers.upsertLineups(pair);
  await tx.webhookChanges.insertDeleted('speaker.changed', [old.id]);
  await tx.speakers.deleteConferences(old.id);
  await tx.speakerKeys.updateSpeaker(pair);
  // Sheets know a speaker by name; those of the conferences may still have the old one.
  const names = conferences.map((id) => ({
    source: sheetsOf(id),
    person_key: nameKey(old.name),
    speaker_id: kept.id,
  }));
  await tx.speakerKeys.insertMany(names);
  // Runs before the deletion, which deletes the records of earlier merges into the speaker.
  await tx.speakerKeys.insertCoalesced(pair);
  await tx.speakers.delete(old.id);
  if (CHANGES_AGENDA.some((field) => field in changes)) {
    await tx.speakers.updateTalkTimestamps(kept.id);
  }
  // Imports may have both spellings of the name; the one who stays keeps theirs.
  await tx.speakers.update(kept.id, changes, IMPORTED_FIELDS);
  await tx.audit.record(by, 'speaker.merge', old.id, {
    before: old,
    after: { into: kept.id, talks, conferences, ...changes },
  });
}
