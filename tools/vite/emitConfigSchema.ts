import type { Plugin } from 'vite';
import { readMeanings } from '../configSchema/configDocument.ts';
import { createConfigSchema } from '../configSchema/createConfigSchema.ts';

const FILE = 'config.schema.json';

const schemaText = () => `${JSON.stringify(createConfigSchema(readMeanings()), null, 2)}\n`;

/** Serves the JSON Schema of `config.json` beside it, so that an editor completes and checks the settings of an installation. */
export function emitConfigSchema(): Plugin {
  return {
    name: 'causeway:config-schema',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: schemaText() });
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(schemaText());
      });
    },
  };
}
