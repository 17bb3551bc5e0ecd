// Writes public/config.schema.json from the schemas of src/config and the tables of docs/installation.md.
import { writeFileSync } from 'node:fs';
import { readMeanings } from './configSchema/configDocument.ts';
import { createConfigSchema } from './configSchema/createConfigSchema.ts';
import { SCHEMA_FILE } from './configSchema/schemaFile.ts';

writeFileSync(SCHEMA_FILE, `${JSON.stringify(createConfigSchema(readMeanings()), null, 2)}\n`);
console.log('public/config.schema.json is up to date.');
