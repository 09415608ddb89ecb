'use strict';

/**
 * Calls back within half a second of the end of the parent process. npm starts a shell, and the shell this
 * process. A shell such as dash stays in between, so that SIGTERM to npm ends only the shell.
 */
exports.onEndOfParent = (callback) => {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callback();
  }, 500);
  watch.unref();
};
