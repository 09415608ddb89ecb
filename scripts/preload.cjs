// Every npm script that runs Node.js loads this file first (`-r`). Old versions load it too: hence only ES2015 here
// and in the files that it loads.
'use strict';

if (Number(process.versions.node.split('.')[0]) < 24) {
  require('./platform-node.cjs').runAgain();
} else if (require('node:worker_threads').isMainThread) {
  // The service stops by its listener, any other process by the signal.
  require('./parent-watch.cjs').onEndOfParent(() => {
    if (!process.emit('disconnect')) process.kill(process.pid, 'SIGTERM');
  });
}
