/** SQL for the JSON object of a `QuestPerson`, whose id is `userId`. */
export const personIn = (userId: string): string => `
  (select json_build_object(
            'id', u.id, 'messenger_id', u.messenger_id, 'first_name', u.first_name,
            'last_name', u.last_name, 'username', u.username, 'photo_url', u.photo_url,
            'company', u.company, 'job_title', u.job_title, 'is_blocked', u.is_blocked)
     from users u where u.id = ${userId})`;
