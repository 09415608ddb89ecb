import { buildBundle } from './bundle.ts';
import { prepareDatabases } from './cluster.ts';

export default async () => {
  await Promise.all([prepareDatabases(), buildBundle()]);
};
