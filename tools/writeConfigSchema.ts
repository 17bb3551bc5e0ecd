// Writes the JSON Schemas of the configurations of the service and the signer from the valibot schemas and the tables of the
// documents. The build writes that of the web app (tools/vite/emitConfigSchema.ts).
import { writeFileSync } from 'node:fs';
import { createServiceSchemas } from './configSchema/serviceSchemas.ts';

for (const { file, text } of createServiceSchemas()) writeFileSync(file, text);
console.log('The JSON Schemas are up to date.');
