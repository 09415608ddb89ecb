import type { Knex } from 'knex';

/**
 * Rules that several queries share. PostgreSQL inlines each of them: a body is one expression without
 * a subquery, so plans and partial indexes are the same as with the expression written out.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function holds_seat(status text)
    returns boolean language sql immutable parallel safe
    return status in ('registered', 'checked_in');
    comment on function holds_seat is 'Whether an attendance of this status counts towards the capacity.';

    create function is_public_event_status(status text)
    returns boolean language sql immutable parallel safe
    return status in ('approved', 'cancelled');
    comment on function is_public_event_status is 'Whether users may see an event of this status.';

    create function delivery_skip_reason(
      messenger_reachable boolean, notifications_enabled boolean, muted_topics text[], topic text)
    returns text language sql immutable parallel safe
    return case
      when not messenger_reachable then 'unreachable'
      when not notifications_enabled then 'disabled'
      when topic = any(muted_topics) then 'muted'
    end;
    comment on function delivery_skip_reason is 'Why a user gets no messenger message of a topic; null for a user who gets one. Users without settings have no muted_topics.';

    create function is_in_inbox(in_app boolean, dismissed_at timestamptz)
    returns boolean language sql immutable parallel safe
    return in_app and dismissed_at is null;
    comment on function is_in_inbox is 'Whether the inbox lists a notification.';

    create function is_unread(in_app boolean, dismissed_at timestamptz, clicked_at timestamptz)
    returns boolean language sql immutable parallel safe
    return in_app and dismissed_at is null and clicked_at is null;
    comment on function is_unread is 'Whether a notification counts as unread in the inbox.';

    create function is_contact_visible(
      user_id bigint, viewer_id bigint, contact_visibility text, connection_status text)
    returns boolean language sql immutable parallel safe
    return user_id = viewer_id or contact_visibility = 'everyone'
      or connection_status is not distinct from 'accepted';
    comment on function is_contact_visible is 'Whether a viewer may see how to contact a user. Null connection_status: the two have no connection.';

    create function connection_status_for(viewer_id bigint, requester_id bigint, status text)
    returns text language sql immutable parallel safe
    return case
      when status is null then 'none'
      when status <> 'pending' then status
      when requester_id = viewer_id then 'pending_sent'
      else 'pending_received'
    end;
    comment on function connection_status_for is 'The status of a connection as one of the two users sees it. Null status: they have none.';

    create function speaks_one_of(language_code text, codes text[])
    returns boolean language sql immutable parallel safe
    return lower(language_code) = any(folded(codes))
      or lower(split_part(language_code, '-', 1)) = any(folded(codes));
    comment on function speaks_one_of is 'Whether a language matches one of the codes, in any case; en also matches en-GB.';

    create function imported_if_empty(field text, edited_fields text[], own text, imported text)
    returns text language sql immutable parallel safe
    return case when field = any(edited_fields) then own else coalesce(own, imported) end;
    comment on function imported_if_empty is 'A profile field after an import that fills empty fields only, and none that the user edited.';

    create function imported_until_sign_in(last_seen_at timestamptz, own text, imported text)
    returns text language sql immutable parallel safe
    return case when last_seen_at is null then coalesce(imported, own) else own end;
    comment on function imported_until_sign_in is 'A field of the messenger after an import: imports fill it until the first sign-in.';

    create function instant_in_json(at timestamptz)
    returns text language sql stable parallel safe
    return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    comment on function instant_in_json is 'An instant as the API writes it, for JSON that PostgreSQL builds.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function instant_in_json, imported_until_sign_in, imported_if_empty, speaks_one_of,
      connection_status_for, is_contact_visible, is_unread, is_in_inbox, delivery_skip_reason,
      is_public_event_status, holds_seat;
  `);
}
