import type { Experiment } from '../../faults/experiment.ts';
import { failover } from '../failover.ts';
import { missingProgram } from '../program.ts';

export const experiment: Experiment = {
  fault: 'SIGKILL of Patroni and PostgreSQL of the primary, started again after 60 s',
  missing: missingProgram,
  run: () => failover(async (cluster) => (await cluster.node('primary')).kill()),
};
