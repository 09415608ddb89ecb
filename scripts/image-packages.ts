import { cp } from 'node:fs/promises';
import path from 'node:path';
import { externalFolders } from './external-packages.ts';

/** For debuggers and compilers; the service reads neither. */
const UNREAD = /\.(?:map|d\.[cm]?ts)$/;

/**
 * Copies the packages that the bundle imports, and what they need, into `runtime/node_modules`, or the
 * directory given. All others are inside the bundle.
 */
const target = path.resolve(process.argv[2] ?? 'runtime/node_modules');
for (const folder of await externalFolders()) {
  await cp(folder, path.join(target, folder.slice('node_modules/'.length)), {
    recursive: true,
    dereference: true,
    filter: (source) => !UNREAD.test(source) && path.basename(source) !== 'node_modules',
  });
}
