#!/usr/bin/env node
// The npm package `solc` under the command line of the native compiler, for forge and for artifacts.ts: the version is
// the one in the lock file, and nothing is downloaded. Imports are read from the working directory, the repository's
// root; forge sends every source along, so its path options need no reading.
import { readFileSync } from 'node:fs';
import solc from 'solc';

function readImport(path) {
  try {
    return { contents: readFileSync(path, 'utf8') };
  } catch (error) {
    return { error: String(error) };
  }
}

process.stdout.write(
  process.argv.includes('--version')
    ? `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`
    : solc.compile(readFileSync(0, 'utf8'), { import: readImport }),
);
