update agenda_items i
set import_source = r.import_source
from jsonb_to_recordset($1::jsonb) as r (id bigint, import_source text)
where i.id = r.id;
