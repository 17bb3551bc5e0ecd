// Writes the tables of docs/interface.md from the service's schemas and texts.
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGE_FILE, writeTables } from './interface/interfacePage.ts';

writeFileSync(PAGE_FILE, writeTables(readFileSync(PAGE_FILE, 'utf8')));
console.log('docs/interface.md is up to date.');
