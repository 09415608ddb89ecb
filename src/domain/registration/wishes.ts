import type { Answer } from './forms.ts';

/** A guest whom a user brings along. */
export interface GuestInput {
  readonly first_name: string;
  readonly last_name?: string | null | undefined;
  readonly company?: string | null | undefined;
}

/** What a user says beside wanting a seat. */
export interface AttendWish {
  /** Only of conferences. */
  readonly ticket_type_id?: number | undefined;
  /** Opens a hidden ticket type. */
  readonly access_code?: string | undefined;
  /** The whole list of the user's answers. */
  readonly answers?: readonly Answer[] | undefined;
  /** Only of conferences. */
  readonly guests?: readonly GuestInput[] | undefined;
  /** Whether all of the guests get a seat or none. */
  readonly together?: boolean | undefined;
}

/** Whether the user only wants a seat. */
export const isPlainWish = (wish: AttendWish): boolean =>
  Object.values(wish).every((value) => value === undefined);

/** Whether the user says which ticket type they want. */
export const isTyped = ({ ticket_type_id, access_code }: AttendWish): boolean =>
  ticket_type_id !== undefined || access_code !== undefined;
