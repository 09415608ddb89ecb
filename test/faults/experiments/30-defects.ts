import { atMost, type Experiment, exactly } from '../experiment.ts';
import { openSite } from '../site.ts';

const DEFECTS = {
  'an exception in a timer': `setTimeout(() => { throw new Error('a defect'); })`,
  'a rejected promise': `Promise.reject(new Error('a defect'))`,
};

const preload = (code: string) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];

export const experiment: Experiment = {
  fault: 'an exception that nothing catches, and a rejected promise, in a process with clients',
  async run() {
    await using site = await openSite();
    const figures = [];
    for (const [what, code] of Object.entries(DEFECTS)) {
      const onSignal = preload(`process.on('SIGUSR2', () => { ${code}; });`);
      await using service = await site.start({ ROLE: 'all' }, onSignal);
      const answers = Array.from({ length: 20 }, () => fetch(`${service.url}/api/v1/events`));
      await Promise.all(answers);
      const broken = performance.now();
      service.child.kill('SIGUSR2');
      const exit = await service.ended;
      const fatal = service.log().filter(({ level }) => level === 60);
      figures.push(
        exactly(`exit code after ${what}`, exit ?? -1, 1),
        exactly('lines at level 60', fatal.length, 1),
        atMost('ended after', (performance.now() - broken) / 1_000, 25, 's'),
      );
    }
    return figures;
  },
};
