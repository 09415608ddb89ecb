select max(id) as id
from notifications;
