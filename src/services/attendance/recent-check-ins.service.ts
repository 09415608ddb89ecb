import type { Page, PageRequest } from '../../db/pages.ts';
import { type Attendable, seatsTaken } from '../../domain/attendance/attendables.ts';
import type {
  RecentCheckIn,
  RecentGuestCheckIn,
} from '../../domain/attendance/recent-check-ins.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import type { RecentCheckInsFilter } from '../../repositories/attendance/recent-check-ins.read-model.ts';
import type { ReadModels, Store } from '../../repositories/store.ts';
import { type Attendables, findExisting } from './attendables.service.ts';

/** The number of held seats, those of guests included, and of those who have arrived. */
export interface CheckInStats {
  readonly expected: number;
  readonly checked_in: number;
}

type CheckInsOf<Row> = (read: ReadModels) => {
  list(
    attendableId: number,
    filter: RecentCheckInsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<Row, SortPosition>>;
};

interface RecentCheckInsDeps<Row extends RecentCheckIn | RecentGuestCheckIn> {
  readonly store: Store;
  readonly attendables: Attendables<Attendable>;
  readonly checkInsOf: CheckInsOf<Row>;
}

/** Who arrived at events, or at conferences, and who checked them in. */
export class RecentCheckInsService<Row extends RecentCheckIn | RecentGuestCheckIn> {
  readonly #deps: RecentCheckInsDeps<Row>;

  constructor(deps: RecentCheckInsDeps<Row>) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND */
  async stats(attendableId: number): Promise<CheckInStats> {
    const { store, attendables } = this.#deps;
    const attendable = await findExisting(attendables, store, attendableId);
    const checked_in = await attendables.checkInsIn(store).count(attendableId);
    return { expected: seatsTaken(attendable), checked_in };
  }

  /** @throws AppError NOT_FOUND */
  async list(
    attendableId: number,
    filter: RecentCheckInsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<Row, SortPosition>> {
    await findExisting(this.#deps.attendables, this.#deps.store, attendableId);
    return this.#deps.checkInsOf(this.#deps.store.read).list(attendableId, filter, request);
  }
}
