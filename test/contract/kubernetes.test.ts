import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { SETTINGS } from '../../src/lib/settings.ts';
import { composeServices } from '../support/compose.ts';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly securityContext: object;
  readonly resources: { readonly limits: { readonly cpu: string; readonly memory: string } };
}
interface Pod {
  readonly containers: readonly [Container];
  readonly securityContext: object;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template?: { readonly metadata?: { readonly labels: object }; readonly spec: Pod };
    readonly selector?: { readonly matchLabels?: object };
  };
}

const read = (file: string) => readFileSync(`deploy/kubernetes/${file}`, 'utf8');
const { resources } = parse(read('kustomization.yaml'));
const manifests: Manifest[] = resources.flatMap((file: string) =>
  parseAllDocuments(read(file)).map((document) => document.toJS()),
);
const of = (kind: string) => manifests.filter((one) => one.kind === kind);
const settings = of('ConfigMap')[0]?.data ?? {};
const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
const processes = pods.map((pod): [string, Pod, Container] => [
  pod.containers[0].name,
  pod,
  pod.containers[0],
]);
const compose = composeServices();
const composed = { api: 'api-1', worker: 'worker', migrate: 'migrate' };

const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://hallway:p@database.example.org:5432/hallway',
  JWT_SECRET: 'f0e1d2c3b4a5968778695a4b3c2d1e0f-first-signs',
  ADMIN_API_KEY: '9b8a7c6d5e4f30211203f4e5d6c7a8b9-opens',
  ENCRYPTION_KEY: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  MESSENGER_WEBHOOK_SECRET: '7c1e5a9d3b8f2046e8a0c4b6d2f19375',
  OBJSTORE_SECRET_ACCESS_KEY: 'the-secret-of-the-bucket-key-31',
  MESSENGER_BOT_TOKEN: '1:the-token-of-the-bot-of-this-test',
};

it('the manifests are the parts of the service', () => {
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'ConfigMap hallway',
    'PersistentVolumeClaim hallway-media',
    'Job hallway-migrate',
    'Deployment hallway-api',
    'Service hallway',
    'PodDisruptionBudget hallway-api',
    'Deployment hallway-worker',
  ]);
  const labels = of('Deployment')[0]?.spec.template?.metadata?.labels;
  expect(of('Service')[0]?.spec.selector).toEqual(labels);
  expect(of('PodDisruptionBudget')[0]?.spec.selector?.matchLabels).toEqual(labels);
});

describe.each(processes)('the process %s', (name, pod, container) => {
  const service = compose[composed[name as keyof typeof composed]];

  it('has the limits of docker-compose.yml', () => {
    expect(service?.mem_limit).toBe('2g');
    expect(container.resources.limits).toEqual({ cpu: '2', memory: '2Gi' });
  });

  it('runs without rights', () => {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('starts with settings that exist, and secrets by reference', () => {
    const own = container.env.map(({ name: setting, value, valueFrom }) => {
      if (setting in SECRETS) expect(valueFrom?.secretKeyRef.key).toBe(setting);
      return [setting, value ?? SECRETS[setting] ?? ''];
    });
    const env = {
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      ...settings,
      ...Object.fromEntries(own),
    };
    expect(Object.keys(env).filter((setting) => !SETTINGS.includes(setting))).toEqual([]);
    expect(() => readConfig(env)).not.toThrow();
  });
});

describe.each(processes.filter(([name]) => name !== 'migrate'))(
  'the probes of %s',
  (_name, pod, container) => {
    it('ask the paths and ports of the image', () => {
      const image = readFileSync('Dockerfile', 'utf8');
      expect(image).toContain('/healthz?live');
      expect(image).toContain(`EXPOSE ${settings.PORT}`);
      expect(container.ports).toEqual([
        { name: 'http', containerPort: Number(settings.PORT) },
        { name: 'metrics', containerPort: Number(settings.METRICS_PORT) },
      ]);
      expect(container.startupProbe?.httpGet).toEqual({ path: '/healthz?live', port: 'http' });
      expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz?live', port: 'http' });
      expect(container.readinessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
      expect(pod.terminationGracePeriodSeconds).toBe(30);
    });
  },
);

it('only the worker gets the token of the bot, and only the migration the owner of the database', () => {
  const holders = (secret: string) =>
    processes
      .filter(([, , { env }]) =>
        env.some(({ valueFrom }) => valueFrom?.secretKeyRef.name === secret),
      )
      .map(([name]) => name);
  expect(holders('hallway-bot')).toEqual(['worker']);
  expect(holders('hallway-owner')).toEqual(['migrate']);
  expect(holders('hallway')).toEqual(['migrate', 'api', 'worker']);
  expect(
    processes.map(
      ([, , { env }]) =>
        env.find((one) => one.name === 'DATABASE_URL')?.valueFrom?.secretKeyRef.name,
    ),
  ).toEqual(['hallway-owner', 'hallway', 'hallway']);
});
