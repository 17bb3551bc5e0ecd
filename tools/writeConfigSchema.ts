// Writes the JSON Schemas of all configuration files from the valibot schemas and the tables of the documents.
import { writeFileSync } from 'node:fs';
import { readMeanings } from './configSchema/configDocument.ts';
import { createConfigSchema } from './configSchema/createConfigSchema.ts';
import { SCHEMA_FILE } from './configSchema/schemaFile.ts';
import { createServiceSchemas } from './configSchema/serviceSchemas.ts';

writeFileSync(SCHEMA_FILE, `${JSON.stringify(createConfigSchema(readMeanings()), null, 2)}\n`);
for (const { file, text } of createServiceSchemas()) writeFileSync(file, text);
console.log('The JSON Schemas are up to date.');
