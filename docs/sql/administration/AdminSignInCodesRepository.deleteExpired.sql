delete from admin_sign_in_codes
where expires_at <= now();
