import { createOpenApi } from '../../service/api/openapi/createOpenApi.ts';

/** The last release's OpenAPI document. `npm run release` writes it. */
export const RELEASED_FILE = new URL('../../docs/interface/v1.openapi.json', import.meta.url);

/** The current sources' document, as a release publishes it. */
export function currentDocument(): string {
  return `${JSON.stringify(createOpenApi('/api/v1'), null, 2)}\n`;
}
