update enrichment_gate
set paused_until = greatest(paused_until, clock_timestamp() + $1 * interval '1 ms');
