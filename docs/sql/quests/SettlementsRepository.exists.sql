select id
from due_settlements
limit $1;
