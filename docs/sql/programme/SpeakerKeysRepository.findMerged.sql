select speaker_id
from merged_speakers
where id = $1
limit $2;
