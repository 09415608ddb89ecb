// Every npm script that runs Node.js loads this file first (`-r`). Old versions load it too: hence the old syntax.
'use strict';

var version = process.versions.node;
if (Number(version.split('.')[0]) < 24) {
  console.error(
    'Hallway needs Node.js 24, this is ' +
      version +
      '. `npm ci` installs it for Linux on x64 and arm64, macOS, and Windows on x64; elsewhere, install it yourself.',
  );
  process.exit(1);
}

// npm starts a shell, and the shell this process. A shell such as dash stays in between, so that SIGTERM to npm
// ends only the shell. This process then ends too: the service by its listener, any other by the signal.
const PARENT = process.ppid;
if (require('node:worker_threads').isMainThread) {
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    if (!process.emit('disconnect')) process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
