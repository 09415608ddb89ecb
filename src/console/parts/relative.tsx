import { useEffect, useState } from 'preact/hooks';
import { language } from '../lib/text.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long ago an instant was or how far ahead it is, such as `4 seconds ago`, as time goes on. */
export function Relative({ to }: { to: string }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const clock = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(clock);
  }, []);
  const seconds = (Date.parse(to) - Date.now()) / 1_000;
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS[3];
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return <>{format.format(Math.trunc(seconds / length), unit)}</>;
}
