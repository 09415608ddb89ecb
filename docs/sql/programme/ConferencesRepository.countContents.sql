select
  (
    select count(*)
    from events
    where conference_id = $1
  ) as events,
  (
    select count(*)
    from conference_attendances
    where
      conference_id = $2
      and status <> 'cancelled'
  ) as attendees,
  (
    select count(*)
    from conference_invitations
    where
      conference_id = $3
      and conference_invitations.claimed_at is null
      and conference_invitations.withdrawn_at is null
  ) as invitations,
  (
    select count(*)
    from quests
    where
      conference_id = $4
      and deleted_at is null
  ) as quests;
