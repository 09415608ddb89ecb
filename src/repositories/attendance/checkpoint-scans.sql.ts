/** SQL for the latest scan of the registration `of` that was not undone: `select` has columns of `e` and `k`. */
export const latestScan = (of: string, select: string, where = 'true'): string => `(
    select ${select}
      from check_in_events e join checkpoints k on k.id = e.checkpoint_id
     where e.registration_id = ${of}.id and e.undone_at is null and ${where}
     order by e.scanned_at desc, e.id desc
     limit 1)`;

/** The fields of a `ScanMark`, for JSON. */
export const SCAN_MARK = `'day', e.day, 'direction', e.direction`;

/** SQL for whether the scans of a checkpoint `k` are deleted some time after its conference. */
export const ARE_SCANS_DELETED = `(k.kind = 'room' or k.counts = 'each')`;
