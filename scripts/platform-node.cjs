'use strict';

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { onEndOfParent } = require('./parent-watch.cjs');

const MODULES = path.join(__dirname, '../node_modules');

/**
 * Runs the command of this process again with the Node.js 24 that npm installed for this platform, and ends as it
 * ends; without one, prints a sentence and exits with 1. npm 11 links that Node.js first in the PATH of scripts.
 * npm 10 deletes the link again, together with the packages for other platforms; here it is made, for next time.
 */
exports.runAgain = () => {
  const node = platformNode();
  if (!node) return refuse();
  // The file of the command is for the other Node.js.
  require('module').runMain = () => {};
  const child = spawn(node, process.execArgv.concat(process.argv.slice(1)), { stdio: 'inherit' });
  child.on('error', refuse);
  if (child.pid) link(node);

  const signals = ['SIGINT', 'SIGTERM'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  onEndOfParent(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
};

function platformNode() {
  const isWindows = process.platform === 'win32';
  const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`;
  return [`node-${platform}`, `node-bin-${platform}`]
    .map((name) => path.join(MODULES, name, isWindows ? 'bin/node.exe' : 'bin/node'))
    .find((file) => fs.existsSync(file));
}

function link(node) {
  if (process.platform === 'win32') return;
  const directory = path.join(MODULES, '.bin');
  try {
    fs.symlinkSync(path.relative(directory, node), path.join(directory, 'node'));
  } catch (_error) {
    // It is there, or this user may not write there.
  }
}

function refuse() {
  console.error(
    `Hallway needs Node.js 24, this is ${process.versions.node}. ` +
      '`npm ci` installs it for Linux on x64 and arm64, macOS, and Windows on x64; elsewhere, install it yourself.',
  );
  process.exit(1);
}
