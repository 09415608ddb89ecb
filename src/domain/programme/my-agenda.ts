import type { AgendaItemView } from './agenda.ts';

/** Something at the same time as an item that a user keeps: another item, or an event. */
export interface FavoriteClash {
  /** The item with the clash. */
  readonly of_id: number;
  readonly agenda_item_id: number | null;
  readonly event_id: number | null;
  readonly title: string;
}

/** A clash as the API reports it. */
export interface FavoriteWarning {
  readonly kind: 'agenda_item' | 'event';
  readonly agenda_item_id?: number;
  readonly event_id?: number;
  readonly message: string;
}

/** An agenda item that a user keeps. */
export interface FavoriteItem extends AgendaItemView {
  readonly warnings: readonly FavoriteWarning[];
}

export function favoriteWarning({
  agenda_item_id,
  event_id,
  title,
}: FavoriteClash): FavoriteWarning {
  const message = `At the same time as “${title}”`;
  if (agenda_item_id !== null) return { kind: 'agenda_item', agenda_item_id, message };
  return { kind: 'event', ...(event_id !== null && { event_id }), message };
}
