-- Creates the role of the running service. It can read and write rows; it cannot change, truncate or
-- drop tables. Of the audit log, which the first migrations create, a migration revokes what this role
-- could delete or rewrite. The role that will own the schema and run the migrations executes this file
-- once, before the first migration. HALLWAY_PASSWORD in the environment sets the password.

\getenv password HALLWAY_PASSWORD

create role hallway login password :'password';

-- Default privileges cover everything the owner creates later: tables of the service and of its queue.
alter default privileges grant usage on schemas to hallway;
alter default privileges grant select, insert, update, delete on tables to hallway;
alter default privileges grant usage on sequences to hallway;
