import { useQuery } from '@tanstack/preact-query';
import { t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';

/** Whether the service has the example of a mini app, which is for development. */
const readDemo = async (): Promise<boolean> => (await fetch('/demo/', { method: 'HEAD' })).ok;

/** Opens the mini app at a conference, where the service has one. */
export function SeeAsAttendee({ id }: { id: number }) {
  const demo = useQuery({
    queryKey: ['demo'],
    queryFn: readDemo,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!demo.data) return null;
  return (
    <a class="btn" href={`/demo?conference=${id}`} target="_blank" rel="noopener">
      <Icon name="eye" />
      {t('frame.see')}
    </a>
  );
}
