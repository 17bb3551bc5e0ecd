// Writes the tables of settings (docs/configuration.md, docs/web-app.md) and the JSON Schema of installation.json from the parser's schema.
import { writeFileSync } from 'node:fs';
import { createSettingsFiles } from './settings/settingsFiles.ts';

for (const { file, text } of createSettingsFiles()) writeFileSync(file, text);
console.log('The reference and the JSON Schema are up to date.');
