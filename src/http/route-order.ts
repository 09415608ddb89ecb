/** `/events` of `/events/:id`, `/admin/events` of `/admin/events/:id`. */
export function prefixOf(path: string): string {
  const [first = '', second = ''] = path.slice(1).split('/');
  return first === 'admin' && second && !second.startsWith(':') ? `/admin/${second}` : `/${first}`;
}

/**
 * Fixed words before parameters, so that /events/my is not read as an event id. A parameter with an
 * extension (`:id.ics`) comes before one without, which would match it too.
 */
export const sortKey = (path: string) =>
  path
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? (segment.includes('.') ? '1' : '2') : `0${segment}`,
    )
    .join('/');
