import type { Service } from './service.ts';
import { until } from './until.ts';

const REPORT = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => {
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    console.log(JSON.stringify({ level: 30, msg: 'memory', rss: process.memoryUsage.rss() }));
  });
`)}`;

/**
 * Options of Node with which a process collects all of its garbage at SIGUSR2, and logs its memory. A
 * usual collection leaves up to nine copies of a file, by chance.
 */
export const WITH_MEMORY_REPORT: readonly string[] = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=150',
  '--expose-gc',
  '--import',
  REPORT,
];

/** As in the image: the allocator gives memory back. */
export const TRIMMED_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const reportsOf = ({ log }: Service) => log().filter(({ msg }) => msg === 'memory');

/** The memory of a process `WITH_MEMORY_REPORT` without garbage, in bytes. */
export async function memoryOf(service: Service): Promise<number> {
  const { length } = reportsOf(service);
  service.child.kill('SIGUSR2');
  await until(() => reportsOf(service).length > length);
  return Number(reportsOf(service).at(-1)?.rss);
}
