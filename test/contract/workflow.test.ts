import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly if?: string;
  readonly needs?: readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const text = readFileSync('.github/workflows/ci.yml', 'utf8');
const workflow: Workflow = parse(text);
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps);
const commands = steps.flatMap(({ run }) => run ?? []);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

const all = (pattern: RegExp, texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((one) => [...one.matchAll(pattern)].map((match) => match[1] ?? ''))),
];

describe('the commands of the workflow', () => {
  it('are npm scripts that exist', () => {
    const named = all(/\bnpm run (?:--silent )?([\w:-]+)/g, commands);
    expect(named).toEqual(['test:browser', 'image', 'sbom', 'env']);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('are files of the repository that can be executed', () => {
    const named = all(/(?:^|\s)(\.ci\/\w+)/gm, commands);
    expect(named).toEqual(['.ci/run', '.ci/tour']);
    for (const file of named) accessSync(file, constants.X_OK);
  });

  it('contain no text of the event, which the author of a pull request writes', () => {
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });
});

describe('the actions of the workflow', () => {
  it('are those of GitHub, by a commit and the version of it', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    expect(lines.length).toBe(steps.filter(({ uses }) => uses).length);
    const pinned = /^ +- uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(lines.filter((line) => !pinned.test(line))).toEqual([]);
  });

  it('have one version each', () => {
    const used = [...new Set(steps.flatMap(({ uses }) => uses ?? []))];
    const names = used.map((action) => action.split('@')[0]);
    expect(names).toEqual([...new Set(names)]);
  });

  it('leave no credentials in a checkout', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const { with: inputs } of checkouts) expect(inputs?.['persist-credentials']).toBe(false);
  });
});

describe('the rights of the workflow', () => {
  it('are none, unless a job names them', () => {
    expect(workflow.permissions).toEqual({});
    // On `pull_request_target`, code of a fork would run with the rights of the repository.
    expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push']);
  });

  it.each(jobs)('of the job %s are the least, and its time is limited', (name, job) => {
    expect(job.permissions).toEqual(
      name === 'publish' ? { packages: 'write' } : { contents: 'read' },
    );
    expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
    const reads = /secrets\.|github\.token/.test(JSON.stringify(job));
    expect(reads).toBe(name === 'publish');
  });

  it('publish only a tag that all other jobs passed', () => {
    const { if: condition, needs } = workflow.jobs.publish ?? {};
    expect(condition).toBe("github.ref_type == 'tag'");
    expect(needs).toEqual(jobs.map(([name]) => name).filter((name) => name !== 'publish'));
  });
});

it('the forms of issues are YAML with a name and required fields', () => {
  const forms = readdirSync('.github/ISSUE_TEMPLATE').filter((file) => file !== 'config.yml');
  expect(forms).toEqual(['bug.yml', 'feature.yml']);
  for (const file of forms) {
    const { name, description, body } = parse(
      readFileSync(`.github/ISSUE_TEMPLATE/${file}`, 'utf8'),
    );
    expect([typeof name, typeof description]).toEqual(['string', 'string']);
    expect(JSON.stringify(body)).toContain('"required":true');
  }
});
