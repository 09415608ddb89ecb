select
  (
    select count(*)
    from
      (
        select
        from partner_mints m
        where
          (
            case m.status
              when 'unknown' then 'pending'
              else m.status
            end
          ) = 'pending'
        limit 10000
      ) counted
  ) as pending,
  (
    select count(*)
    from
      (
        select
        from partner_mints m
        where
          (
            case m.status
              when 'unknown' then 'pending'
              else m.status
            end
          ) = 'minted'
        limit 10000
      ) counted
  ) as minted,
  (
    select count(*)
    from
      (
        select
        from partner_mints m
        where
          (
            case m.status
              when 'unknown' then 'pending'
              else m.status
            end
          ) = 'failed'
        limit 10000
      ) counted
  ) as failed;
