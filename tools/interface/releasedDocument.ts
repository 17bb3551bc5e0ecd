import { createOpenApi } from '../../service/api/openapi/createOpenApi.ts';

/** The OpenAPI document of the last release. `npm run release` writes it. */
export const RELEASED_FILE = new URL('../../docs/interface/v1.openapi.json', import.meta.url);

/** The document of the current sources, as a release publishes it. */
export function currentDocument(): string {
  return `${JSON.stringify(createOpenApi('/api/v1'), null, 2)}\n`;
}
