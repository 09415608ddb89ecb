export { prepareDatabases as default } from './cluster.ts';
