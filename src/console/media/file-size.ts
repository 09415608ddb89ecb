import { language } from '../lib/text.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Bytes in the unit that keeps the number short, such as `482.1 kB`. */
export function fileSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const unit = UNITS[power] ?? 'byte';
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit,
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1_000 ** power);
}
