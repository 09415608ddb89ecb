select $1::timestamptz > now() as is_future;
