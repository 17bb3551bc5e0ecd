import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type ViewerFile = 'swagger-ui-bundle.js' | 'swagger-ui.css';

// Next to the program in a production build, otherwise in the installed package.
const BUILT = fileURLToPath(new URL('./viewer/', import.meta.url));
const { resolve } = createRequire(import.meta.url);

/** Reads a file of Swagger UI. @throws if the build or the package lacks it */
export async function readViewerFile(name: ViewerFile): Promise<Buffer> {
  const built = await readFile(join(BUILT, name)).catch(() => null);
  return built ?? readFile(resolve(`@fastify/swagger-ui/static/${name}`));
}
