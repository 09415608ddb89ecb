update quest_tasks t
set answer_encrypted = a.answer_encrypted
from unnest($1::bigint[], $2::bytea[]) as a (id, answer_encrypted)
where t.id = a.id;
