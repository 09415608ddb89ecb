select id
from point_ledger
where quest_id = $1
limit $2;
