select id
from conferences
limit $1;
