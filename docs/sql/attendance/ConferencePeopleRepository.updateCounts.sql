select recount_conference_people($1, $2, $3) as corrected;
