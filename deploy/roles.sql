-- Run once by the role that will own the schema and migrate it, before the first migration.
-- It makes the role of the running service: one that reads and writes rows, and can neither change
-- nor drop what they stand in. The password comes from the environment.

\getenv password HALLWAY_PASSWORD

create role hallway login password :'password';

-- For all that the owner makes from now on: the tables of the service, and those of its queue.
alter default privileges grant usage on schemas to hallway;
alter default privileges grant select, insert, update, delete on tables to hallway;
alter default privileges grant usage on sequences to hallway;
