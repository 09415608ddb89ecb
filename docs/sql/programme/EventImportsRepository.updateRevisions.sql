update events e
set feed_revision = r.feed_revision
from jsonb_to_recordset($1::jsonb) as r (id bigint, feed_revision jsonb)
where e.id = r.id;
