import type { Experiment } from '../../faults/experiment.ts';
import { failover } from '../failover.ts';
import { missingProgram } from '../program.ts';

export const experiment: Experiment = {
  fault: 'SIGKILL of PostgreSQL of the primary, which its Patroni finds',
  missing: missingProgram,
  run: () => failover(async (cluster) => (await cluster.node('primary')).killPostgres()),
};
