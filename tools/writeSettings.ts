// Writes the reference of the settings (docs/configuration.md) and the JSON Schema of installation.json from the schema of the parser.
import { writeFileSync } from 'node:fs';
import { createSettingsFiles } from './settings/settingsFiles.ts';

for (const { file, text } of createSettingsFiles()) writeFileSync(file, text);
console.log('The reference and the JSON Schema are up to date.');
