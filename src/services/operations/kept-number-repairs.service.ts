import type { Actor } from '../../domain/administration/administrators.ts';
import { ownedTerms, TERM_KINDS, termDifferences } from '../../domain/networking/match-terms.ts';
import { COUNTED_TABLES, type CountedTable } from '../../domain/operations/kept-numbers.ts';
import type { TermsOwnerWithKept } from '../../repositories/operations/kept-numbers.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** Users whose terms are compared by one statement. */
const BATCH_USERS = 1_000;

/** Gives free seats to the waitlist: of events or of conferences. */
interface Waitlists {
  promoteAll(tx: Tx, ids: readonly number[]): Promise<void>;
}

interface Deps {
  readonly store: Store;
  readonly attendances: Waitlists;
  readonly registrations: Waitlists;
}

/**
 * Corrects kept numbers row by row, under the locks of their writers. Each correction is audited, and
 * each method returns how many rows it changed.
 */
export class KeptNumberRepairsService {
  readonly #store: Store;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#store = deps.store;
    this.#deps = deps;
  }

  /** Seats and participants: the counts in the rows of a table. */
  async repairCounts(by: Actor, table: CountedTable): Promise<number> {
    let repaired = 0;
    for (const batch of await this.#store.read.keptNumbers.listBatches(table)) {
      const wrong = await this.#store.read.keptNumbers.listCountDifferences(table, batch);
      for (const id of new Set(wrong.map((one) => one.id))) {
        if (await this.#repairCount(by, table, id)) repaired += 1;
      }
    }
    return repaired;
  }

  /** Seats that turn out to be free go to the waitlist in the same transaction. */
  async #repairCount(by: Actor, table: CountedTable, id: number): Promise<boolean> {
    const noun = COUNTED_TABLES[table];
    const { attendances, registrations } = this.#deps;
    return this.#store.transactionOn([`${noun}:${id}`], async (tx) => {
      if (!(await tx[table].lock(id))) return false;
      const correction = await tx.keptNumbers.updateCounts(table, id);
      if (!correction) return false;
      await tx.audit.record(by, `${noun}.repair_counts`, id, { ...correction });
      if (table === 'events') await attendances.promoteAll(tx, [id]);
      if (table === 'conferences') await registrations.promoteAll(tx, [id]);
      return true;
    });
  }

  /** The number of seats of each person at a conference. */
  async repairPeople(by: Actor): Promise<number> {
    let repaired = 0;
    for (const batch of await this.#store.conferencePeople.listBatches()) {
      const wrong = await this.#store.read.keptNumbers.listPeopleDifferences(batch);
      if (wrong.length === 0) continue;
      repaired += await this.#store.transaction(async (tx) => {
        const corrected = await tx.conferencePeople.updateCounts(batch);
        if (corrected === 0) return 0;
        const { conference_id: id } = batch;
        await tx.audit.record(by, 'conference.repair_people', id, { after: { corrected } });
        return corrected;
      });
    }
    return repaired;
  }

  /** The terms by which users are matched, of everyone with a wrong one. */
  async repairTerms(by: Actor): Promise<number> {
    let repaired = 0;
    for (let after = 0; ; ) {
      const owners = await this.#store.read.keptNumbers.listTerms(after, BATCH_USERS);
      const last = owners.at(-1);
      if (!last) return repaired;
      after = last.id;
      for (const { id } of owners.filter(hasWrongTerms)) {
        if (await this.#repairTermsOf(by, id)) repaired += 1;
      }
    }
  }

  async #repairTermsOf(by: Actor, id: number): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      await tx.users.lockAllowingReferences(id);
      const [owner] = await tx.read.keptNumbers.listTerms(id - 1, 1);
      if (owner?.id !== id || !hasWrongTerms(owner)) return false;
      // An update keeps the terms that are right, also those whose `is_listed` is not.
      await tx.matchTerms.update([id], TERM_KINDS, []);
      await tx.matchTerms.update([id], TERM_KINDS, ownedTerms(owner));
      await tx.audit.record(by, 'user.repair_match_terms', id);
      return true;
    });
  }
}

const hasWrongTerms = (owner: TermsOwnerWithKept): boolean =>
  Object.values(termDifferences(ownedTerms(owner), owner)).some((count) => count > 0);
