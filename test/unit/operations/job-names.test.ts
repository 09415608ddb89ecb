import { readFileSync } from 'node:fs';
import { JOBS } from '../../../src/jobs/jobs.ts';

const TEXTS = 'src/console/texts/service';

describe('each job', () => {
  it.each(['en', 'de'])('has a name in the console: %s', (language) => {
    const texts = JSON.parse(readFileSync(`${TEXTS}/${language}.json`, 'utf8')) as object;
    expect(JOBS.map(({ name }) => `job.${name}`).filter((key) => !(key in texts))).toEqual([]);
  });
});
