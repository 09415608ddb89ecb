update quest_tasks t
set answer_encrypted = a.answer
from unnest($1::bigint[], $2::bytea[]) as a (id, answer)
where t.id = a.id;
