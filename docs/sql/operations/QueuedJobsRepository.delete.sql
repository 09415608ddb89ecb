delete from pgboss.job
where id = $1;
